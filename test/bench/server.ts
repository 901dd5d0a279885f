/**
 * Compares the proxy behind `nodeListener` with a bare forwarder of the same Node, which checks nothing. Both run in
 * processes of their own and take turns, so that a busy machine slows both.
 *
 * The requests are quotes and status requests, as a page sends them. `ratio` is the throughput of the proxy divided by
 * that of the bare forwarder: the median of many short turns. `cpuRatio` is the same for their processor time, which
 * depends less on what else runs. `added` are the milliseconds that a request takes longer through the proxy, measured
 * one request at a time. `kept` are the bytes of the heap that stay for each request.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { check, median, report, round } from '../tools/figures.js';
import { nativeCase } from '../support/quotes.js';

const WARM_UP = 1_000;
const TURNS = 60;
const REQUESTS_PER_TURN = 200;
const CONNECTIONS = 20;
const SINGLE_REQUESTS = 1_000;
const KEPT_REQUESTS = 20_000;

const LEAST_RATIO = 0.6;
const MOST_ADDED_MS = 5;
const MOST_KEPT_BYTES = 1_000;

const STATUS = `/hub/intents/status/v3?requestId=0x${'ab'.repeat(32)}`;
const QUOTE = JSON.stringify({
  user: '0x1111111111111111111111111111111111111111',
  originChainId: 1,
  originCurrency: '0x1111111111111111111111111111111111111111',
  destinationChainId: 8453,
  destinationCurrency: '0x1111111111111111111111111111111111111111',
  tradeType: 'EXACT_OUTPUT',
  amount: '25000000',
  recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
});

type Server = { child: ChildProcess; port: number; agent: Agent };

const quoted = JSON.stringify(nativeCase().quote);
const service = createServer((incoming, outgoing) => {
  incoming.resume().on('end', () => {
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.end(incoming.method === 'POST' ? quoted : '{"status":"pending"}');
  });
});
service.listen(0, '127.0.0.1');
await once(service, 'listening');
const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const [bare, proxy] = [await start('bare'), await start('proxy')];
try {
  for (const server of [bare, proxy]) await send(server, WARM_UP);
  const cpu = async (): Promise<[bare: number, proxy: number]> => [await tell(bare, 'cpu'), await tell(proxy, 'cpu')];
  const [bareBefore, proxyBefore] = await cpu();
  const ratios: number[] = [];
  const perSecond: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const bareMs = await send(bare, REQUESTS_PER_TURN);
    const proxyMs = await send(proxy, REQUESTS_PER_TURN);
    ratios.push(bareMs / proxyMs);
    perSecond.push((REQUESTS_PER_TURN / proxyMs) * 1_000);
  }
  const [bareAfter, proxyAfter] = await cpu();
  const [bareTimes, proxyTimes]: [number[], number[]] = [[], []];
  for (let sent = 0; sent < SINGLE_REQUESTS; sent += 1) {
    bareTimes.push(await timed(bare, sent));
    proxyTimes.push(await timed(proxy, sent));
  }
  const addedAt = (share: number): number => round(quantile(proxyTimes, share) - quantile(bareTimes, share), 2);
  const before = await tell(proxy, 'heap');
  await send(proxy, KEPT_REQUESTS);
  const kept = round(((await tell(proxy, 'heap')) - before) / KEPT_REQUESTS);
  const ratio = round(median(ratios), 2);
  const cpuRatio = round((bareAfter - bareBefore) / (proxyAfter - proxyBefore), 2);
  const figures = { node: process.version, ratio, cpuRatio, requestsPerSecond: round(median(perSecond)) };
  report('server', [{ ...figures, addedMedianMs: addedAt(0.5), addedP99Ms: addedAt(0.99), keptBytes: kept }]);
  const checks = [
    { check: 'throughput beside a bare forwarder', figure: ratio, least: LEAST_RATIO, verdict: verdictOf(ratio) },
    check('milliseconds added at the 99th percentile', addedAt(0.99), MOST_ADDED_MS),
    check('heap bytes kept for each request', kept, MOST_KEPT_BYTES),
  ];
  report('server', checks);
  process.exitCode = checks.every(({ verdict }) => verdict === 'ok') ? 0 : 1;
} finally {
  for (const { child, agent } of [bare, proxy]) {
    agent.destroy();
    child.disconnect();
  }
  service.close();
  service.closeAllConnections();
}

async function start(kind: string): Promise<Server> {
  const file = fileURLToPath(new URL('support/server-process.ts', import.meta.url));
  const child = fork(file, [kind, baseUrl], { execArgv: ['--expose-gc', '--import', 'tsx'] });
  const [port] = (await once(child, 'message')) as [number];
  return { child, port, agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }) };
}

/** Sends requests over all connections. Returns the milliseconds until the last response. */
async function send(server: Server, count: number): Promise<number> {
  const began = performance.now();
  let next = 0;
  const connection = async (): Promise<void> => {
    while (next < count) await ask(server, next++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return performance.now() - began;
}

async function timed(server: Server, index: number): Promise<number> {
  const began = performance.now();
  await ask(server, index);
  return performance.now() - began;
}

/** Sends a quote or a status request. */
function ask({ port, agent }: Server, index: number): Promise<void> {
  const isQuote = index % 2 === 0;
  const options = { port, agent, host: '127.0.0.1', path: isQuote ? '/hub/quote/v2' : STATUS };
  const headers = isQuote ? { 'content-type': 'application/json', 'content-length': QUOTE.length } : {};
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, method: isQuote ? 'POST' : 'GET', headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
      answer.resume().on('end', resolve);
    });
    sent.on('error', reject).end(isQuote ? QUOTE : undefined);
  });
}

/** Asks a server for its `heap` or `cpu`. */
async function tell({ child }: Server, what: string): Promise<number> {
  const told = once(child, 'message');
  child.send(what);
  const [value] = (await told) as [number];
  return value;
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

function verdictOf(ratio: number): string {
  return ratio >= LEAST_RATIO ? 'ok' : 'UNDER';
}
