/** CommonJS with `module: node20`: the compiled file calls `require('hub-pay/server')`. */
import { createServer } from 'node:http';
import { createProxy, nodeListener, verifyPayment } from 'hub-pay/server';

const proxy = createProxy({ baseUrl: 'https://pay.example', apiKey: 'key', origins: ['https://shop.example'] });
const server = createServer(nodeListener(proxy));
const expect = { recipient: `0x${'11'.repeat(20)}`, chainId: 1, currency: `0x${'22'.repeat(20)}`, amount: '1' };
const fetch = () => Promise.reject(new Error('no network'));

async function main(): Promise<void> {
  const result = await verifyPayment({
    baseUrl: 'https://pay.example',
    requestId: `0x${'1'.repeat(64)}`,
    expect,
    fetch,
  });
  if (result.ok || result.reason !== 'unreachable') throw new Error(JSON.stringify(result));
  server.close();
}

void main();
