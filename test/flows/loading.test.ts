/** Tests a shop whose server loses a file of the element. */
import assert from 'node:assert/strict';
import { inEngines } from '../support/pages/flows.js';
import type { Page } from '../support/pages/drive.js';
import { payByParts, press, reaches, showsText, walletMethods } from '../support/pages/shop-page.js';

const isExpected = (error: string): boolean => /net::ERR_FAILED|Failed to fetch|could not be loaded/u.test(error);

/**
 * Fails every request for a chunk until the returned function is called. Newer browsers request a file again after it
 * failed; older ones remember the failure until the page is reloaded.
 */
async function lose(page: Page, file: string): Promise<() => void> {
  const devtools = await page.devtools();
  let lost = true;
  // A test can close the page while a request is paused. The request then has no answer, and needs none.
  const closed = (): undefined => undefined;
  devtools.on('Fetch.requestPaused', ({ requestId }) => {
    if (lost) void devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(closed);
    else void devtools.send('Fetch.continueRequest', { requestId }).catch(closed);
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: `*/chunks/${file}-*` }] });
  return () => (lost = false);
}

/** Presses the button that says that it tries again, and waits for the reloaded page. */
async function pressReload(page: Page): Promise<void> {
  const devtools = await page.devtools();
  await devtools.send('Page.enable');
  const reloaded = new Promise((resolve) => void devtools.once('Page.loadEventFired', resolve));
  await press(page, '[part~=primary]');
  await reloaded;
}

inEngines(['chromium'], 'A file that is lost', (test) => {
  for (const file of ['session', 'evm']) {
    test(
      `shop flow: F-161 another try reloads the page, and the payment opens, when chunks/${file} was lost`,
      async ({ demo, page }) => {
        const restore = await lose(page, file);
        await page.goto(demo.url);
        await press(page, '[part~=button]');
        await showsText(page, /Payments are not available right now/u);
        restore();
        await pressReload(page);
        await press(page, '[part~=button]');
        await reaches(page, { name: 'selecting' });
      },
      isExpected,
    );
  }

  test(
    'shop flow: F-161 the review says that nothing was sent, and another try pays, when chunks/pay was lost',
    async ({ demo, page }) => {
      const restore = await lose(page, 'pay');
      await page.goto(demo.url);
      await payByParts(page, { until: ['reviewing'] });
      await press(page, '[part~=primary]');
      await showsText(page, /Nothing was sent/u);
      assert.ok(!(await walletMethods(page)).includes('eth_sendTransaction'));
      restore();
      await pressReload(page);
      assert.equal((await payByParts(page)).name, 'succeeded');
    },
    isExpected,
  );

  test(
    'shop flow: F-161 a payer pays with an EVM wallet when chunks/addresses, which SVM wallets need, is lost',
    async ({ demo, page }) => {
      await lose(page, 'addresses');
      await page.goto(demo.url);
      await press(page, '[part~=button]');
      await showsText(page, /No answer\. Nothing was sent/u);
      assert.equal((await payByParts(page)).name, 'succeeded');
    },
    isExpected,
  );
});
