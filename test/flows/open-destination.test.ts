/** Tests a swap: the page sets only the service, and the payer chooses both tokens and types the amount to pay. */
import assert from 'node:assert/strict';
import type { Address } from 'viem';
import { balanceOf, DESTINATION, inEngines, NATIVE, ORIGIN } from '../support/pages/flows.js';
import { answerWallet, payByParts, press, reaches, stateOf, typeInto } from '../support/pages/shop-page.js';

const row = (side: 'pay' | 'receive', chainId: number, currency: string): string =>
  `[part~=asset][data-side=${side}][data-chain-id="${chainId}"][data-currency="${currency.toLowerCase()}"]`;

inEngines(['chromium'], 'An open destination', (test) => {
  test(
    'a payer swaps by the parts alone when the page sets only base-url',
    async ({ demo, page }) => {
      await page.goto(demo.url);
      await page.evaluate(() => {
        type Pay = HTMLElement & { baseUrl: string; registry: object };
        const shop = document.querySelector<Pay>('hub-pay')!;
        const swap = Object.assign(document.createElement('hub-pay') as Pay, {
          baseUrl: shop.baseUrl,
          registry: shop.registry,
          layout: 'panel',
        });
        shop.replaceWith(swap);
      });
      const received = { chainId: DESTINATION, currency: demo.devnet.addresses.usdc };
      await press(page, '[part~=wallet][data-wallet="dev.hub-pay.demo"]');
      await answerWallet(page, 'approve');
      await press(page, row('pay', ORIGIN, NATIVE));
      await press(page, row('receive', received.chainId, received.currency));
      await typeInto(page, 'amount', '0.01');
      await press(page, '[part~=primary]');
      await reaches(page, { name: 'reviewing' });
      const state = await stateOf(page);
      assert.ok(state.name === 'reviewing');
      const { pays, receives, recipient } = state.quote;
      assert.deepEqual([state.intent.tradeType, pays.amount], ['EXACT_INPUT', '10000000000000000']);
      assert.deepEqual([receives.chainId, recipient], [received.chainId, state.account.address]);
      const before = await balanceOf(demo, received, recipient as Address);
      const end = await payByParts(page);
      assert.ok(end.name === 'succeeded');
      const arrived = (await balanceOf(demo, received, recipient as Address)) - before;
      assert.equal(String(arrived), end.receipt.received.amount);
      assert.ok(arrived >= BigInt(receives.minimumAmount ?? receives.amount));
    },
    // The service cannot price every token of the payer's balance.
    (error) => /400/u.test(error),
  );
});
