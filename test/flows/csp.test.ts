/** Tests a whole payment under the strictest content security policy with Trusted Types. */
import assert from 'node:assert/strict';
import { inEngines, ORIGIN } from '../support/pages/flows.js';
import { eventsOf, payByParts } from '../support/pages/shop-page.js';

inEngines(['chromium', 'firefox', 'webkit'], 'The content security policy', (test) => {
  const title =
    'F-177 shop flow: an isolated page pays without a violation of its policy, which blocks and reports another host';
  const isOther = (error: string): boolean => /elsewhere\.invalid/u.test(error);
  test(
    title,
    async ({ demo, page }) => {
      const { headers } = await fetch(demo.url);
      const { serviceUrl, streamUrl, venueExchangeUrl, chains, addresses } = demo.devnet;
      const origins = [streamUrl, venueExchangeUrl].map((address) => new URL(address).origin);
      const rpcUrls = chains.flatMap(({ httpRpcUrl, nodeUrl }) => [httpRpcUrl, nodeUrl]);
      assert.equal(
        headers.get('content-security-policy'),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
          `connect-src ${["'self'", serviceUrl, demo.relay.url, ...origins, ...rpcUrls].join(' ')}; ` +
          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
          "require-trusted-types-for 'script'; trusted-types lit-html",
      );
      await page.goto(demo.url);
      assert.equal(await page.evaluate(() => crossOriginIsolated), true, 'the page is isolated (COOP, COEP)');
      assert.equal((await payByParts(page, { pay: { chainId: ORIGIN, currency: addresses.usdc } })).name, 'succeeded');
      assert.deepEqual(await eventsOf(page, 'securitypolicyviolation'), []);
      const refused = await page.evaluate(() =>
        fetch('https://elsewhere.invalid/').then(
          () => false,
          () => true,
        ),
      );
      assert.equal(refused, true);
      await page.waitFor(() => document.querySelector('#event-log [data-event=securitypolicyviolation]') !== null);
    },
    isOther,
  );
});
