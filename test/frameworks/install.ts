/** Packs the package once, and installs it into fresh copies of the apps, outside the repository. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../support/sources.js';
import { run } from './command.js';
import type { App } from './rows.js';
import { writeSamples } from './samples.js';

/** npm prints one of these codes if the network fails. */
const NETWORK =
  /\b(?:E(?:NOTFOUND|CONNRESET|CONNREFUSED|TIMEDOUT|AI_AGAIN|NETUNREACH|HOSTUNREACH|429|5\d\d)|ERR_SOCKET_TIMEOUT)\b/u;
const INSTALL = ['npm', 'install', '--no-package-lock', '--ignore-scripts', '--prefer-offline'].concat([
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]);

/**
 * The installed app. `path` is the variable `PATH` of its commands. `problem` says why there is no app. `isNetwork` is
 * true if only the network failed.
 */
export type Installed = { folder: string; path: string; problem?: string; isNetwork?: boolean };

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

type Manifest = {
  dependencies?: Record<string, string>;
  engines?: { node?: string };
  scripts: Record<string, string>;
};

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The commands of an app. */
export const scriptsOf = (folder: string): Record<string, string> => manifestOf(folder).scripts;

/** The version of an installed package. */
export const versionOf = (folder: string, name: string): string =>
  (JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;

/** Copies the app beside the tarball, installs its packages and the tarball, and writes its samples. */
export async function install(app: App, tarball: string): Promise<Installed> {
  const folder = join(tarball, '..', app.name);
  const written = /\/(?:node_modules|dist|server|\.next|\.nuxt|\.output|\.astro|\.angular|package-lock\.json)$/u;
  cpSync(join(root, app.folder), folder, { recursive: true, filter: (path) => !written.test(path) });
  for (const [file, source] of Object.entries(app.copies ?? {})) cpSync(join(root, source), join(folder, file));
  const manifest = manifestOf(folder);
  const dependencies = { ...manifest.dependencies, 'hub-pay': `file:${tarball}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }, null, 2));
  const version = manifest.engines?.node;
  const node = version ? await installNode(version, tarball) : { ok: true, output: '', bin: '' };
  const path = [node.bin, process.env['PATH']].filter(Boolean).join(delimiter);
  const { ok, output } = node.ok ? await run(folder, INSTALL, { PATH: path }) : node;
  if (!ok) return { folder, path, problem: output, isNetwork: NETWORK.test(output) };
  if (app.samples) writeSamples(folder, app.samples);
  return { folder, path };
}

/** Installs a version of Node beside the tarball, if no other app has installed it. `bin` is its folder. */
async function installNode(version: string, tarball: string): Promise<{ ok: boolean; output: string; bin: string }> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(tarball, '..', `node-${version}`);
  const bin = join(folder, 'node_modules', name, 'bin');
  if (existsSync(bin)) return { ok: true, output: '', bin };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { [name]: version } }));
  return { ...(await run(folder, INSTALL)), bin };
}
