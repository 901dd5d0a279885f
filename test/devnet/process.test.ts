/** Tests that no chain process survives the end of its devnet: `stop()`, a signal, or a killed parent process. */

import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet, type Devnet } from '../../demo/devnet/index.js';
import { balance, DESTINATION, getQuote, GUARD, pay, reaches } from './support.js';

const DEVNET = new URL('../../demo/devnet/index.ts', import.meta.url).href;

describe('devnet processes', { skip: process.platform === 'win32' }, () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    it(`end when their parent receives ${signal}`, GUARD, async () => {
      const child = await startInProcess();
      const chains = descendants(child.pid!).filter(({ command }) => command.includes('anvil'));
      assert.ok(chains.length >= 2, 'both chains run');
      child.kill(signal);
      await ended(chains.map(({ pid }) => pid));
    });
  }

  it('end and close their ports when stop() is called once or twice', GUARD, async () => {
    // Other files of this process can have chains of their own.
    const others = new Set(descendants(process.pid).map(({ pid }) => pid));
    const devnet = await startDevnet();
    const chains = descendants(process.pid).filter(({ pid, command }) => command.includes('anvil') && !others.has(pid));
    assert.ok(chains.length >= 2, 'both chains run');
    await Promise.all([devnet.stop(), devnet.stop()]);
    await ended(chains.map(({ pid }) => pid));
    for (const url of [devnet.serviceUrl, ...urlsOf(devnet)]) {
      await assert.rejects(fetch(url), url);
    }
  });

  it('deliver a payment when the chains mine one block a second', GUARD, async () => {
    const devnet = await startDevnet({ automine: false });
    const quote = await getQuote(devnet);
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    assert.equal(await balance(devnet, DESTINATION, devnet.addresses.usdc, devnet.recipient), 25_000_000n);
    await devnet.stop();
  });

  it('run side by side on separate ports', GUARD, async () => {
    const devnets = await Promise.all([startDevnet(), startDevnet()]);
    const urls = devnets.flatMap((devnet) => [devnet.serviceUrl, ...urlsOf(devnet)]);
    assert.equal(new Set(urls).size, urls.length);
    await Promise.all(devnets.map((devnet) => devnet.stop()));
  });
});

/** The addresses of the chains and of their nodes. */
const urlsOf = ({ chains }: Devnet): string[] => chains.flatMap(({ httpRpcUrl, nodeUrl }) => [httpRpcUrl, nodeUrl]);

/** Starts a devnet in a separate process. Resolves when the devnet is ready. */
async function startInProcess(): Promise<ChildProcessByStdio<null, Readable, null>> {
  const script = `import { startDevnet } from '${DEVNET}'; await startDevnet(); console.log('up');`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function processes(): Process[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (command === undefined || state!.startsWith('Z')) return []; // `ps` also lists ended processes, with state `Z`.
    return [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

function descendants(pid: number): Process[] {
  const all = processes();
  const below = (parent: number): Process[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return below(pid);
}

/** Resolves when the processes have ended. No event tells the test that the process of another process has ended. */
async function ended(pids: readonly number[]): Promise<void> {
  const deadline = AbortSignal.timeout(GUARD.timeout / 2);
  for (;;) {
    const left = processes().filter(({ pid }) => pids.includes(pid));
    if (left.length === 0) return;
    if (deadline.aborted) throw new Error(`still running: ${left.map(({ command }) => command).join(', ')}`);
    await sleep(20);
  }
}
