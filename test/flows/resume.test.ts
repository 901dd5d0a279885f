/** Tests page reloads during a payment: the outcome stays the same, and no prompt or event is repeated. */
import assert from 'node:assert/strict';
import type { Demo } from '../../demo/start-demo.js';
import type { Page } from '../support/pages/drive.js';
import { balanceOf, inEngines, NATIVE, ORIGIN, PRICE, shopIncome, type Visit } from '../support/pages/flows.js';
import { stopMining, untilAllowed } from '../support/pages/payer.js';
import {
  answerWallet,
  eventsOf,
  payByParts,
  press,
  reaches,
  stateOf,
  textOf,
  walletMethods,
} from '../support/pages/shop-page.js';
import { phoneInShop } from './phone-in-shop.js';

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

/** What the payer's screen shows: whether the sheet is open, and its text. */
const sheetOf = async (page: Page): Promise<{ isOpen: boolean; text: string }> => ({
  isOpen: await page.evaluate(() => (document.querySelector('hub-pay') as HTMLElement & { open: boolean }).open),
  text: await textOf(page),
});

/** The money on the chains: the shop's income, and what the contract for deposits holds. */
async function moneyOf(demo: Demo): Promise<{ income: bigint; deposited: bigint }> {
  const [income, deposited] = await Promise.all([
    shopIncome(demo),
    balanceOf(demo, { chainId: ORIGIN, currency: NATIVE }, demo.devnet.addresses.depository),
  ]);
  return { income, deposited };
}

/** Waits until the solver has paid the shop, which needs no page. */
async function untilDelivered(demo: Demo, before: bigint): Promise<void> {
  while ((await shopIncome(demo)) === before);
}

/** Verifies that one payment has reached the shop, and that its receipt says exactly what was paid. */
async function paidOnce({ demo, page }: Visit, before: { income: bigint; deposited: bigint }): Promise<void> {
  const { income, deposited } = await moneyOf(demo);
  const state = await stateOf(page);
  assert.ok(state.name === 'succeeded');
  const { paid, received } = state.receipt;
  assert.deepEqual([income - before.income, received.amount], [PRICE, String(PRICE)]);
  assert.equal(String(deposited - before.deposited), paid.amount);
  assert.equal((await eventsOf(page, 'hub-sent')).length, 1);
  assert.equal((await eventsOf(page, 'hub-success')).length, 1);
  assert.deepEqual(await eventsOf(page, 'securitypolicyviolation'), []);
}

inEngines(['chromium'], 'A tab that the system stops', (test) => {
  test('F-55 shop flow: a tab frozen while the phone pays shows the receipt when it runs again', async (visit) => {
    const { demo, page } = visit;
    const before = await moneyOf(demo);
    const phone = await phoneInShop(demo);
    try {
      await page.goto(demo.url);
      await page.evaluate(() => {
        for (const type of ['freeze', 'resume'])
          document.addEventListener(type, () => document.documentElement.setAttribute(`data-${type}`, ''));
      });
      await phone.connect(page);
      await payByParts(page, { pay: native, wallet: 'walletconnect', until: ['authorizing'] });
      await phone.asked;
      const devtools = await page.devtools();
      await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
      const hash = await phone.agree();
      await untilDelivered(demo, before.income);
      assert.equal((await stateOf(page)).name, 'authorizing', 'nothing of the page ran');
      await devtools.send('Page.setWebLifecycleState', { state: 'active' });
      await reaches(page, { name: 'succeeded' });
      assert.deepEqual(await page.evaluate(() => Object.keys(document.documentElement.dataset)), ['freeze', 'resume']);
      await paidOnce(visit, before);
      const [sent] = await eventsOf(page, 'hub-sent');
      assert.ok(JSON.stringify(sent).includes(hash), 'the hash is that of the phone');
      const { isOpen, text } = await sheetOf(page);
      assert.ok(isOpen);
      assert.match(text, /25\.00 USDC to Acme Coffee/u);
      assert.equal(phone.prompts, 1);
    } finally {
      await phone.stop();
    }
  });

  test('F-55 shop flow: a tab discarded while the phone is asked finds the payment when it is opened again', async (visit) => {
    const { demo, page } = visit;
    // The page of a paid cart has no payment, so this order is not the visitor's cart.
    const shop = `${demo.url}?reference=order-8004`;
    const before = await moneyOf(demo);
    const phone = await phoneInShop(demo);
    try {
      const first = await page.anotherTab();
      await first.goto(shop);
      await phone.connect(first);
      await payByParts(first, { pay: native, wallet: 'walletconnect', until: ['authorizing'] });
      await phone.asked;
      assert.deepEqual(await eventsOf(first, 'hub-sent'), []);
      await first.close();
      await phone.agree();
      await untilDelivered(demo, before.income);
      await page.goto(shop);
      await reaches(page, { name: 'succeeded' });
      await paidOnce(visit, before);
      await press(page, '[part~=button]');
      const { isOpen, text } = await sheetOf(page);
      assert.ok(isOpen);
      assert.match(text, /25\.00 USDC to Acme Coffee/u);
      assert.equal(phone.prompts, 1);
    } finally {
      await phone.stop();
    }
  });
});
