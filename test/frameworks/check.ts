/** Checks one app: runs its commands, serves it, and visits each of its pages. */
import type { Browser } from '../support/drive.js';
import { run, serve } from './command.js';
import { scriptsOf, versionOf, type Installed } from './install.js';
import { emptyLine, fillCommand, fillMounted, fillVisits, type Line } from './line.js';
import type { App } from './rows.js';
import { visit, type Sight } from './visit.js';

/** Runs the commands of the app, and visits its pages. Returns a line for each page. */
export async function check(app: App, installed: Installed, browser: Browser): Promise<Line[]> {
  const { folder, problem, path } = installed;
  const lines = app.rows.map((row) => emptyLine(row));
  if (problem) {
    for (const line of lines) {
      if (installed.isNetwork) line.skipped = 'the network failed while npm installed its packages';
      else line.problems.push(`install: ${problem}`);
    }
    return lines;
  }
  const version = versionOf(folder, app.framework);
  for (const line of lines) {
    line.version = version;
    line.framework = app.framework;
  }
  const scripts = scriptsOf(folder);
  const execute = (name: string, environment = {}) =>
    run(folder, ['npm', 'run', '--silent', name], { PATH: path, ...environment });
  /** Runs a command of the app. Each row has its result. */
  const command = async (name: 'types' | 'build', environment = {}): Promise<boolean> => {
    const result = await execute(name, environment);
    for (const line of lines) fillCommand(line, name, result);
    return result.ok;
  };
  if (scripts['types']) await command('types');
  if (scripts['mount']) {
    const result = await execute('mount');
    for (const line of lines) fillMounted(line, result);
  }
  const sights: Sight[][] = lines.map(() => []);
  /** Serves what is built, and visits each page. */
  const visitAll = async (script: string): Promise<void> => {
    const server = await serve(folder, ['npm', 'run', '--silent', script], { PATH: path });
    try {
      for (const [index, row] of app.rows.entries())
        sights[index]?.push(await visit(browser, `${server.url}${row.path}`, row.tagInHtml));
    } finally {
      server.stop();
    }
  };
  try {
    if (app.development === 'dev') await visitAll('dev');
    if (app.development === 'build' && (await command('build', { NODE_ENV: 'development' }))) await visitAll('serve');
    if ((!scripts['build'] || (await command('build'))) && scripts['serve']) await visitAll('serve');
  } catch (error) {
    for (const line of lines) line.problems.push(String(error));
  }
  for (const [index, row] of app.rows.entries()) fillVisits(lines[index]!, row, sights[index] ?? []);
  return lines;
}
