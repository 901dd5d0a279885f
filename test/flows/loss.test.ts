/** Tests a payment with a high price impact: the element warns, and the payer accepts the loss and pays. */
import assert from 'node:assert/strict';
import { inEngines, ORIGIN, PRICE, shopIncome } from '../support/pages/flows.js';
import { eventsOf, payByParts, press, reaches, stateOf, textOf, walletMethods } from '../support/pages/shop-page.js';

inEngines(['chromium'], 'A loss', (test) => {
  test(
    'F-27 shop flow: a high price impact can be paid only when the payer accepts it by a tick',
    async ({ demo, page }) => {
      const before = await shopIncome(demo);
      await page.goto(demo.url);
      const pay = { chainId: ORIGIN, currency: demo.devnet.addresses.dai };
      await payByParts(page, { pay, until: ['reviewing'] });
      await press(page, '[part~=secondary]');
      demo.devnet.faults.set({ priceImpact: 800 });
      await press(page, `[part~=asset][data-currency="${pay.currency}"][data-chain-id="${ORIGIN}"]`);
      await page.waitFor(() => {
        const { state } = document.querySelector('hub-pay') as HTMLElement & { state: { problem?: { code: string } } };
        return state.problem?.code === 'price-impact';
      });
      assert.match(await textOf(page), /You would lose part of your money\. Nothing was sent\./u);
      assert.equal((await stateOf(page)).name, 'selecting');
      await press(page, 'input[type=checkbox]');
      await press(page, '[part~=primary]');
      await reaches(page, { name: 'reviewing' });
      assert.match(await textOf(page), /You agreed to a loss\. About \$2\.\d\d of what you pay will not arrive\./u);
      assert.equal((await payByParts(page)).name, 'succeeded');
      assert.equal((await shopIncome(demo)) - before, PRICE);
      assert.equal((await eventsOf(page, 'hub-success')).length, 1);
      assert.deepEqual((await walletMethods(page)).slice(-2), ['eth_sendTransaction', 'eth_sendTransaction']);
    },
    (error) => /400/u.test(error),
  );
});
