/**
 * Tests the sponsored checkout in a browser: the shop's proxy sponsors the fees, and its ledger decides on the order.
 */
import assert from 'node:assert/strict';
import type { PaymentResult, QuoteSummary } from '../../src/types.js';
import { inEngines, ORIGIN, PRICE, shopIncome } from '../support/pages/flows.js';
import { eventsOf, payByParts } from '../support/pages/shop-page.js';

const thanks = (): string => document.querySelector<HTMLElement>('#thanks:not([hidden])')?.innerText ?? '';

inEngines(['chromium'], 'The sponsored checkout', (test) => {
  test('shop flow: sponsored checkout charges exactly the price, and the shop’s ledger marks the order as paid', async (visit) => {
    const { demo, page } = visit;
    const before = await shopIncome(demo);
    await page.goto(`${demo.url}sponsor.html`);
    const pay = { chainId: ORIGIN, currency: demo.devnet.addresses.usdc };
    assert.equal((await payByParts(page, { pay })).name, 'succeeded');
    assert.equal((await shopIncome(demo)) - before, PRICE);
    const [quoted] = await eventsOf(page, 'hub-quote');
    const { sponsored } = quoted!.detail['quote'] as QuoteSummary;
    assert.equal(sponsored?.userPays.amount, '0');
    const [success] = await eventsOf(page, 'hub-success');
    assert.equal((success!.detail as unknown as PaymentResult).paid.amount, String(PRICE));
    await page.waitFor(() => document.querySelector('#thanks:not([hidden])') !== null);
    assert.match(await page.evaluate(thanks), /^Thank you/u);
    const service = new URL(demo.devnet.serviceUrl).origin;
    assert.deepEqual(
      // The status stream needs no key, so it connects to the service directly.
      page.requested.filter((address) => address.startsWith(service) && !address.endsWith('/stream')),
      [],
      'all requests go through the proxy',
    );
    assert.deepEqual(await eventsOf(page, 'securitypolicyviolation'), []);
  });

  test('shop flow: sponsored checkout marks no order as paid that requires more than was paid', async ({
    demo,
    page,
  }) => {
    await page.goto(`${demo.url}sponsor.html?reference=order-3001&amount=24.99`);
    assert.equal((await payByParts(page)).name, 'succeeded');
    await page.waitFor(() => document.querySelector('#thanks:not([hidden])') !== null);
    assert.match(await page.evaluate(thanks), /^Less than the amount of the order arrived\. Do not pay again/u);
  });
});
