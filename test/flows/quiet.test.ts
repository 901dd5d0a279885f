/** Tests which hosts receive requests. Before the element is opened, only the shop receives requests. */
import assert from 'node:assert/strict';
import { inEngines, shopIncome, type Visit } from '../support/pages/flows.js';
import { eventsOf, payByParts, press } from '../support/pages/shop-page.js';

/** Waits until the page is loaded and idle. A browser without a screen can put off idle time for minutes. */
const idle = (page: Visit['page']): Promise<unknown> =>
  page.waitFor(
    () =>
      document.readyState === 'complete' &&
      customElements.get('hub-pay') !== undefined &&
      new Promise<true>((resolve) => requestIdleCallback(() => resolve(true), { timeout: 5_000 })),
  );

const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.filter((address) => !address.startsWith('data:')).map((address) => new URL(address).origin)),
];

inEngines(['chromium'], 'The network', (test) => {
  test('I8 I24 shop flow: only the shop is asked before the opening, and no stranger in a payment and after a reload', async ({
    demo,
    page,
  }) => {
    // The page of a paid cart has no payment, so this order is not the visitor's cart.
    const shop = `${demo.url}?reference=order-8001`;
    await page.goto(shop);
    await idle(page);
    assert.deepEqual(originsOf(page.requested), [new URL(demo.url).origin]);
    let before = page.requested.length;
    await press(page, '[part~=button]');
    await page.waitFor(() => document.querySelector('#event-log [data-event=hub-ready]') !== null);
    assert.ok(originsOf(page.requested.slice(before)).includes(new URL(demo.devnet.serviceUrl).origin));

    const income = await shopIncome(demo);
    await payByParts(page);
    assert.ok((await shopIncome(demo)) > income);
    const chains = demo.devnet.chains.flatMap(({ httpRpcUrl, nodeUrl }) => [httpRpcUrl, nodeUrl]);
    const known = [demo.url, demo.devnet.serviceUrl, ...chains];
    const strangers = (urls: readonly string[], allowed: readonly string[]): string[] =>
      originsOf(urls).filter((origin) => !originsOf(allowed).includes(origin));
    assert.deepEqual(strangers(page.requested, [...known, demo.devnet.venueInfoUrl]), []);

    // The blank page stops the first shop page. So all later requests belong to the second shop page.
    await page.goto('about:blank');
    before = page.requested.length;
    await page.goto(shop);
    await idle(page);
    // The storage alone does not say that an order is paid, so the page asks the service.
    assert.deepEqual(strangers(page.requested.slice(before), known), []);
    assert.equal((await eventsOf(page, 'hub-success')).length, 1);
  });
});
