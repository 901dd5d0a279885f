/**
 * Tests a payment that the solver refuses: the solver returns the money, and the page receives the refund's
 * transaction.
 */
import assert from 'node:assert/strict';
import type { Hex } from 'viem';
import type { RefundResult, TransactionRef } from '../../src/types.js';
import { balanceOf, clientOf, inEngines, NATIVE, ORIGIN, shopIncome } from '../support/pages/flows.js';
import { eventsOf, payByParts, textOf } from '../support/pages/shop-page.js';

inEngines(['chromium'], 'A refused payment', (test) => {
  for (const symbol of ['native', 'usdc', 'usdt'] as const) {
    test(`shop flow: refund returns ${symbol} less the network cost when the fill is refused`, async ({
      demo,
      page,
    }) => {
      demo.devnet.faults.set({ failFills: true, refundAfterMs: 500 });
      const payer = demo.devnet.payers[0]!.address;
      const asset = { chainId: ORIGIN, currency: symbol === 'native' ? NATIVE : demo.devnet.addresses[symbol] };
      const [held, income] = await Promise.all([balanceOf(demo, asset, payer), shopIncome(demo)]);
      await page.goto(demo.url);
      assert.equal((await payByParts(page, { pay: asset })).name, 'refunded');

      assert.equal(await shopIncome(demo), income);
      assert.equal((await eventsOf(page, 'hub-success')).length, 0);
      const refunds = await eventsOf(page, 'hub-refund');
      assert.equal(refunds.length, 1);
      const { transaction } = refunds[0]!.detail as unknown as RefundResult;
      assert.equal(transaction?.chainId, ORIGIN);
      const refund = await clientOf(demo, ORIGIN).getTransactionReceipt({ hash: transaction.hash as Hex });
      assert.equal(refund.status, 'success');
      const sent = (await eventsOf(page, 'hub-sent'))[0]!.detail['transaction'] as TransactionRef;
      assert.notEqual(transaction.hash, sent.hash);
      const payment = await clientOf(demo, ORIGIN).getTransactionReceipt({ hash: sent.hash as Hex });
      const cost = symbol === 'native' ? payment.gasUsed * payment.effectiveGasPrice : 0n;
      assert.equal(await balanceOf(demo, asset, payer), held - cost);
      // A contract's transfer of the native currency leaves no log. The balance of the payer shows this refund.
      assert.match(await textOf(page), /Your payment was sent back/u);
    });
  }

  test('shop flow: refund allows a second attempt that is delivered', async ({ demo, page }) => {
    demo.devnet.faults.set({ failFills: true, refundAfterMs: 200 });
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await payByParts(page, { pay: { chainId: ORIGIN, currency: demo.devnet.addresses.usdc } });
    demo.devnet.faults.clear();
    await payByParts(page, { until: ['selecting', 'reviewing', 'idle'] });
    assert.equal((await payByParts(page)).name, 'succeeded');
    assert.equal((await shopIncome(demo)) - before, 25_000_000n);
    assert.equal((await eventsOf(page, 'hub-refund')).length, 1);
    assert.equal((await eventsOf(page, 'hub-success')).length, 1);
  });
});
