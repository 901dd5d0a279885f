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
  test('I8 shop flow: the page sends no request to other hosts when the element is not opened', async ({
    demo,
    page,
  }) => {
    await page.goto(demo.url);
    await idle(page);
    const shop = new URL(demo.url).origin;
    assert.deepEqual(originsOf(page.requested), [shop]);
    const before = page.requested.length;
    await press(page, '[part~=button]');
    await page.waitFor(() => document.querySelector('#event-log [data-event=hub-ready]') !== null);
    assert.ok(originsOf(page.requested.slice(before)).includes(new URL(demo.devnet.serviceUrl).origin));
  });

  test('shop flow: a whole payment sends requests only to the shop, the service, the chains and the venue', async ({
    demo,
    page,
  }) => {
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await payByParts(page);
    assert.ok((await shopIncome(demo)) > before);
    const chains = demo.devnet.chains.flatMap(({ httpRpcUrl, nodeUrl }) => [httpRpcUrl, nodeUrl]);
    const allowed = [demo.url, demo.devnet.serviceUrl, demo.devnet.venueInfoUrl, ...chains];
    const allowedOrigins = originsOf(allowed);
    assert.deepEqual(
      originsOf(page.requested).filter((origin) => !allowedOrigins.includes(origin)),
      [],
    );
  });

  test('I24 shop flow: the page asks only the service and the chains when the payment has ended and the page is reloaded', async ({
    demo,
    page,
  }) => {
    // The page of a paid cart has no payment, so this order is not the visitor's cart.
    const shop = `${demo.url}?reference=order-8001`;
    await page.goto(shop);
    await payByParts(page);
    // The blank page stops the first shop page. So all later requests belong to the second shop page.
    await page.goto('about:blank');
    const before = page.requested.length;
    await page.goto(shop);
    await idle(page);
    const chains = demo.devnet.chains.flatMap(({ httpRpcUrl, nodeUrl }) => [httpRpcUrl, nodeUrl]);
    const allowed = originsOf([demo.url, demo.devnet.serviceUrl, ...chains]);
    // The storage alone does not say that an order is paid, so the page asks the service.
    const foreign = originsOf(page.requested.slice(before)).filter((origin) => !allowed.includes(origin));
    assert.deepEqual(foreign, []);
    assert.equal((await eventsOf(page, 'hub-success')).length, 1);
  });
});
