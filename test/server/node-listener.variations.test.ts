/** Variations of a finding about malformed requests: other lines that no `Request` can contain, and honest ones. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { nodeListener } from '../../src/server/index.js';

/** Sends these lines as they are to one server, and returns the first line of each response. */
async function answers(...requests: string[][]): Promise<string[]> {
  const server = createServer(nodeListener(async (each) => Response.json({ text: await each.text() })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const all: string[] = [];
  for (const lines of requests) {
    all.push(
      await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(port, '127.0.0.1', () => socket.end(`${lines.join('\r\n')}\r\n\r\n`));
        socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
        socket.on('error', reject).on('close', () => resolve(text.split('\r\n')[0] ?? ''));
      }),
    );
  }
  server.closeAllConnections();
  server.close();
  return all;
}

const CLOSE = 'Connection: close';
const HONEST = ['GET /hub/chains HTTP/1.1', 'Host: shop.example', CLOSE];
const OK = 'HTTP/1.1 200 OK';
const BAD = 'HTTP/1.1 400 Bad Request';

const cases: [what: string, status: string, ...lines: string[]][] = [
  ['the target is a whole URL of another host', BAD, 'GET http://other.example/ HTTP/1.1', 'Host: shop.example', CLOSE],
  ['the port of the host is no number', BAD, 'GET / HTTP/1.1', 'Host: shop.example:port', CLOSE],
  ['the host is a broken IPv6 address', BAD, 'GET / HTTP/1.1', 'Host: [::1', CLOSE],
  ['a backslash begins a second host', BAD, 'GET /\\other.example/ HTTP/1.1', 'Host: shop.example', CLOSE],
  ['the method is TRACK', BAD, 'TRACK / HTTP/1.1', 'Host: shop.example', CLOSE],
  ['a GET has a body', OK, 'GET / HTTP/1.1', 'Host: shop.example', 'Content-Length: 2', CLOSE, '', 'ab'],
  ['a header occurs twice', OK, 'GET / HTTP/1.1', 'Host: shop.example', 'Cookie: a=1', 'Cookie: b=2', CLOSE],
  ['the path has broken escapes', OK, 'GET /%zz%00?a=%ff HTTP/1.1', 'Host: shop.example', CLOSE],
  ['an older client names no host', OK, 'GET / HTTP/1.0', CLOSE],
];
for (const [what, status, ...lines] of cases) {
  test(`V-4 nodeListener answers ${status.slice(9, 12)} and goes on when ${what}`, async () => {
    assert.deepEqual(await answers(lines, HONEST), [status, OK]);
  });
}
