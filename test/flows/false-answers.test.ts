/**
 * Tests payments while one source gives false answers: the chain's node or the service. The wallet and the chain
 * itself stay honest. The payer never reads a false statement, and no second payment goes out without a question.
 */
import assert from 'node:assert/strict';
import { inEngines, ORIGIN, PRICE, shopIncome } from '../support/flows.js';
import { eventsOf, payByParts, press, reaches, showsText, walletMethods } from '../support/shop-page.js';

const WORDS = {
  en: {
    unconfirmed: /We can’t confirm what happened to your payment/u,
    paused: /This network is paused/u,
  },
  de: {
    unconfirmed: /Was mit Ihrer Zahlung geschah, ist nicht sicher/u,
    paused: /Dieses Netzwerk pausiert/u,
  },
};

inEngines(['chromium'], 'A false answer', (test) => {
  for (const locale of ['en', 'de'] as const) {
    const words = WORDS[locale];

    test(`S-14 shop flow: a node that calls a mined payment reverted proves nothing (${locale})`, async ({
      demo,
      page,
    }) => {
      const before = await shopIncome(demo);
      demo.devnet.faults.set({ node: 'reverted', ignoreDeposits: true });
      await page.goto(`${demo.url}?locale=${locale}`);
      await payByParts(page, { until: ['processing'] });
      await reaches(page, { status: 'unknown' });
      await showsText(page, words.unconfirmed);
      demo.devnet.faults.clear();
      await reaches(page, { name: 'succeeded' });
      assert.equal((await shopIncome(demo)) - before, PRICE);
      assert.equal((await walletMethods(page)).filter((method) => method === 'eth_sendTransaction').length, 1);
      assert.equal((await eventsOf(page, 'hub-failure')).length, 0);
    });

    test(
      `P-14 shop flow: a chain that is disabled while the payer chooses takes no payment (${locale})`,
      async ({ demo, page }) => {
        await page.goto(`${demo.url}?locale=${locale}`);
        await payByParts(page, { until: ['reviewing'] });
        demo.devnet.faults.set({ disabledChains: [ORIGIN] });
        await press(page, '[part~=secondary]');
        await press(page, `[part~=asset][data-chain-id="${ORIGIN}"]`);
        await showsText(page, words.paused);
        assert.ok(!(await walletMethods(page)).includes('eth_sendTransaction'));
      },
      (error) => /400/u.test(error),
    );
  }
});
