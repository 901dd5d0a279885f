/** Checks one app: its types, its build, and each of its pages in a browser. */
import type { Browser } from '../support/drive.js';
import { run, serve } from './command.js';
import { install, scriptsOf, versionOf, type Installed } from './install.js';
import { REASONS, type App, type Row } from './rows.js';
import { writeSamples } from './samples.js';
import { visit, type Sight } from './visit.js';

/** A line of the table. `problems` is empty if the row is whole. */
export type Line = {
  title: string;
  framework: string;
  version: string;
  types: string;
  build: string;
  hydration: string;
  properties: string;
  heard: string;
  paid: string;
  problems: string[];
  /** Why the row did not run: the network failed. */
  skipped?: string;
};

/** The reasons, by the letter that the table prints after a dash. */
export const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.keys(REASONS).map((reason, index) => [reason, 'abcdefgh'.charAt(index)]),
);

const EVENTS = ['hub-ready', 'hub-confirm', 'hub-success'];

/** The app after its installation. */
export const prepare = async (app: App, tarball: string): Promise<Installed> => {
  const installed = await install(app, tarball);
  if (!installed.problem && app.samples) writeSamples(installed.folder, app.samples);
  return installed;
};

/** Runs the commands of the app, and visits its pages. */
export async function check(app: App, installed: Installed, browser: Browser): Promise<Line[]> {
  const { folder, problem } = installed;
  const lines = app.rows.map((row) => emptyLine(row));
  if (problem) {
    for (const line of lines) {
      if (installed.isNetwork) line.skipped = 'the network failed while npm installed its packages';
      else line.problems.push(`install: ${problem}`);
    }
    return lines;
  }
  const version = versionOf(folder, app.framework);
  const scripts = scriptsOf(folder);
  /** Runs a command of the app. Each row has its result. */
  const command = async (name: string, column: 'types' | 'build', environment = {}): Promise<boolean> => {
    const { ok, output } = await run(folder, ['npm', 'run', '--silent', name], environment);
    for (const line of lines) {
      line[column] = ok && line[column] !== 'NO' ? 'ok' : 'NO';
      if (!ok) line.problems.push(`${name}: ${output.trim()}`);
    }
    return ok;
  };
  for (const line of lines) {
    line.version = version;
    line.framework = app.framework;
  }
  if (scripts['types']) await command('types', 'types');
  if (scripts['mount']) await mounted(folder, lines);
  const sights: Sight[][] = lines.map(() => []);
  /** Serves what is built, and visits each page. */
  const visitAll = async (script: string): Promise<void> => {
    const server = await serve(folder, ['npm', 'run', '--silent', script]);
    try {
      for (const [index, { path }] of app.rows.entries())
        sights[index]?.push(await visit(browser, `${server.url}${path}`));
    } finally {
      server.stop();
    }
  };
  try {
    if (app.development === 'dev') await visitAll('dev');
    if (app.development === 'build' && (await command('build', 'build', { NODE_ENV: 'development' })))
      await visitAll('serve');
    if ((!scripts['build'] || (await command('build', 'build'))) && scripts['serve']) await visitAll('serve');
  } catch (error) {
    for (const line of lines) line.problems.push(String(error));
  }
  for (const [index, row] of app.rows.entries()) fill(lines[index]!, row, sights[index] ?? []);
  return lines;
}

const emptyLine = ({ title, without }: Row): Line => {
  const cell = (name: keyof typeof without): string => {
    const reason = without[name];
    return reason ? `- ${LETTERS.get(reason)}` : '';
  };
  return {
    title,
    framework: '',
    version: '',
    types: cell('types'),
    build: cell('build'),
    hydration: cell('hydration'),
    properties: cell('properties'),
    heard: cell('heard'),
    paid: cell('paid'),
    problems: [],
  };
};

/** Reads what the unit test printed. */
async function mounted(folder: string, lines: Line[]): Promise<void> {
  const { ok, output } = await run(folder, ['npm', 'run', '--silent', 'mount']);
  const [json = '{}'] = /^\{.*\}$/mu.exec(output) ?? [];
  const { properties, heard = [] } = JSON.parse(json) as { properties?: boolean; heard?: string[] };
  for (const line of lines) {
    line.properties = properties ? 'ok' : 'NO';
    line.heard = String(heard.length);
    if (!ok || !properties || heard.length < 2) line.problems.push(`mount: ${output.trim()}`);
  }
}

/** Fills the cells of a row from all visits to its page. */
function fill(line: Line, { without }: Row, sights: readonly Sight[]): void {
  for (const { problems } of sights) line.problems.push(...problems);
  if (sights.length === 0) {
    for (const column of ['hydration', 'properties', 'heard', 'paid'] as const) line[column] ||= 'NO';
  } else {
    const hydration = sights.flatMap((sight) => sight.hydration);
    if (!without.hydration) line.hydration = String(hydration.length);
    line.problems.push(...hydration);
    line.properties = sights.every(({ properties }) => properties) ? 'ok' : 'NO';
    line.paid = sights.every(({ paid }) => paid) ? 'ok' : 'NO';
    const hears = EVENTS.filter((type) => sights.every(({ heard }) => heard.includes(type)));
    if (!without.heard) line.heard = hears.length === EVENTS.length ? String(hears.length) : 'NO';
  }
  const cells = [line.types, line.build, line.properties, line.heard, line.paid];
  if (cells.some((cell) => cell === 'NO' || cell === '') && line.problems.length === 0)
    line.problems.push(`the page heard: ${sights.map(({ heard }) => heard.join(' ')).join('; ')}`);
}
