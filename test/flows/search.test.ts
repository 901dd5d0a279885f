/** Tests the token search: the payer searches by name and by address, and pays with a found token. */
import assert from 'node:assert/strict';
import { inEngines, ORIGIN, PRICE, shopIncome } from '../support/pages/flows.js';
import { payByParts, reaches } from '../support/pages/shop-page.js';
import type { Page } from '../support/pages/drive.js';

/** Types into the search field. After the search, returns the addresses of the rows. */
async function rowsFor(page: Page, text: string): Promise<string[]> {
  await page.waitFor((value) => {
    const field = document.querySelector('hub-pay')?.shadowRoot?.querySelector<HTMLInputElement>('[part~=search]');
    if (!field) return false;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    return true;
  }, text);
  await page.waitFor(() => {
    const root = document.querySelector('hub-pay')?.shadowRoot;
    return root && !root.querySelector<HTMLElement>('[part~=dialog]')?.innerText.includes('Looking for more tokens');
  });
  return page.evaluate(() =>
    Array.from(
      document.querySelector('hub-pay')?.shadowRoot?.querySelectorAll<HTMLElement>('[part~=asset]') ?? [],
      ({ dataset }) => dataset['currency'] ?? '',
    ),
  );
}

inEngines(['chromium'], 'The search for tokens', (test) => {
  test('shop flow: token search narrows the list, and a token that it finds can be used to pay', async ({
    demo,
    page,
  }) => {
    const { usdt, dai } = demo.devnet.addresses;
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    await payByParts(page, { pay: { chainId: ORIGIN, currency: dai }, until: ['reviewing'] });
    await page.evaluate(() =>
      document.querySelector('hub-pay')?.shadowRoot?.querySelector<HTMLElement>('[part~=secondary]')?.click(),
    );
    await reaches(page, { name: 'selecting' });
    assert.deepEqual(new Set(await rowsFor(page, 'tether')), new Set([usdt]));
    assert.deepEqual(new Set(await rowsFor(page, dai)), new Set([dai]));
    const searches = page.requested.filter((address) => address.endsWith('/currencies/v1'));
    assert.ok(searches.length > 0, 'the service received a request');
    assert.equal((await payByParts(page, { pay: { chainId: ORIGIN, currency: dai } })).name, 'succeeded');
    assert.equal((await shopIncome(demo)) - before, PRICE);
  });
});
