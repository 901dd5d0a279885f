/** The build of the pages: the shop, the host of a Safe, and the window of a wallet. */
export default {
  // Libraries for wallets expect these names of Node.
  define: { global: 'globalThis', 'process.env': '{}' },
  resolve: { alias: { buffer: 'buffer/' } },
  build: { target: 'es2022', rollupOptions: { input: ['index.html', 'safe.html', 'keys.html'] } },
};
