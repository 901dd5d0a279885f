/** A reload at the worst moments: the same outcome, nothing asked twice, one event at the end. */
import assert from 'node:assert/strict';
import { inEngines, NATIVE, ORIGIN, PRICE, takings, type Visit } from '../support/flows.js';
import { holdBlocks, untilAllowed } from '../support/payer.js';
import { answerWallet, eventsOf, payByParts, press, reaches, textOf, walletMethods } from '../support/shop-page.js';

const SEND = 'eth_sendTransaction';
const CONNECT = 'eth_requestAccounts';

/** The payment that a reload interrupted comes to its end without another press. */
async function endsWell({ demo, page }: Visit, before: bigint, asked: readonly string[]): Promise<void> {
  await reaches(page, { name: 'succeeded' });
  assert.equal((await takings(demo)) - before, PRICE);
  assert.equal((await eventsOf(page, 'hub-success')).length, 1);
  assert.equal((await eventsOf(page, 'hub-sent')).length, 1);
  assert.deepEqual(await walletMethods(page), asked);
}

inEngines(['chromium', 'firefox', 'webkit'], 'A reload', (test) => {
  const native = { chainId: ORIGIN, currency: NATIVE };

  test('F-152 while the wallet asks: the payment is watched, and approving it afterwards ends in success', async (visit) => {
    const { demo, page } = visit;
    const before = await takings(demo);
    await page.goto(demo.url);
    await payByParts(page, { pay: native, leave: SEND });
    await page.reload();
    await reaches(page, { name: 'processing' });
    await answerWallet(page, 'approve');
    await endsWell(visit, before, [CONNECT, SEND]);
  });

  test('F-153 right after the hash, before the chain has it: nothing is asked again', async (visit) => {
    const { demo, page } = visit;
    const before = await takings(demo);
    const mine = await holdBlocks(demo, ORIGIN);
    try {
      await page.goto(demo.url);
      await payByParts(page, { pay: native, until: ['processing'] });
      await page.reload();
    } finally {
      await mine();
    }
    await endsWell(visit, before, [CONNECT, SEND]);
  });

  test('F-154 while it is on its way: it is shown as such, and ends', async (visit) => {
    const { demo, page } = visit;
    const before = await takings(demo);
    demo.devnet.faults.set({ fillDelayMs: 1_500 });
    await page.goto(demo.url);
    await payByParts(page, { pay: native, until: ['processing'] });
    await reaches(page, { status: 'pending' });
    await page.reload();
    await endsWell(visit, before, [CONNECT, SEND]);
  });

  test('while the wallet asks for an approval: one more press pays, and the approval is not asked again', async (visit) => {
    const { demo, page } = visit;
    const { usdc, depository } = demo.devnet.addresses;
    const before = await takings(demo);
    await page.goto(demo.url);
    await payByParts(page, { pay: { chainId: ORIGIN, currency: usdc }, leave: SEND });
    await page.reload();
    await answerWallet(page, 'approve');
    await untilAllowed(demo, ORIGIN, { token: usdc, spender: depository });
    await payByParts(page, { pay: { chainId: ORIGIN, currency: usdc } });
    await endsWell(visit, before, [CONNECT, SEND, SEND]);
  });
});

inEngines(['chromium'], 'A reload', (test) => {
  test('of a refused payment while it is on its way ends in one refund', async ({ demo, page }) => {
    demo.devnet.faults.set({ failFills: true, refundAfterMs: 1_500 });
    await page.goto(demo.url);
    await payByParts(page, { until: ['processing'] });
    await page.reload();
    await reaches(page, { name: 'refunded' });
    assert.equal((await eventsOf(page, 'hub-refund')).length, 1);
  });

  test('with resume="ask": a banner, and no request before *View*', async ({ demo, page }) => {
    demo.devnet.faults.set({ ignoreDeposits: true });
    await page.goto(`${demo.url}?resume=ask`);
    await payByParts(page, { until: ['processing'] });
    await page.reload();
    await page.waitFor(() => document.querySelector('hub-pay')?.shadowRoot?.querySelector('[part~=banner]'));
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.ok(asked.length > 0);
    assert.deepEqual([...new Set(asked.map((address) => new URL(address).origin))], [new URL(demo.url).origin]);
    demo.devnet.faults.clear();
    await press(page, '[part~=banner] button');
    await reaches(page, { name: 'succeeded' });
  });

  test('F-162 two tabs of one order: the second shows the payment of the first, and cannot pay again', async ({
    demo,
    page,
  }) => {
    const before = await takings(demo);
    demo.devnet.faults.set({ fillDelayMs: 1_500 });
    await page.goto(demo.url);
    const other = await page.anotherTab();
    await other.goto(demo.url);
    await payByParts(other, { pay: { chainId: ORIGIN, currency: NATIVE }, until: ['reviewing'] });
    await payByParts(page, { pay: { chainId: ORIGIN, currency: NATIVE }, leave: SEND });
    await press(other, '[part~=primary]');
    await answerWallet(page, 'approve');
    const ends = await Promise.all([payByParts(page), payByParts(other)]);
    assert.deepEqual(
      ends.map(({ name }) => name),
      ['succeeded', 'succeeded'],
    );
    assert.equal((await takings(demo)) - before, PRICE);
    const told = [...(await eventsOf(page, 'hub-success')), ...(await eventsOf(other, 'hub-success'))];
    assert.equal(told.length, 1);
    assert.deepEqual(
      (await walletMethods(page)).filter((method) => method === SEND),
      [SEND],
    );
    await other.close();
  });

  test('F-156 after the end: the order is paid and stays so, and nothing is told again', async ({ demo, page }) => {
    await page.goto(demo.url);
    await payByParts(page);
    await page.reload();
    await reaches(page, { name: 'succeeded' });
    assert.equal((await eventsOf(page, 'hub-success')).length, 1);
    assert.equal((await eventsOf(page, 'hub-connect')).length, 1);
    await press(page, '[part~=button]');
    assert.match(await textOf(page), /25\.00 USDC to Acme Coffee/u);
    await page.evaluate(() => (document.querySelector('hub-pay') as HTMLElement & { reset(): void }).reset());
    await reaches(page, { name: 'selecting' });
  });

  test('on a device that knows nothing of the payment: its id is enough, and no wallet is asked', async ({
    demo,
    page,
  }) => {
    await page.goto(demo.url);
    const paid = await payByParts(page, { pay: { chainId: ORIGIN, currency: NATIVE } });
    const requestId = 'payment' in paid ? paid.payment.requestId : '';
    const asked = await walletMethods(page);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    const end = await page.evaluate(
      (id) =>
        (
          document.querySelector('hub-pay') as HTMLElement & {
            resumePayment(id: string): Promise<{ paid: { symbol: string }; received: { amountFormatted: string } }>;
          }
        ).resumePayment(id),
      requestId,
    );
    assert.deepEqual([end.paid.symbol, end.received.amountFormatted], ['ETH', '25']);
    await press(page, '[part~=button]');
    assert.match(await textOf(page), /25\.00 USDC to Acme Coffee/u);
    assert.deepEqual((await walletMethods(page)).slice(asked.length), []);
  });
});
