/** Tests that the shop's pages take no payment that the shop's server cannot assign to an order. */
import assert from 'node:assert/strict';
import { canPress } from '../support/pages/can-press.js';
import { inEngines, NATIVE, ORIGIN, PRICE, shopIncome } from '../support/pages/flows.js';
import { payByParts, walletMethods } from '../support/pages/shop-page.js';

const pay = { chainId: ORIGIN, currency: NATIVE };
const isDisabled = (): boolean => document.querySelector('hub-pay')?.hasAttribute('disabled') ?? false;

inEngines(['chromium'], 'The order', (test) => {
  test('shop flow: the tag of every page is disabled until the script of the shop has run', async ({ demo, page }) => {
    for (const path of ['', 'sponsor.html', 'donate.html']) {
      const html = await (await fetch(`${demo.url}${path}`)).text();
      assert.match(html, /<hub-pay\s[^>]*\sdisabled\s/u, path);
      await page.goto(`${demo.url}${path}`);
      assert.equal(await page.evaluate(isDisabled), false, path);
    }
  });

  test('shop flow: the sheet shows a reason and nothing is sent when the server does not store the id', async ({
    demo,
    page,
  }) => {
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (target, init) => {
        if (typeof target !== 'string' || !target.endsWith('/payment')) return fetch(target, init);
        window.fetch = fetch;
        return new Response(null, { status: 503 });
      };
    });
    await payByParts(page, { pay, until: ['reviewing'] });
    const reason = await page.waitFor(() => {
      const primary = document.querySelector('hub-pay')?.shadowRoot?.querySelector<HTMLElement>('[part~=primary]');
      const notice = document.querySelector<HTMLElement>('#payment-problem');
      if (notice?.textContent && notice.assignedSlot && notice.checkVisibility()) return notice.innerText;
      if (canPress(primary)) primary.click();
      return false;
    });
    assert.equal(reason, 'The payment did not start. Please try again.');
    assert.ok(!(await walletMethods(page)).includes('eth_sendTransaction'));
    assert.equal(await shopIncome(demo), before);

    assert.equal((await payByParts(page, { pay })).name, 'succeeded');
    assert.equal((await shopIncome(demo)) - before, PRICE);
    assert.equal(await page.evaluate(() => document.querySelector('#payment-problem')?.textContent), '');
  });
});
