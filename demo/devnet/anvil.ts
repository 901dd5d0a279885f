/** Starts anvil, a real EVM chain in its own process, and ensures that it ends with this process. */

import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';

export interface Anvil {
  readonly httpRpcUrl: string;
  readonly wsRpcUrl: string;
  /** Stops the chain and discards its state. May be called more than once. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a chain on a free port of 127.0.0.1. Resolves when the chain accepts connections.
 * @throws if anvil does not start, or if anvil is missing for this machine (the message names the package to install)
 */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const command = [anvilBinary(), '--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)];
  const [file, args] =
    process.platform === 'win32' ? [command[0]!, command.slice(1)] : ['/bin/sh', ['-c', KEEPER, 'anvil', ...command]];
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  // If anvil ends first, the pipe emits an error. The `exit` event already reports this end.
  child.stdin.on('error', () => {});
  const address = await listening(child);
  return {
    httpRpcUrl: `http://${address}`,
    wsRpcUrl: `ws://${address}`,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          resolve();
          return;
        }
        child.once('exit', () => resolve());
        child.stdin.end();
        if (process.platform === 'win32') child.kill();
      }),
  };
}

// The shell reads a pipe from this process. When this process ends, even by SIGKILL, the pipe ends and the shell kills
// anvil. The shell also ends when anvil ends. The background job reads the pipe as descriptor 3, because a shell's
// background job has no standard input. For POSIX only: on Windows, anvil is spawned directly.
const KEEPER = `
exec 3<&0
"$@" </dev/null 3<&- & child=$!
( read -r _ <&3; kill "$child" 2>/dev/null ) & watch=$!
trap 'kill "$child" 2>/dev/null' TERM INT HUP
exec 3<&-
wait "$child"; code=$?
wait "$child" 2>/dev/null
kill "$watch" 2>/dev/null
exit "$code"`;

/** The binary in the platform's package. The package's `bin.mjs` would start a second Node process. */
function anvilBinary(): string {
  const platform = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const own = createRequire(import.meta.url);
  const anvils = createRequire(own.resolve('@foundry-rs/anvil/package.json'));
  try {
    return anvils.resolve(`${platform}/bin/${process.platform === 'win32' ? 'anvil.exe' : 'anvil'}`);
  } catch (cause) {
    const { version } = own('@foundry-rs/anvil/package.json') as { version: string };
    throw new Error(`No anvil for this machine. Run: npm install --no-save ${platform}@${version}`, { cause });
  }
}

/**
 * Reads anvil's output until anvil prints its address. With port 0, anvil picks a free port. This can take ten seconds.
 */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (why: string): void => {
      clearTimeout(timer);
      child.stdin!.end();
      reject(new Error(`anvil ${why}\n${text}`));
    };
    const timer = setTimeout(() => fail('did not listen within 60 s'), 60_000);
    const exited = (code: number | null): void => fail(`ended with ${code}`);
    const read = (chunk: Buffer): void => {
      text = (text + String(chunk)).slice(-4_000);
      const address = /Listening on (\S+)\s/.exec(text)?.[1];
      if (!address) return;
      clearTimeout(timer);
      child.off('exit', exited);
      child.stdout!.removeAllListeners('data').resume(); // Keep reading: a full pipe would block anvil.
      child.stderr!.removeAllListeners('data').resume();
      resolve(address);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', exited);
    child.once('error', (error) => fail(String(error)));
  });
}
