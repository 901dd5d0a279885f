/** Runs commands of the test stages. Each command has its own process group, so that nothing outlives it. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A guard against a command that hangs. No command comes near it. */
const LIMIT_MS = 20 * 60_000;

/** Functions that end what still runs. @type {Set<() => void>} */
const running = new Set();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    for (const end of running) end();
    process.exit(130);
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
  return new Promise((resolve) => {
    const PATH = `${root}node_modules/.bin:${process.env['PATH'] ?? ''}`;
    const env = { ...process.env, PATH, FORCE_COLOR: '0', NODE_NO_WARNINGS: '1', ...variables };
    const child = spawn(program, parameters, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const end = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All processes of the command have already ended.
      }
    };
    running.add(end);
    const limit = setTimeout(() => {
      output += `\nStopped: it ran longer than ${LIMIT_MS / 60_000} minutes.\n`;
      end();
    }, LIMIT_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    child.once('error', (error) => (output += error.message));
    child.once('close', (code) => {
      clearTimeout(limit);
      end();
      running.delete(end);
      resolve({ code: code ?? 1, output });
    });
  });
}
