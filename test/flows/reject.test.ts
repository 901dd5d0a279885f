/** Tests a payer who rejects the wallet's prompt or does not answer it. The wallet must send nothing. */
import assert from 'node:assert/strict';
import type { HubPay } from '../../src/element/hub-pay.js';
import { canPress } from '../support/pages/can-press.js';
import { inEngines, NATIVE, ORIGIN, PRICE, shopIncome } from '../support/pages/flows.js';
import {
  answerWallet,
  eventsOf,
  payByParts,
  press,
  reaches,
  setWallet,
  textOf,
  walletLog,
} from '../support/pages/shop-page.js';

const SEND = 'eth_sendTransaction';
const pay = { chainId: ORIGIN, currency: NATIVE };

inEngines(['chromium'], 'The wallet', (test) => {
  test('F-57 shop flow: a rejected prompt sends nothing, and a second attempt pays', async ({ demo, page }) => {
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await payByParts(page, { pay, stopAt: SEND });
    await answerWallet(page, 'reject');
    // The element renews the quote at once, so two reads of `element.state` could return two different states.
    const problem = await page.waitFor(() => {
      const { state } = document.querySelector('hub-pay') as HubPay;
      return state.name === 'reviewing' && state.problem;
    });
    assert.deepEqual([problem.code, problem.money], ['wallet-rejected', 'not-sent']);
    assert.match(await textOf(page), /Nothing was sent/u);
    assert.equal(await shopIncome(demo), before);

    assert.equal((await payByParts(page, { pay })).name, 'succeeded');
    assert.equal((await shopIncome(demo)) - before, PRICE);
    const outcomes = (await walletLog(page)).filter(({ method }) => method === SEND).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ['rejected', 'approved']);
    assert.equal((await eventsOf(page, 'hub-success')).length, 1);
  });

  test('F-61 shop flow: the wallet is prompted once when the payer presses ten times', async ({ demo, page }) => {
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await payByParts(page, { pay, until: ['reviewing'] });
    await page.waitFor(() => {
      const root = document.querySelector('hub-pay')?.shadowRoot;
      const primary = (): HTMLElement | null | undefined => root?.querySelector<HTMLElement>('[part~=primary]');
      if (!canPress(primary())) return false;
      let presses = 0;
      return new Promise<true>((resolve) => {
        const timer = setInterval(() => {
          primary()?.click();
          presses += 1;
          if (presses < 10) return;
          clearInterval(timer);
          resolve(true);
        }, 30);
      });
    });
    assert.equal((await payByParts(page)).name, 'succeeded');
    assert.equal((await walletLog(page)).filter(({ method }) => method === SEND).length, 1);
    assert.equal((await eventsOf(page, 'hub-confirm')).length, 1);
    assert.equal((await shopIncome(demo)) - before, PRICE);
  });

  test('F-31 shop flow: a rejected connection offers the wallets again', async ({ demo, page }) => {
    await page.goto(demo.url);
    await payByParts(page, { stopAt: 'eth_requestAccounts' });
    await answerWallet(page, 'reject');
    assert.equal((await payByParts(page, { pay })).name, 'succeeded');
    const outcomes = (await walletLog(page)).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ['rejected', 'approved', 'approved']);
  });

  test('F-33, F-63 shop flow: "I closed it" sends no second prompt, and a delayed approval ends in success', async ({
    demo,
    page,
  }) => {
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await payByParts(page, { pay, stopAt: SEND });
    await answerWallet(page, 'postpone');
    await reaches(page, { stalled: true });
    await press(page, '[part~=secondary]');
    await reaches(page, { status: 'unknown' });
    assert.equal((await walletLog(page)).filter(({ method }) => method === SEND).length, 1);
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-wallet-action=open]')?.click());
    await answerWallet(page, 'approve');
    assert.equal((await payByParts(page)).name, 'succeeded');
    assert.equal((await shopIncome(demo)) - before, PRICE);
    assert.equal((await eventsOf(page, 'hub-success')).length, 1);
  });

  test('F-64 shop flow: a payment is found by its own id when the wallet returns a wrong hash', async ({
    demo,
    page,
  }) => {
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await setWallet(page, 'answer', 'wrong-hash');
    assert.equal((await payByParts(page, { pay })).name, 'succeeded');
    assert.equal((await shopIncome(demo)) - before, PRICE);
  });

  test('F-63 shop flow: a delayed wallet answer causes no second prompt', async ({ demo, page }) => {
    await page.goto(demo.url);
    await payByParts(page, { pay, until: ['reviewing'] });
    await setWallet(page, 'answer', 'delayed');
    assert.equal((await payByParts(page)).name, 'succeeded');
    assert.equal((await walletLog(page)).filter(({ method }) => method === SEND).length, 1);
  });

  test('F-39 shop flow: the new account pays when the payer switches accounts in the review', async ({
    demo,
    page,
  }) => {
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await payByParts(page, { pay, until: ['reviewing'] });
    await setWallet(page, 'account', '1');
    await payByParts(page, { pay });
    assert.equal((await shopIncome(demo)) - before, PRICE);
    const sent = (await walletLog(page)).filter(({ method }) => method === SEND);
    const senders = sent.map(({ params }) => (params[0] as { from: string }).from.toLowerCase());
    assert.deepEqual(senders, [demo.devnet.payers[1]!.address.toLowerCase()]);
  });
});
