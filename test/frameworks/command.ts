/** Runs a command, or a server, in the folder of an app. */
import { spawn, type ChildProcess } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { freePort } from '../support/free-port.mjs';

/** How long a command may run, and how long a server may need to listen. Only a command that hangs needs so long. */
const LIMIT_MS = 300_000;

type Environment = Readonly<Record<string, string>>;

function start(folder: string, command: readonly string[], environment: Environment): ChildProcess {
  const [program = '', ...parameters] = command;
  const telemetry = { NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
  const quiet = { FORCE_COLOR: '0', NODE_NO_WARNINGS: '1', NG_CLI_ANALYTICS: 'false', ...telemetry };
  const { NODE_ENV: _, ...inherited } = process.env;
  const env = { ...inherited, ...quiet, ...environment } as NodeJS.ProcessEnv;
  return spawn(program, parameters, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Ends the command and every process that it has started. */
function end(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All processes of the command have already ended.
  }
}

/** Runs the command to its end. `output` is all that it printed. */
export function run(
  folder: string,
  command: readonly string[],
  environment: Environment = {},
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = start(folder, command, environment);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    const limit = setTimeout(() => {
      output += `\nStopped after ${LIMIT_MS / 1000} s.`;
      end(child);
    }, LIMIT_MS);
    child.once('error', (error) => (output += error.message));
    child.once('close', (code) => {
      clearTimeout(limit);
      end(child);
      resolve({ ok: code === 0, output });
    });
  });
}

/** A server that runs until `stop` is called. `stop` resolves when all its processes have ended. */
export type Served = { url: string; stop: () => Promise<void> };

/**
 * Starts the command with a free port. Resolves when the server prints its address, which it does when it listens.
 * @throws if the command ends, or if it prints no address in time
 */
export async function serve(folder: string, command: string, environment: Environment): Promise<Served> {
  const port = String(await freePort());
  const child = start(folder, ['sh', '-c', `${command} --port ${port}`], { PORT: port, ...environment });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = (): Promise<void> => {
    end(child);
    return closed;
  };
  // An error about a port in use names the port too, but no address of a page.
  const isAddress = new RegExp(`//[^/\\s]*:${port}\\b`, 'u');
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (): void => {
      end(child);
      reject(new Error(`The server did not start:\n${output}`));
    };
    const limit = setTimeout(fail, LIMIT_MS);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        // Some servers print the port in another colour than the rest of the address.
        if (!isAddress.test(stripVTControlCharacters(output))) return;
        clearTimeout(limit);
        resolve({ url: `http://localhost:${port}`, stop });
      });
    void closed.then(() => {
      clearTimeout(limit);
      fail();
    });
  });
}
