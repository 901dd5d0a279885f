/** Runs the first sample of stories/docs/headless.md on the local chains. The test defines the names that it lacks. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { compileFunction } from 'node:vm';
import type { Devnet } from '../../demo/devnet/index.js';
import { createPaymentSession, HubPayError } from '../../src/headless.js';
import { blocksOf } from '../tools/docs/markdown.js';
import { read } from '../tools/sources.js';
import { localWallet } from './local-wallet.js';
import { openDevnet } from './open-devnet.js';
import { balance, DESTINATION } from './support.js';

const PAGE = 'stories/docs/headless.md';

describe('the sample of the headless page', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()));
  after(() => devnet.stop());

  /** The shop's server, which stores the request id of a payment. */
  const stored: unknown[] = [];
  const shop = createServer((request, response) => {
    void json(request).then((body) => {
      stored.push(body);
      response.writeHead(204).end();
    });
  });
  before(() => once(shop.listen(0, '127.0.0.1'), 'listening'));
  after(() => void shop.close());

  /** Runs the sample with the local chains in place of the live ones. Returns what it prints. */
  async function run(refused?: string): Promise<unknown[][]> {
    const [sample] = blocksOf(PAGE, read(PAGE));
    const { recipient, registry, serviceUrl, payers } = devnet;
    const body = (sample?.text ?? '')
      .replace(/^import .*$/gmu, '')
      .replace(/'https:[^']*hub'/u, `'${serviceUrl}'`)
      .replace(/'https:[^']*payment'/u, `'http://127.0.0.1:${(shop.address() as AddressInfo).port}'`)
      .replace('42161', String(DESTINATION))
      .replace(/'0x[0-9a-fA-F]{40}'/u, `'${recipient}'`);
    const wallet = localWallet(devnet, payers[0]!.key);
    if (refused !== undefined) wallet.refuse(refused);
    const printed: unknown[][] = [];
    const names = {
      createPaymentSession,
      HubPayError,
      registry,
      provider: wallet.provider,
      console: { log: (...values: unknown[]) => printed.push(values) },
    };
    const sampleOf = compileFunction(`return (async () => {${body}\n})()`, Object.keys(names));
    await (sampleOf as (...values: unknown[]) => Promise<void>)(...Object.values(names));
    return printed;
  }
  const takings = (): Promise<bigint> => balance(devnet, DESTINATION, devnet.addresses.usdc, devnet.recipient);

  it('pays the amount and prints the price and the end', async () => {
    const earlier = await takings();
    const [price = [], end = []] = await run();
    assert.deepEqual(stored, [{ requestId: end[1], reference: 'order-1042' }]);
    assert.match(String(price[0]), /^[\d.]+$/u);
    assert.equal(end[0], 'delivered');
    assert.match(String(end[1]), /^0x[0-9a-f]{64}$/u);
    assert.equal((await takings()) - earlier, 25_000_000n);
  });

  it('prints the code of the error and where the money is when the payer refuses', async () => {
    const printed = await run('eth_requestAccounts');
    assert.deepEqual(printed[0]?.slice(0, 2), ['wallet-rejected', 'not-sent']);
  });
});
