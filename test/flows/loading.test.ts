/** Tests a shop whose server loses a file of the element once. */
import assert from 'node:assert/strict';
import { inEngines } from '../support/flows.js';
import { press, reaches, showsText } from '../support/shop-page.js';

const isExpected = (error: string): boolean => /net::ERR_FAILED|Failed to fetch|could not be loaded/u.test(error);

inEngines(['chromium'], 'A file that fails once', (test) => {
  for (const file of ['session', 'evm']) {
    test(
      `shop flow: F-161 another try reloads the page, and the payment opens, when chunks/${file} failed once`,
      async ({ demo, page }) => {
        const devtools = await page.devtools();
        const asked: string[] = [];
        devtools.on('Fetch.requestPaused', ({ requestId, request: { url } }) => {
          if (asked.push(url) > 1) void devtools.send('Fetch.continueRequest', { requestId });
          else void devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
        });
        await devtools.send('Page.enable');
        await devtools.send('Fetch.enable', { patterns: [{ urlPattern: `*/chunks/${file}-*` }] });
        await page.goto(demo.url);
        await press(page, '[part~=button]');
        await showsText(page, /Payments are not available right now/u);
        assert.equal(asked.length, 1);
        const reloaded = new Promise((resolve) => void devtools.once('Page.loadEventFired', resolve));
        await press(page, '[part~=primary]');
        await reloaded;
        await press(page, '[part~=button]');
        await reaches(page, { name: 'selecting' });
      },
      isExpected,
    );
  }
});
