/**
 * Runs the proxy in the Node that a test chooses: `node --expose-gc proxy-process.js <what>`.
 *
 * `kept` prints the bytes of the heap that stay for each of 20,000 requests. `late` prints the status, and the
 * milliseconds until it, if the service never answers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createProxy } from '../../../src/server/index.js';

const REQUESTS = 20_000;

const endless = (signal: AbortSignal): Promise<Response> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

const open = (answer: (signal: AbortSignal) => Promise<Response>): ((request: Request) => Promise<Response>) =>
  createProxy({
    baseUrl: 'https://pay.example',
    apiKey: 'key',
    origins: ['https://shop.example'],
    limiter: { consume: () => Promise.resolve() },
    fetch: (_, init) => answer(init!.signal!),
  });

const asked = (): Request =>
  new Request('https://shop.example/hub/currencies/v1', {
    method: 'POST',
    body: '{"term":"usdc"}',
    headers: { 'content-type': 'application/json' },
    signal: new AbortController().signal,
  });

async function keptBytes(): Promise<number> {
  const proxy = open(() => Promise.resolve(Response.json({})));
  const send = async (count: number): Promise<number> => {
    for (let sent = 0; sent < count; sent += 1) await (await proxy(asked())).text();
    for (let collections = 0; collections < 6; collections += 1) {
      global.gc!();
      await pause(20);
    }
    return process.memoryUsage().heapUsed;
  };
  const before = await send(1_000);
  return ((await send(REQUESTS)) - before) / REQUESTS;
}

async function lateAnswer(): Promise<[status: number, ms: number]> {
  const began = performance.now();
  // A signal that only the proxy holds must survive a collection.
  const collections = setInterval(() => global.gc!(), 500);
  const { status } = await open(endless)(asked());
  clearInterval(collections);
  return [status, performance.now() - began];
}

void (process.argv[2] === 'late' ? lateAnswer() : keptBytes()).then((result) => {
  console.log(JSON.stringify(result));
  process.exit();
});
