/** Installs the packed package into fresh copies of the apps, outside the repository. */
import { copyFileSync, cpSync, linkSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../tools/sources.js';
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

type Result = { ok: boolean; output: string };

/** The package, installed alone. `folder` is beside the tarball. */
export type Alone = Result & { tarball: string; folder: string };

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

/** Installs the tarball and what it depends on. Every app begins with these files. */
export async function installAlone(tarball: string): Promise<Alone> {
  const folder = join(dirname(tarball), 'alone');
  return { ...(await installInto(folder, { 'hub-pay': `file:${tarball}` })), tarball, folder };
}

async function installInto(folder: string, dependencies: Record<string, string>): Promise<Result> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  return run(folder, INSTALL);
}

/** Copies the app beside the tarball, installs its packages and the tarball, and writes its samples. */
export async function install(app: App, alone: Alone): Promise<Installed> {
  const { tarball } = alone;
  const folder = join(dirname(tarball), app.name);
  const written = /\/(?:node_modules|dist|server|\.next|\.nuxt|\.output|\.astro|\.angular|package-lock\.json)$/u;
  cpSync(join(root, app.folder), folder, { recursive: true, filter: (path) => !written.test(path) });
  for (const [file, source] of Object.entries(app.copies ?? {})) cpSync(join(root, source), join(folder, file));
  const manifest = manifestOf(folder);
  const dependencies = { ...manifest.dependencies, 'hub-pay': `file:${tarball}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }, null, 2));
  const version = manifest.engines?.node;
  const node = version ? await installNode(version, tarball) : { ok: true, output: '', bin: '' };
  const path = [join(folder, 'node_modules/.bin'), node.bin, process.env['PATH']].filter(Boolean).join(delimiter);
  const failed = [alone, node].find(({ ok }) => !ok);
  if (!failed) linkPackages(join(alone.folder, 'node_modules'), join(folder, 'node_modules'));
  const { ok, output } = failed ?? (await run(folder, INSTALL, { PATH: path }));
  if (!ok) return { folder, path, problem: output, isNetwork: NETWORK.test(output) };
  if (app.samples) writeSamples(folder, app.samples);
  return { folder, path };
}

/**
 * Gives a new folder the same packages by hard links. npm then checks the tree against the app, and unpacks only what
 * is missing. Most of the work of an install is to unpack the 18 000 files that every app has in common.
 */
function linkPackages(from: string, to: string): void {
  const list = '.package-lock.json';
  mkdirSync(to);
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    if (entry.isDirectory()) mkdirSync(target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name !== list) linkSync(source, target);
  }
  // npm writes its list of packages in place, so each app needs a copy of its own. The copy comes last, because npm
  // trusts only a list that is newer than the folders.
  copyFileSync(join(from, list), join(to, list));
}

const nodes = new Map<string, Promise<Result & { bin: string }>>();

/** Installs a version of Node beside the tarball, once for all apps. `bin` is its folder. */
function installNode(version: string, tarball: string): Promise<Result & { bin: string }> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(dirname(tarball), `node-${version}`);
  const bin = join(folder, 'node_modules', name, 'bin');
  const known = nodes.get(version) ?? installInto(folder, { [name]: version }).then((result) => ({ ...result, bin }));
  nodes.set(version, known);
  return known;
}
