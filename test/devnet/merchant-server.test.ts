/**
 * Runs the whole server of the documentation against the local service, with a real PostgreSQL. The server is killed
 * between the wallet's prompt and the end, two of them run at once, and the service is careless about transfers.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Devnet } from '../../demo/devnet/index.js';
import {
  openPageServers,
  openShopDatabase,
  type PageServer,
  type PageServers,
  type ShopDatabase,
} from '../tools/docs/page-server.js';
import { startPostgres } from '../support/postgres.mjs';
import { runsOf, seedOf } from '../support/thorough.js';
import { openDevnet } from './open-devnet.js';
import { DESTINATION, getQuote, GUARD, pay, reaches, request } from './support.js';

/** The moments at which a server is killed: at twice as many chunks as it sends for a press or a look. */
const KILLS = 50;
const SEED = 20_261_127;

describe('the whole server of the documentation', () => {
  let devnet: Devnet;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let servers: PageServers;
  let shop: ShopDatabase;
  let environment: Record<string, string>;
  let orders = 0;

  before(async () => {
    devnet = await openDevnet();
    postgres = await startPostgres();
    servers = await openPageServers({
      '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789': devnet.recipient,
      '0xaf88d065e77c8cC2239327C5EDb3A432268e5831': devnet.addresses.usdc,
      '42161': String(DESTINATION),
    });
    shop = await openShopDatabase(postgres);
    environment = { PAY_SERVICE: devnet.serviceUrl, DATABASE_URL: shop.url };
  }, GUARD);
  after(async () => {
    await servers.close();
    await postgres.stop();
    await devnet.stop();
  });

  const newOrder = (): string => String((orders += 1) + 2000);
  const start = async (order: string): Promise<PageServer> => {
    const server = await servers.start({ ...environment, ORDER: order });
    assert.ok(server);
    return server;
  };
  const statusOf = async (server: PageServer, order: string): Promise<unknown> =>
    (await server.read(order))?.body['status'];
  const parcels = async (order: string): Promise<number> =>
    (await shop.parcels()).filter((each) => each === order).length;

  it('pays an order by a payment on the local chains', async () => {
    const order = newOrder();
    const server = await start(order);
    const quote = await getQuote(devnet);
    assert.equal(await server.store(order, quote.requestId), 204);
    assert.equal(await statusOf(server, order), 'unpaid');
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    await shop.pass(order);
    assert.equal(await statusOf(server, order), 'paid');
    assert.equal(await server.store(order, (await getQuote(devnet)).requestId), 409);
    assert.equal(await parcels(order), 1);
    await server.stop();
  });

  it('pays an order by its job alone when no page reports anything', async () => {
    const order = newOrder();
    const server = await start(order);
    const quote = await getQuote(devnet);
    assert.equal(await server.store(order, quote.requestId), 204);
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    await shop.pass(order);
    // The job looks for due payments every two seconds.
    while ((await parcels(order)) === 0);
    await server.stop();
  });

  it('pays an order once when two processes verify the payment at once', async () => {
    const order = newOrder();
    const both = [await start(order), await start(order)];
    const quote = await getQuote(devnet);
    assert.equal(await both[0]!.store(order, quote.requestId), 204);
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    await shop.pass(order);
    const read = await Promise.all([...both, ...both].map((server) => statusOf(server, order)));
    assert.deepEqual([new Set(read), await parcels(order)], [new Set(['paid']), 1]);
    for (const server of both) await server.stop();
  });

  it('ends every order as paid once or unpaid when the server is killed at any moment of the payment', async (context) => {
    const runs = runsOf(6);
    const chances = fc.sample(fc.record({ sent: fc.boolean(), isPaid: fc.boolean() }), {
      numRuns: runs,
      seed: seedOf(SEED),
    });
    let killed = 0;
    for (const [run, { sent, isPaid }] of chances.entries()) {
      // Half of the servers are killed around the press, the others while they look at the delivered payment. 50
      // runs end at each of the first chunks once.
      const moment = Math.floor((run * KILLS) / Math.min(runs, KILLS)) % KILLS;
      const from = moment % 2 === 0 ? 'press' : 'delivery';
      const end = { chunk: 1 + Math.floor(moment / 2), sent };
      const words = JSON.stringify({ from, ...end, isPaid });
      const [order, kills] = [newOrder(), killed];
      let server = await start(order);
      const revive = async (): Promise<void> => {
        if (server.isRunning()) return;
        killed += 1;
        server = await start(order);
        await shop.pass(order);
      };
      if (from === 'press') server.endAt(end);
      const quote = await getQuote(devnet);
      // The wallet prompts only after the server has answered. The payer presses again if it has not.
      let stored = await server.store(order, quote.requestId);
      if (stored === null) {
        await revive();
        stored = await server.store(order, quote.requestId);
      }
      assert.equal(stored, 204, words);
      const arrives = isPaid || from === 'delivery';
      if (arrives) {
        await pay(devnet, quote);
        await reaches(devnet, quote.requestId, 'success');
      }
      if (from === 'delivery') server.endAt(end);
      // The page asks again and again, until the server is killed.
      const isToDie = killed === kills;
      for (let ask = 0; isToDie && ask < KILLS && server.isRunning(); ask += 1) {
        await shop.pass(order);
        await server.read(order);
      }
      await revive();
      await shop.pass(order);
      assert.equal(await statusOf(server, order), arrives ? 'paid' : 'unpaid', words);
      assert.equal(await parcels(order), arrives ? 1 : 0, words);
      await server.stop();
    }
    context.diagnostic(`${killed} of ${runs} servers were killed`);
    assert.equal(killed, runs);
  });

  it('pays one order by one transfer, although the service takes it for two requests', async () => {
    const [first, second] = [newOrder(), newOrder()];
    const server = await start(first);
    const other = await start(second);
    const local = { originChainId: DESTINATION, originCurrency: devnet.addresses.usdc };
    const quotes = [await getQuote(devnet, local), await getQuote(devnet, local)] as const;
    assert.equal(await server.store(first, quotes[0].requestId), 204);
    assert.equal(await other.store(second, quotes[1].requestId), 204);
    devnet.faults.set({ reuseTransfers: true });
    const hash = await pay(devnet, quotes[1]);
    const report = ({ requestId }: { requestId: string }): Promise<Response> =>
      fetch(`${devnet.serviceUrl}/transactions/single`, {
        method: 'POST',
        body: JSON.stringify({ tx: JSON.stringify({ txHash: hash }), chainId: String(DESTINATION), requestId }),
      });
    for (const quote of quotes) await report(quote);
    for (const { requestId } of quotes) await reaches(devnet, requestId, 'success');
    devnet.faults.clear();
    for (const each of [first, second]) await shop.pass(each);
    const statuses = [await statusOf(server, first), await statusOf(other, second)];
    assert.deepEqual(statuses, ['paid', 'disputed']);
    assert.deepEqual([await parcels(first), await parcels(second)], [1, 0]);
    for (const each of [server, other]) await each.stop();
  });

  it('does not pay an order by a transfer that is older than the stored request, although the service takes it', async () => {
    const order = newOrder();
    const server = await start(order);
    const local = { originChainId: DESTINATION, originCurrency: devnet.addresses.usdc };
    const { requestId } = await getQuote(devnet, local);
    assert.equal(await server.store(order, requestId), 204);
    // The service reports a transfer of the chain's first day for this request.
    const paid = await getQuote(devnet, local);
    await pay(devnet, paid);
    await reaches(devnet, paid.requestId, 'success');
    const { body } = await request<{ requests: WireRecord[] }>(devnet, `/requests/v2?id=${paid.requestId}`);
    const [record] = body.requests;
    const old = record!.data.inTxs.map((each) => ({ ...each, timestamp: 1 }));
    const forged = { ...record, id: requestId, data: { ...record!.data, inTxs: old } };
    devnet.faults.set({ answer: { path: '/requests/v2', status: 200, body: { requests: [forged] } } });
    await shop.pass(order);
    assert.equal(await statusOf(server, order), 'unpaid');
    devnet.faults.clear();
    const [payment] = await shop.query('select status from hub_pay_payments where request_id = $1', [requestId]);
    assert.deepEqual([payment, await parcels(order)], [{ status: 'too-old' }, 0]);
    await server.stop();
  });
});

type WireRecord = { data: { inTxs: object[] } };
