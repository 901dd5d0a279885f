/**
 * The check builds Next's app once and then deletes it, so a cache on the disk serves nobody. Its command `types` has
 * already compiled the same files with the same configuration.
 */
export default {
  experimental: { turbopackFileSystemCacheForBuild: false, turbopackFileSystemCacheForDev: false },
  typescript: { ignoreBuildErrors: true },
};
