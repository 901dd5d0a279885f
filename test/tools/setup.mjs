/**
 * `npm run setup`: installs the browsers, PostgreSQL, Redis and Prototype.js for the tests. The script installs
 * packages only as root on Debian. On other systems, it prints the missing packages.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { hasPrototype, PROTOTYPE_PACKAGE } from './prototype.mjs';
import { DEBIAN_PACKAGES, findBrowser, missingEngines, wantedEngines } from '../support/browsers.mjs';
import { hasPostgres, missingPostgres, POSTGRES_PACKAGE } from '../support/postgres.mjs';
import { hasRedis, missingRedis, REDIS_PACKAGE } from '../support/redis.mjs';

const CLUSTERS = '/etc/postgresql-common/createcluster.d/hub-pay.conf';

const missing = wantedEngines().filter((engine) => !findBrowser(engine));
const packages = [
  ...missing.flatMap((engine) => DEBIAN_PACKAGES[engine]),
  ...(hasRedis() ? [] : [REDIS_PACKAGE]),
  ...(hasPostgres() ? [] : [POSTGRES_PACKAGE]),
  ...(hasPrototype() ? [] : [PROTOTYPE_PACKAGE]),
];
if (packages.length > 0 && mayInstall() && !install(packages)) {
  if (apt(['update'])) install(packages);
}
for (const line of [...missingEngines(), ...missingRedis(), ...missingPostgres()]) console.log(line);
if (wantedEngines().includes('chromium') && !findBrowser('chromium')) {
  console.error('Tests need Chromium: install it, or set CHROME_PATH to a Chrome or Chromium.');
  process.exitCode = 1;
}

/**
 * Returns true if this script is allowed to install packages. Ubuntu is excluded, because its Chromium does not run in
 * a container.
 */
function mayInstall() {
  if (process.env['HUB_PAY_NO_APT'] === '1' || process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    return false;
  return !/^ID=ubuntu$/mu.test(readFileSync('/etc/os-release', 'utf8'));
}

/** @param {readonly string[]} names */
function install(names) {
  console.log(`Installing for the tests: ${names.join(' ')}`);
  // The tests start a server of their own, so the package must not create one. It reads this file before it would.
  if (names.includes(POSTGRES_PACKAGE) && !existsSync(CLUSTERS)) {
    mkdirSync(dirname(CLUSTERS), { recursive: true });
    writeFileSync(CLUSTERS, 'create_main_cluster = false\n');
  }
  return apt(['install', '-y', '--no-install-recommends', ...names]);
}

/** @param {readonly string[]} parameters */
function apt(parameters) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-q', ...parameters], { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}
