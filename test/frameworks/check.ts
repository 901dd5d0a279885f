/** Checks one app: installs it, runs its commands, serves it, and visits each of its pages. */
import { existsSync } from 'node:fs';
import { startDevnet } from '../../demo/devnet/index.js';
import type { Browser } from '../support/pages/drive.js';
import { run, serve } from './command.js';
import { install, scriptsOf, versionOf, type Alone } from './install.js';
import { emptyLine, fillCommand, fillMounted, fillVisits, type Line, type Part } from './line.js';
import type { App, Row } from './rows.js';
import { visit, type Sight } from './visit.js';
import { visitOnDevnet } from './visit-devnet.js';

/** The lines of an app, one for each page, and how many seconds each part took. */
export type Checked = { app: App; lines: readonly Line[]; seconds: Readonly<Record<Part, number>> };

/** Installs the app, runs its commands, and visits its pages. */
export async function check(app: App, alone: Alone, browser: Browser): Promise<Checked> {
  const lines = app.rows.map((row) => emptyLine(row));
  const seconds = { install: 0, types: 0, build: 0, visit: 0 };
  const timed = <T>(part: Part, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    return work().finally(() => (seconds[part] += (performance.now() - began) / 1000));
  };
  const checked = { app, lines, seconds };
  const { folder, problem, isNetwork, path } = await timed('install', () => install(app, alone));
  if (problem) {
    for (const line of lines) {
      if (isNetwork) line.skipped = 'the network failed while npm installed its packages';
      else line.problems.push(`install: ${problem}`);
    }
    return checked;
  }
  for (const [index, line] of lines.entries()) {
    const { needs } = app.rows[index]!;
    if (needs && !existsSync(needs)) line.skipped = `${needs} is missing: on Debian, npm run setup installs it`;
    line.framework = app.rows[index]?.library ?? app.framework;
    line.version = versionOf(folder, line.framework);
  }
  const scripts = scriptsOf(folder);
  // The shell runs a command as npm would. It saves the start of npm.
  const execute = (name: string, environment = {}): ReturnType<typeof run> => {
    const script = scripts[name];
    if (!script) return Promise.resolve({ ok: false, output: `The app ${app.name} has no command "${name}".` });
    return run(folder, ['sh', '-c', script], { PATH: path, ...environment });
  };
  /** Runs a command of the app. Each row has its result. */
  const command = async (name: 'types' | 'build', environment = {}): Promise<boolean> => {
    const result = await timed(name, () => execute(name, environment));
    for (const line of lines) fillCommand(line, name, result);
    return result.ok;
  };
  if (scripts['types']) await command('types');
  if (scripts['mount']) {
    const result = await timed('visit', () => execute('mount'));
    for (const line of lines) fillMounted(line, result);
  }
  const sights: Sight[][] = lines.map(() => []);
  const devnet = app.onDevnet ? await startDevnet() : undefined;
  const see = (url: string, row: Row): Promise<Sight> =>
    devnet ? visitOnDevnet(browser, devnet, url) : visit(browser, url, row);
  /** Serves what is built, and visits each page. */
  const visitAll = async (script: 'dev' | 'serve'): Promise<void> => {
    const command = scripts[script];
    if (!command) throw new Error(`The app ${app.name} has no command "${script}".`);
    const server = await serve(folder, command, { PATH: path });
    try {
      for (const [index, row] of app.rows.entries())
        if (!lines[index]?.skipped) sights[index]?.push(await see(`${server.url}${row.path}`, row));
    } finally {
      await server.stop();
    }
  };
  try {
    if (app.development === 'dev') await timed('visit', () => visitAll('dev'));
    if (app.development === 'build' && (await command('build', { NODE_ENV: 'development' })))
      await timed('visit', () => visitAll('serve'));
    if ((!scripts['build'] || (await command('build'))) && scripts['serve'])
      await timed('visit', () => visitAll('serve'));
  } catch (error) {
    for (const line of lines) line.problems.push(String(error));
  } finally {
    await devnet?.stop();
  }
  for (const [index, row] of app.rows.entries())
    if (!lines[index]!.skipped) fillVisits(lines[index]!, row, sights[index] ?? []);
  return checked;
}
