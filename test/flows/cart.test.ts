/** Tests the shop from the cart to the page of the order. The server decides the price and the state of the order. */
import assert from 'node:assert/strict';
import type { Page } from '../support/pages/drive.js';
import { inEngines, NATIVE, ORIGIN, shopIncome } from '../support/pages/flows.js';
import { eventsOf, payByParts, walletMethods } from '../support/pages/shop-page.js';

const pay = { chainId: ORIGIN, currency: NATIVE };

/** Presses a button or a link, and waits until the next page is loaded. */
async function follows(page: Page, selector: string): Promise<void> {
  const tools = await page.devtools();
  await tools.send('Page.enable');
  const loaded = new Promise((resolve) => tools.once('Page.loadEventFired', resolve));
  await page.evaluate((wanted) => {
    setTimeout(() => document.querySelector<HTMLElement>(wanted)!.click());
  }, selector);
  await loaded;
}

/** The rows of the sum, such as `Total $25.00`. */
const rowsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('.sum dt'), (row) =>
      `${row.textContent} ${row.nextElementSibling?.textContent}`.trim(),
    ),
  );

const attributeOf = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((wanted) => document.querySelector('hub-pay')?.getAttribute(wanted) ?? null, name);

/** The amounts of the rows in cents. */
const centsOf = (rows: readonly string[]): number[] =>
  rows.map((row) => Number(/\$([\d.]+)$/u.exec(row)?.[1]?.replace('.', '')));

inEngines(['chromium'], 'The cart', (test) => {
  test('shop flow: the payer pays a changed cart, and the page of the order shows it also after a reload', async ({
    demo,
    page,
  }) => {
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    const first = await attributeOf(page, 'reference');
    assert.deepEqual(await rowsOf(page), ['1 × Guji Natural, 1 kg $21.00', 'Shipping $4.00', 'Total $25.00']);
    await follows(page, '.offer [value="1"]');
    await follows(page, '#line-huila [value="2"]');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'line-huila');
    const cart = ['1 × Guji Natural, 1 kg $21.00', '2 × Huila Washed, 250 g $17.00', 'Shipping $4.00'];
    assert.deepEqual(await rowsOf(page), [...cart, 'Total $42.00']);
    assert.equal(await attributeOf(page, 'amount'), '42.00');
    const order = (await attributeOf(page, 'reference')) ?? '';
    assert.notEqual(order, first);

    assert.equal((await payByParts(page, { pay })).name, 'succeeded');
    assert.equal((await shopIncome(demo)) - before, 42_000_000n);
    await page.waitFor(() => document.querySelector('#thanks:not([hidden])') !== null);
    await follows(page, '#order-link');
    for (const turn of ['first', 'reloaded']) {
      assert.equal(new URL(await page.evaluate(() => location.href)).pathname, `/orders/${order}`, turn);
      const text = await page.evaluate(() => document.querySelector('main')?.innerText ?? '');
      assert.match(text, new RegExp(`Thank you[\\s\\S]*Order ${order.slice('order-'.length)}\\b`, 'u'));
      assert.match(text, /Paid with 0\.0\d+ ETH on Base\./u);
      const rows = await rowsOf(page);
      assert.deepEqual(rows.slice(0, 3), cart);
      assert.match(rows[3] ?? '', /^Fees of the payment \$/u);
      const cents = centsOf(rows);
      assert.equal(
        cents.slice(0, -1).reduce((sum, each) => sum + each),
        cents.at(-1),
        rows.join('\n'),
      );
      await page.reload();
    }
    const receipt = await page.evaluate(async () => {
      const { href } = document.querySelector<HTMLAnchorElement>('#receipt')!;
      return (await fetch(href)).text();
    });
    assert.match(receipt, /Shipping +\$4\.00\n[\s\S]*Payment id: 0x[0-9a-f]{64}\n/u);

    await page.goto(demo.url);
    assert.equal(await attributeOf(page, 'reference'), null, 'a paid cart cannot be paid again');
    await follows(page, '.paid + form button');
    assert.notEqual(await attributeOf(page, 'reference'), order);
    assert.deepEqual(await eventsOf(page, 'securitypolicyviolation'), []);
  });

  test('shop flow: the page of an order says that nothing is paid when the wallet was not asked', async ({
    demo,
    page,
  }) => {
    await page.goto(demo.url);
    const order = await attributeOf(page, 'reference');
    await page.goto(`${demo.url}orders/${order}`);
    assert.match(await page.evaluate(() => document.querySelector('main')?.innerText ?? ''), /This order is not paid/u);
    assert.equal((await fetch(`${demo.url}orders/${order}`)).status, 404, 'another visitor');
  });

  test('shop flow: an empty cart has no payment, and a product can be added to it', async ({ demo, page }) => {
    await page.goto(demo.url);
    await follows(page, '#line-guji [value="0"]');
    assert.match(await page.evaluate(() => document.querySelector('main')?.innerText ?? ''), /Your cart is empty/u);
    assert.equal(await attributeOf(page, 'amount'), null);
    await follows(page, '.offer [value="1"]');
    assert.equal(await attributeOf(page, 'amount'), '25.00');
    assert.deepEqual(await walletMethods(page), []);
  });

  test('shop flow: the drawer is closed at first, opens and closes by the keyboard, and moves nothing of the shop', async ({
    demo,
    page,
  }) => {
    await page.goto(demo.url);
    const tools = await page.devtools();
    const enter = async (): Promise<void> => {
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
      for (const type of ['keyDown', 'keyUp'] as const) await tools.send('Input.dispatchKeyEvent', { type, ...key });
    };
    const look = (): Promise<{ open: boolean; top: number; height: number }> =>
      page.evaluate(() => ({
        open: document.querySelector<HTMLElement>('#faults')!.checkVisibility(),
        top: document.querySelector('hub-pay')!.getBoundingClientRect().top,
        height: document.documentElement.scrollHeight,
      }));
    const closed = await look();
    assert.equal(closed.open, false);
    await page.evaluate(() => document.querySelector<HTMLElement>('#backstage > summary')!.focus());
    await enter();
    assert.deepEqual(await look(), { ...closed, open: true });
    await enter();
    assert.deepEqual(await look(), closed);
  });
});
