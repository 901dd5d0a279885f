/** Tests what the ledger does with a delivery that the merchant's own node does not confirm. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { databases } from '../databases.js';
import { idOf } from '../../../support/fake-service.js';
import { NOW, openShop, runUntil, type Shop } from '../shop.js';

const HOUR = 3_600_000;
const HASH = `0x${'b'.repeat(24)}${idOf(1).slice(-40)}`;
const receipt = (status: string | undefined, block = '0x64') => ({
  transactionHash: HASH,
  blockHash: `0x${'9'.repeat(64)}`,
  blockNumber: block,
  status,
});

/** Opens a shop whose node answers the requests for receipts in this way, one after the other. */
async function opened(context: TestContext, ...answers: unknown[]): Promise<Shop> {
  context.mock.method(console, 'error', () => undefined);
  const shop = await openShop(databases.sqlite);
  let asked = 0;
  const other = await shop.other({
    finality: { 8453: { rpc: 'https://node.example', confirmations: 2 } },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.startsWith('https://node.example')) return shop.service.fetch(request);
      const { method } = (await request.json()) as { method: string };
      if (method === 'eth_blockNumber') return Response.json({ result: '0x65' });
      const answer = answers[(asked += 1) % answers.length];
      return answer === undefined ? new Response('down', { status: 401 }) : Response.json({ result: answer });
    },
  });
  await other.add('1');
  await other.store(idOf(1), '1');
  other.service.records.set(idOf(1), { sentAt: NOW });
  return other;
}

const kindsOf = async (shop: Shop): Promise<string[]> => (await shop.ledger.attention()).map(({ kind }) => kind);

test('a delivery that the node does not confirm is not paid, and is told after an hour whatever the node says', async (context) => {
  for (const answers of [
    [undefined],
    [null],
    [receipt(undefined)],
    [receipt('0x1', '0x65')],
    [undefined, null, receipt('0x1', '0x65'), receipt(undefined)],
  ]) {
    const shop = await opened(context, ...answers);
    await shop.ledger.check('1');
    assert.equal(await shop.standing('1'), 'paying confirming');
    await runUntil([shop], async () => (await kindsOf(shop)).length > 0);
    assert.deepEqual([await kindsOf(shop), shop.paid], [['unreadable'], []]);
    const passed = shop.clock.now() - NOW;
    assert.ok(passed >= HOUR && passed < 2 * HOUR, `${passed} ms`);
  }
});

test('a delivery that has failed on the chain is told at once, once, and pays when the node corrects itself', async (context) => {
  const answer = receipt('0x0');
  const shop = await opened(context, answer);
  await shop.ledger.check('1');
  assert.deepEqual([await shop.standing('1'), await kindsOf(shop)], ['review unreadable', ['unreadable']]);
  assert.match((await shop.ledger.attention())[0]?.message ?? '', /Your node says that the delivering transaction/u);
  await runUntil([shop], () => shop.attention.length > 0);
  shop.clock.sleep(HOUR);
  await shop.ledger.check('1');
  assert.equal((await shop.ledger.attention()).length, 1);
  answer.status = '0x1';
  await shop.ledger.check('1');
  assert.deepEqual([await shop.standing('1'), await kindsOf(shop)], ['paid paid', []]);
});

test('a person who has decided about a failed delivery is not told again', async (context) => {
  const shop = await opened(context, receipt('0x0'));
  await shop.ledger.check('1');
  await shop.ledger.resolve(idOf(1), 'The payer pays again.');
  await shop.ledger.check('1');
  assert.deepEqual([await kindsOf(shop), await shop.standing('1')], [[], 'unpaid unreadable']);
});
