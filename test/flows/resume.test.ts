/** Tests page reloads during a payment: the outcome stays the same, and no prompt or event is repeated. */
import assert from 'node:assert/strict';
import { inEngines, NATIVE, ORIGIN, PRICE, shopIncome, type Visit } from '../support/pages/flows.js';
import { stopMining, untilAllowed } from '../support/pages/payer.js';
import {
  answerWallet,
  eventsOf,
  payByParts,
  press,
  reaches,
  textOf,
  walletMethods,
} from '../support/pages/shop-page.js';

const SEND = 'eth_sendTransaction';
const CONNECT = 'eth_requestAccounts';
const native = { chainId: ORIGIN, currency: NATIVE };

/** Verifies that the payment completes without another press of a button. */
async function endsWell({ demo, page }: Visit, before: bigint, methods: readonly string[]): Promise<void> {
  await reaches(page, { name: 'succeeded' });
  assert.equal((await shopIncome(demo)) - before, PRICE);
  assert.equal((await eventsOf(page, 'hub-success')).length, 1);
  assert.equal((await eventsOf(page, 'hub-sent')).length, 1);
  assert.deepEqual(await walletMethods(page), methods);
}

inEngines(['chromium', 'firefox', 'webkit'], 'A reload', (test) => {
  test('F-152 shop flow: a reload during the prompt keeps tracking, and the approval ends in success', async (visit) => {
    const { demo, page } = visit;
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await payByParts(page, { pay: native, stopAt: SEND });
    await page.reload();
    await reaches(page, { name: 'processing' });
    await answerWallet(page, 'approve');
    await endsWell(visit, before, [CONNECT, SEND]);
  });

  test('F-153 shop flow: a reload right after the hash causes no second prompt', async (visit) => {
    const { demo, page } = visit;
    const before = await shopIncome(demo);
    const resumeMining = await stopMining(demo, ORIGIN);
    try {
      await page.goto(demo.url);
      await payByParts(page, { pay: native, until: ['processing'] });
      await page.reload();
    } finally {
      await resumeMining();
    }
    await endsWell(visit, before, [CONNECT, SEND]);
  });
});

inEngines(['chromium'], 'A reload', (test) => {
  test('F-154 shop flow: a reload during the delivery shows the payment as ongoing until it succeeds', async (visit) => {
    const { demo, page } = visit;
    const before = await shopIncome(demo);
    demo.devnet.faults.set({ fillDelayMs: 1_500 });
    await page.goto(demo.url);
    await payByParts(page, { pay: native, until: ['processing'] });
    await reaches(page, { status: 'pending' });
    await page.reload();
    await endsWell(visit, before, [CONNECT, SEND]);
  });

  test('shop flow: a reload during an approval prompt needs one more press and no second approval', async (visit) => {
    const { demo, page } = visit;
    const { usdc, depository } = demo.devnet.addresses;
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await payByParts(page, { pay: { chainId: ORIGIN, currency: usdc }, stopAt: SEND });
    await page.reload();
    await answerWallet(page, 'approve');
    await untilAllowed(demo, ORIGIN, { token: usdc, spender: depository });
    await payByParts(page, { pay: { chainId: ORIGIN, currency: usdc } });
    await endsWell(visit, before, [CONNECT, SEND, SEND]);
  });

  test('shop flow: a reload of an ongoing payment with a refused fill ends in one refund', async ({ demo, page }) => {
    demo.devnet.faults.set({ failFills: true, refundAfterMs: 1_500 });
    await page.goto(demo.url);
    await payByParts(page, { until: ['processing'] });
    await page.reload();
    await reaches(page, { name: 'refunded' });
    assert.equal((await eventsOf(page, 'hub-refund')).length, 1);
  });

  test('shop flow: a reload with resume="ask" shows a banner and sends no request before View is pressed', async ({
    demo,
    page,
  }) => {
    demo.devnet.faults.set({ ignoreDeposits: true });
    await page.goto(`${demo.url}?resume=ask`);
    await payByParts(page, { until: ['processing'] });
    await page.reload();
    await page.waitFor(() => document.querySelector('hub-pay')?.shadowRoot?.querySelector('[part~=banner]'));
    const methods = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.ok(methods.length > 0);
    assert.deepEqual([...new Set(methods.map((address) => new URL(address).origin))], [new URL(demo.url).origin]);
    demo.devnet.faults.clear();
    await press(page, '[part~=banner] button');
    await reaches(page, { name: 'succeeded' });
  });

  test('F-162 shop flow: a second tab of one order shows the payment of the first and cannot pay again', async ({
    demo,
    page,
  }) => {
    const before = await shopIncome(demo);
    demo.devnet.faults.set({ fillDelayMs: 1_500 });
    await page.goto(demo.url);
    const other = await page.anotherTab();
    await other.goto(demo.url);
    await payByParts(other, { pay: native, until: ['reviewing'] });
    await payByParts(page, { pay: native, stopAt: SEND });
    await press(other, '[part~=primary]');
    await answerWallet(page, 'approve');
    const ends = await Promise.all([payByParts(page), payByParts(other)]);
    assert.deepEqual(
      ends.map(({ name }) => name),
      ['succeeded', 'succeeded'],
    );
    assert.equal((await shopIncome(demo)) - before, PRICE);
    const successes = [...(await eventsOf(page, 'hub-success')), ...(await eventsOf(other, 'hub-success'))];
    assert.equal(successes.length, 1);
    assert.deepEqual(
      (await walletMethods(page)).filter((method) => method === SEND),
      [SEND],
    );
    await other.close();
  });

  test('F-156 shop flow: a reload after the outcome shows the paid order and emits no event again', async ({
    demo,
    page,
  }) => {
    // The page of a paid cart has no payment, so this order is not the visitor's cart.
    await page.goto(`${demo.url}?reference=order-8002`);
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

  test('shop flow: resuming by id on another device shows the payment without a wallet', async ({ demo, page }) => {
    // The page of a paid cart has no payment, so this order is not the visitor's cart.
    await page.goto(`${demo.url}?reference=order-8003`);
    const paid = await payByParts(page, { pay: native });
    const requestId = 'payment' in paid ? paid.payment.requestId : '';
    const methods = await walletMethods(page);
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
    assert.deepEqual((await walletMethods(page)).slice(methods.length), []);
  });
});
