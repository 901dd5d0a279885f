/** Starts anvil, a local EVM chain, in its own process. Except on Windows, anvil ends when this process ends. */

import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';

export interface Anvil {
  readonly httpRpcUrl: string;
  readonly wsRpcUrl: string;
  /** Stops the chain and deletes its state. The caller may call `stop` more than once. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a chain on a free port of 127.0.0.1. Resolves when the chain accepts connections.
 * @throws if anvil does not start or is not installed; the message names the missing package
 */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const command = [anvilBinary(), '--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)];
  const [file, args] =
    process.platform === 'win32' ? [command[0]!, command.slice(1)] : ['/bin/sh', ['-c', KEEPER, 'anvil', ...command]];
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  // Ignores errors of the pipe. If anvil ends early, the `exit` event reports it.
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

// This shell script starts anvil and reads a pipe from the Node process. If the Node process ends, the pipe closes and
// the script kills anvil. The pipe is descriptor 3, because background jobs of a shell have no standard input. Windows
// does not use this script.
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

/** Path of the anvil binary for this platform. The package's own `bin.mjs` would start one more Node process. */
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

/** Waits until anvil prints its address. The start of anvil can take ten seconds. */
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
      child.stdout!.removeAllListeners('data').resume(); // A full pipe would block anvil, so keep reading.
      child.stderr!.removeAllListeners('data').resume();
      resolve(address);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', exited);
    child.once('error', (error) => fail(String(error)));
  });
}
