/** The build of the page with webpack. */
import { copyFileSync, mkdirSync } from 'node:fs';

mkdirSync('dist', { recursive: true });
copyFileSync('index.html', 'dist/index.html');

export default {
  mode: 'production',
  entry: './src/main.ts',
  module: { rules: [{ test: /\.ts$/, loader: 'ts-loader' }] },
  resolve: { extensions: ['.ts', '.js'] },
  performance: { hints: false },
  output: { publicPath: '/' },
};
