/**
 * One server of the bench `server`: `node --expose-gc --import tsx server-process.ts <kind> <url of the service>`. The
 * kinds are `proxy`, and `bare`, which forwards every request by `fetch` and checks nothing. Sends its port. Answers
 * the message `heap` with the bytes of its heap after a collection, and `cpu` with the microseconds of its processor
 * time.
 */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createProxy, nodeListener } from '../../../src/server/index.js';

const [, , kind, baseUrl = ''] = process.argv;
const limiter = { consume: () => Promise.resolve() };

const proxy = (): RequestListener =>
  nodeListener(createProxy({ baseUrl, apiKey: 'key', path: '/hub', origins: ['https://shop.example'], limiter }));

const bare = (): RequestListener => (request, response) => {
  void bodyOf(request).then(async (body) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': 'key' };
    const url = `${baseUrl}${(request.url ?? '').slice('/hub'.length)}`;
    const answer = await fetch(url, { method: request.method ?? 'GET', headers, ...(body !== '' && { body }) });
    const text = await answer.text();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}

const server = createServer(kind === 'proxy' ? proxy() : bare());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('message', (what) => {
  const { user, system } = process.cpuUsage();
  if (what === 'cpu') process.send?.(user + system);
  else void heapBytes().then((bytes) => process.send?.(bytes));
});
process.on('disconnect', () => process.exit());

/** Several collections, because finalizers of the first one free more. */
async function heapBytes(): Promise<number> {
  for (let collections = 0; collections < 6; collections += 1) {
    global.gc?.();
    await pause(20);
  }
  return process.memoryUsage().heapUsed;
}
