/** Tests that `npm start` prints the shop's URL, and that no process is left when `npm start` ends. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const started: ChildProcess[] = [];
const lineOf = /^Shop: (http:\/\/127\.0\.0\.1:\d+\/)$/u;

type Shop = { npm: ChildProcess; url: string; chains: { httpRpcUrl: string }[] };

/** Runs `npm start` in its own process group, so the test can find all its processes. */
async function start(...args: string[]): Promise<Shop> {
  const npm = spawn('npm', ['start', '--', ...args], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(npm);
  for await (const line of createInterface(npm.stdout)) {
    const url = lineOf.exec(line)?.[1];
    if (!url) continue;
    npm.stdout.resume();
    const page = await (await fetch(url)).text();
    const service = /base-url="([^"]+)"/u.exec(page)?.[1] ?? '';
    const { chains } = (await (await fetch(`${service}/chains`)).json()) as { chains: { httpRpcUrl: string }[] };
    return { npm, url, chains };
  }
  throw new Error('npm start ended without an address.');
}

/** The processes of `npm start` that still run, one line of `ps` for each process. */
function groupOf({ pid }: ChildProcess): string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,args=']).toString().split('\n');
  return lines.filter((line) => {
    const [, group, state] = line.trim().split(/\s+/u);
    return group === String(pid) && !state?.startsWith('Z');
  });
}

/** Sends SIGINT to the whole process group, as a terminal does. */
function pressCtrlC({ npm }: Shop): void {
  process.kill(-npm.pid!, 'SIGINT');
}

/** Waits until no process of the shop runs. No event tells when the processes of another process have ended. */
async function gone(shop: Shop): Promise<void> {
  const deadline = AbortSignal.timeout(PATIENCE);
  for (let left = groupOf(shop.npm); left.length > 0; left = groupOf(shop.npm)) {
    assert.ok(!deadline.aborted, `still running:\n${left.join('\n')}`);
    await sleep(50);
  }
  for (const { httpRpcUrl } of shop.chains) await assert.rejects(fetch(httpRpcUrl, { method: 'POST' }));
  await assert.rejects(fetch(shop.url));
}

/** A guard against a process that stays. Other stages can leave it a small part of a core. */
const PATIENCE = 120_000;

describe('npm start', () => {
  /** A start takes seconds, so a test goes on with the shop of the test before. */
  let first: Shop;
  let again: Shop;

  after(() => {
    for (const { pid } of started) {
      try {
        if (pid) process.kill(-pid, 'SIGKILL');
      } catch {
        // All processes have already ended.
      }
    }
  });

  it('prints its URL when it is ready, runs twice side by side and ends with Ctrl-C', async () => {
    first = await start();
    const second = await start();
    assert.notEqual(first.url, second.url);
    assert.equal(first.chains.length, 5);
    assert.ok(groupOf(first.npm).some((line) => line.includes('anvil')));
    pressCtrlC(first);
    await gone(first);
    assert.equal((await fetch(second.url)).status, 200);
    second.npm.kill('SIGTERM');
    await gone(second);
  });

  it('starts again on the same port right after it has ended', async () => {
    again = await start('--port', new URL(first.url).port);
    assert.equal(again.url, first.url);
  });

  it('ends when its parent process ends', async () => {
    again.npm.kill('SIGKILL');
    await gone(again);
  });

  it('names the port and the option for another port, and leaves no process when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const args = ['start', '--silent', '--', '--port', String(port)];
    const npm = spawn('npm', args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    started.push(npm);
    const lines: string[] = [];
    for await (const line of createInterface(npm.stderr)) lines.push(line);
    const [code] = npm.exitCode === null ? ((await once(npm, 'exit')) as [number]) : [npm.exitCode];
    assert.equal(code, 1);
    assert.match(lines.join('\n'), new RegExp(`port ${port} .*npm start -- --port`, 'iu'));
    assert.deepEqual(groupOf(npm), []);
    other.close();
  });
});
