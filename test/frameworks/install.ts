/** Packs the package once, and installs it into fresh copies of the apps, outside the repository. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../support/sources.js';
import { run } from './command.js';
import type { App } from './rows.js';

/** npm prints one of these codes if the network fails. */
const NETWORK =
  /\b(?:E(?:NOTFOUND|CONNRESET|CONNREFUSED|TIMEDOUT|AI_AGAIN|NETUNREACH|HOSTUNREACH|429|5\d\d)|ERR_SOCKET_TIMEOUT)\b/u;
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/** The installed app. `problem` says why there is none. `isNetwork` is true if only the network failed. */
export type Installed = { folder: string; problem?: string; isNetwork?: boolean };

/** Whether npm's registry answers. */
export async function registryAnswers(): Promise<boolean> {
  const options = ['--fetch-retries=0', '--fetch-timeout=10000', '--prefer-online'];
  return (await run(tmpdir(), ['npm', 'view', 'vite', 'version', ...options])).ok;
}

/**
 * Builds and packs the package into a new folder, and returns the path of the tarball.
 * @throws if the package cannot be packed
 */
export async function pack(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-pay-frameworks-'));
  const { ok, output } = await run(root, ['npm', 'pack', '--pack-destination', folder, '--loglevel=error']);
  const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  if (!ok || !tarball) throw new Error(`npm pack failed:\n${output}`);
  return join(folder, tarball);
}

type Manifest = { dependencies?: Record<string, string>; scripts: Record<string, string> };

/** The commands of an app. */
export const scriptsOf = (folder: string): Record<string, string> =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest).scripts;

/** The version of an installed package. */
export const versionOf = (folder: string, name: string): string =>
  (JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;

/** Copies the app beside the tarball, and installs its packages and the tarball. */
export async function install(app: App, tarball: string): Promise<Installed> {
  const folder = join(tarball, '..', app.name);
  const own = (path: string): boolean => !/\/(?:node_modules|dist|server|\.next|package-lock\.json)$/u.test(path);
  cpSync(join(root, app.folder), folder, { recursive: true, filter: own });
  // A unit test of jsdom and of happy-dom mounts the same element.
  if ('mount' in scriptsOf(folder))
    cpSync(join(root, app.folder, '../mount-element.mjs'), join(folder, 'mount-element.mjs'));
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const dependencies = { ...manifest.dependencies, 'hub-pay': `file:${tarball}` };
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies }, null, 2));
  const command = ['npm', 'install', '--no-package-lock', '--ignore-scripts', '--prefer-offline', ...QUIET];
  const { ok, output } = await run(folder, command);
  return ok ? { folder } : { folder, problem: output, isNetwork: NETWORK.test(output) };
}
