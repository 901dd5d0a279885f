/** Runs a command, or a server, in the folder of an app. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** How long a command may run. */
const LIMIT_MS = 180_000;

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

/** A server that runs until `stop` is called. */
export type Served = { url: string; stop: () => void };

/**
 * Starts the command with a free port, and resolves when the server answers.
 * @throws if the command ends, or if there is no answer in time
 */
export async function serve(folder: string, command: readonly string[], environment: Environment): Promise<Served> {
  const port = String(await freePort());
  const child = start(folder, [...command, '--', '--port', port], { PORT: port, ...environment });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const url = `http://localhost:${port}`;
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const answer = await fetch(url, { signal }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) return { url, stop: () => end(child) };
    if (child.exitCode !== null || Date.now() > deadline) {
      end(child);
      throw new Error(`The server did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
