/** Runs commands of the test stages. Each command has its own process group, which ends with it. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A guard against a command that hangs. A busy machine can need a multiple of the usual time. */
const LIMIT_MS = 45 * 60_000;
/** How long a stopped command has to close its browsers and servers, which can have groups of their own. */
const CLOSING_MS = 5_000;

/** Functions that stop what still runs. @type {Set<() => void>} */
const running = new Set();
let isStopping = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    isStopping = true;
    for (const stop of running) stop();
    setTimeout(() => process.exit(130), CLOSING_MS);
  });
}

/**
 * Runs a program of the repository or of its packages, and returns all that it printed.
 *
 * @param {readonly string[]} command
 * @param {Readonly<Record<string, string>>} [variables] added to the environment
 * @returns {Promise<{ code: number, output: string }>}
 */
export function execute([program = '', ...parameters], variables = {}) {
  if (isStopping) return Promise.resolve({ code: 130, output: 'Stopped by a signal.' });
  return new Promise((resolve) => {
    const PATH = `${root}node_modules/.bin:${process.env['PATH'] ?? ''}`;
    const env = { ...process.env, PATH, FORCE_COLOR: '0', NODE_NO_WARNINGS: '1', ...variables };
    const child = spawn(program, parameters, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const send = (/** @type {NodeJS.Signals} */ signal) => {
      try {
        if (child.pid) process.kill(-child.pid, signal);
      } catch {
        // All processes of the command have already ended.
      }
    };
    const stop = () => {
      send('SIGTERM');
      setTimeout(() => send('SIGKILL'), CLOSING_MS).unref();
    };
    running.add(stop);
    const limit = setTimeout(() => {
      output += `\nStopped: ${[program, ...parameters.slice(0, 2)].join(' ')} ran for ${LIMIT_MS / 60_000} minutes.\n`;
      stop();
    }, LIMIT_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    child.once('error', (error) => (output += error.message));
    child.once('close', (code) => {
      clearTimeout(limit);
      send('SIGKILL');
      running.delete(stop);
      resolve({ code: code ?? 1, output });
    });
  });
}
