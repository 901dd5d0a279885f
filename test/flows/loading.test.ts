/** Tests a shop whose server loses a file of the element once. */
import assert from 'node:assert/strict';
import { inEngines } from '../support/flows.js';
import type { Page } from '../support/drive.js';
import { payByParts, press, reaches, showsText, walletMethods } from '../support/shop-page.js';

const isExpected = (error: string): boolean => /net::ERR_FAILED|Failed to fetch|could not be loaded/u.test(error);

/** Lets the first request for a chunk fail. Returns the addresses that were requested. */
async function failOnce(page: Page, file: string): Promise<string[]> {
  const devtools = await page.devtools();
  const asked: string[] = [];
  // A test can close the page while a request is paused. The request then has no answer, and needs none.
  const closed = (): undefined => undefined;
  devtools.on('Fetch.requestPaused', ({ requestId, request: { url } }) => {
    if (asked.push(url) > 1) void devtools.send('Fetch.continueRequest', { requestId }).catch(closed);
    else void devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(closed);
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: `*/chunks/${file}-*` }] });
  return asked;
}

/** Presses the button that says that it tries again, and waits for the reloaded page. */
async function pressReload(page: Page): Promise<void> {
  const devtools = await page.devtools();
  await devtools.send('Page.enable');
  const reloaded = new Promise((resolve) => void devtools.once('Page.loadEventFired', resolve));
  await press(page, '[part~=primary]');
  await reloaded;
}

inEngines(['chromium'], 'A file that fails once', (test) => {
  for (const file of ['session', 'evm']) {
    test(
      `shop flow: F-161 another try reloads the page, and the payment opens, when chunks/${file} failed once`,
      async ({ demo, page }) => {
        const asked = await failOnce(page, file);
        await page.goto(demo.url);
        await press(page, '[part~=button]');
        await showsText(page, /Payments are not available right now/u);
        assert.equal(asked.length, 1);
        await pressReload(page);
        await press(page, '[part~=button]');
        await reaches(page, { name: 'selecting' });
      },
      isExpected,
    );
  }

  test(
    'shop flow: F-161 the review says that nothing was sent, and another try pays, when chunks/pay failed once',
    async ({ demo, page }) => {
      const asked = await failOnce(page, 'pay');
      await page.goto(demo.url);
      await payByParts(page, { until: ['reviewing'] });
      await press(page, '[part~=primary]');
      await showsText(page, /Nothing was sent/u);
      assert.equal(asked.length, 1);
      assert.ok(!(await walletMethods(page)).includes('eth_sendTransaction'));
      await pressReload(page);
      assert.equal((await payByParts(page)).name, 'succeeded');
    },
    isExpected,
  );

  test(
    'shop flow: F-161 a payer pays with an EVM wallet when chunks/addresses, which SVM wallets need, failed once',
    async ({ demo, page }) => {
      const asked = await failOnce(page, 'addresses');
      await page.goto(demo.url);
      await press(page, '[part~=button]');
      await showsText(page, /No answer\. Nothing was sent/u);
      assert.equal(asked.length, 1);
      assert.equal((await payByParts(page)).name, 'succeeded');
      assert.equal(asked.length, 1);
    },
    isExpected,
  );
});
