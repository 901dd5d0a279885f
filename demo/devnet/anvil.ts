/** Starts one anvil, a real EVM chain in a process of its own, and makes sure that it ends with us. */

import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';

export interface Anvil {
  readonly httpRpcUrl: string;
  readonly wsRpcUrl: string;
  /** Ends the chain; its state is gone. May be called more than once. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a chain on a free port of 127.0.0.1 and resolves once it answers.
 * @throws when there is no anvil for this machine (the message says what to install) or when it does not come up.
 */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const command = [anvilBinary(), '--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)];
  const [file, args] =
    process.platform === 'win32' ? [command[0]!, command.slice(1)] : ['/bin/sh', ['-c', KEEPER, 'anvil', ...command]];
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {}); // the pipe breaks when anvil ends first, which `exit` tells better
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

// The shell reads a pipe from us. At end of file, which also a SIGKILL of ours brings, it ends anvil; and it ends with
// anvil. A background job of a shell has no standard input of its own, hence descriptor 3. POSIX only: on Windows anvil
// is spawned directly.
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

/** The binary inside the platform's package, not the package's `bin.mjs`, which would be a second Node process. */
function anvilBinary(): string {
  const platform = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const ours = createRequire(import.meta.url);
  const anvils = createRequire(ours.resolve('@foundry-rs/anvil/package.json'));
  try {
    return anvils.resolve(`${platform}/bin/${process.platform === 'win32' ? 'anvil.exe' : 'anvil'}`);
  } catch (cause) {
    const { version } = ours('@foundry-rs/anvil/package.json') as { version: string };
    throw new Error(`No anvil for this machine. Run: npm install --no-save ${platform}@${version}`, { cause });
  }
}

/** Reads anvil's output until it tells its address: with port 0 it takes a free one. It can take ten seconds. */
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
      child.stdout!.removeAllListeners('data').resume(); // keep draining: a full pipe would stop anvil
      child.stderr!.removeAllListeners('data').resume();
      resolve(address);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', exited);
    child.once('error', (error) => fail(String(error)));
  });
}
