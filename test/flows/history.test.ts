/** Tests the list of past payments. Payments from other devices come from the service. */
import assert from 'node:assert/strict';
import type { HubPay } from '../../src/element/hub-pay.js';
import type { Page } from '../support/pages/drive.js';
import { inEngines } from '../support/pages/flows.js';
import { payByParts, press, stateOf, textOf } from '../support/pages/shop-page.js';

const show = (page: Page, view: 'pay' | 'history'): Promise<void> =>
  page.evaluate((wanted) => (document.querySelector('hub-pay') as HubPay).show(wanted), view);

/** Waits until the list has a row. Returns the text of each row. */
const rowsOf = (page: Page): Promise<string[]> =>
  page.waitFor(() => {
    const rows = document.querySelector('hub-pay')?.shadowRoot?.querySelectorAll<HTMLElement>('[part~=history-row]');
    return rows?.length ? Array.from(rows, ({ innerText }) => innerText) : null;
  });

inEngines(['chromium'], 'The list of past payments', (test) => {
  test('shop flow: history shows a payment of this device and returns to the current payment', async ({
    demo,
    page,
  }) => {
    await page.goto(demo.url);
    assert.equal((await payByParts(page)).name, 'succeeded');
    await show(page, 'history');
    const [first] = await rowsOf(page);
    assert.match(first ?? '', /^25\.00 USDC\nOrder \S+\n[^\n]+\n ?Delivered/u);
    await press(page, '[part~=history-row] button');
    await page.waitFor(() =>
      document.querySelector('hub-pay')?.shadowRoot?.querySelector('[data-view=history-payment]') ? true : null,
    );
    assert.match(await textOf(page), /You paid\n/u);
    await show(page, 'pay');
    assert.equal((await stateOf(page)).name, 'succeeded');
    await page.waitFor(() =>
      document.querySelector('hub-pay')?.shadowRoot?.querySelector('[data-view=succeeded]') ? true : null,
    );
  });

  test('shop flow: history lists the service’s payments of the connected account on another device', async ({
    demo,
    page,
  }) => {
    await page.goto(demo.url);
    await payByParts(page, { until: ['reviewing'] });
    await show(page, 'history');
    const rows = await rowsOf(page);
    assert.ok(
      rows.every((row) => !row.includes('Order ')),
      'the service has no order references',
    );
    assert.match(rows.join(), /Delivered/u);
  });
});
