/** Tests the HTML table of what needs a person, as a browser's parser reads it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { attentionTable } from '../../../src/server/ledger/attention-table.js';
import { attentionRegistry, attentionSamples, HOSTILE, hostileAttention } from '../../support/attention.js';
import { CHROMIUM_FLAGS, findBrowser } from '../../support/browsers.mjs';

let browser: Browser;
let page: Page;
before(async () => {
  browser = await launch({ executablePath: findBrowser('chromium') ?? '', args: [...CHROMIUM_FLAGS] });
  page = await browser.newPage();
});
after(() => browser.close());

/** What a page of the merchant contains after it has written the table into its HTML. */
async function parsed(
  html: string,
): Promise<{ rows: string[][]; names: string[]; attributes: string[]; links: string[] }> {
  await page.setContent(`<!doctype html><html dir="rtl"><body><main>${html}</main><p id="end">end</p>`);
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('main *')];
    return {
      rows: [...document.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.innerText)),
      names: [...new Set(all.map(({ localName }) => localName))].sort(),
      attributes: [...new Set(all.flatMap((each) => each.getAttributeNames()))].sort(),
      links: [...document.querySelectorAll('a')].map(({ href }) => href),
    };
  });
}

const PAYER = `Paid from 0x${'ab'.repeat(20)} on Base (ask the payer before you send)`;
const ELEMENTS = ['a', 'bdi', 'br', 'code', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'time', 'tr', 'wbr'];

test('attentionTable has a row with the order, what happened, what to do, the amounts and the payment for each entry', async () => {
  const { rows, names, links } = await parsed(attentionTable(attentionSamples, attentionRegistry));
  assert.deepEqual(names, ELEMENTS);
  assert.equal(rows.length, 1 + attentionSamples.length);
  const [head, second] = rows as [string[], string[]];
  const { message, advice, expected, paid, requestId, transactions } = attentionSamples[0]!;
  assert.deepEqual(head, ['Order', 'What happened', 'What to do', 'Amounts', 'Payment']);
  assert.deepEqual(second, [
    '1042',
    `Paid a second time\n${message}\n2025-11-21 14:05 UTC`,
    advice,
    [
      `Ordered: 25.00 USDC on Arbitrum ${expected.currency}`,
      `Arrived: 25.00 USDC on Arbitrum ${expected.currency}`,
      `Sent: 0.0071 ETH on Base ${paid!.currency}`,
    ].join('\n'),
    [`Id: ${requestId}`, PAYER, `Base: ${transactions[0]!.hash}`, `Arbitrum: ${transactions[1]!.hash}`].join('\n'),
  ]);
  assert.equal(links[0], `https://basescan.example/tx/${transactions[0]!.hash}`);
});

test('attentionTable adds no element, no attribute and no link when every text of others is hostile', async () => {
  const problems: unknown[] = [];
  page.on('dialog', (dialog) => {
    problems.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => problems.push(error));
  for (const registry of [attentionRegistry, undefined]) {
    const { rows, names, attributes, links } = await parsed(attentionTable([hostileAttention], registry));
    assert.ok(
      names.every((name) => ELEMENTS.includes(name)),
      String(names),
    );
    assert.deepEqual(attributes, ['class', 'data-kind', 'datetime', 'dir', 'href', 'lang', 'rel', 'scope']);
    assert.ok(
      links.every((link) => link.startsWith('https://')),
      String(links),
    );
    assert.match(rows[1]?.[0] ?? '', /^<script>alert\(1\)<\/script>"'&\\u\{202e\}2401/u);
    assert.doesNotMatch(rows.flat().join(''), /[^\n\P{C}]/u);
  }
  assert.deepEqual(problems, []);
});

test('attentionTable stays left to right, and isolates each name that can be in a script from right to left', async () => {
  const [second] = attentionSamples;
  const name = 'سفارش ۱۲!';
  const token = { ...second!.expected, symbol: name, currency: name };
  const transactions = [{ chainId: 42161, hash: name, url: null }];
  const chains = attentionRegistry.chains.map(({ erc20Currencies: _, ...chain }) => ({ ...chain, displayName: name }));
  const entry = { ...second!, orderId: name, requestId: name, expected: token, received: token, transactions };
  await parsed(attentionTable([entry], { chains }));
  const { direction, columns, names, bare, order } = await page.evaluate((text) => {
    const cells = [...document.querySelectorAll('tbody tr > *')];
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.querySelector('tbody')!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
    const named = texts.filter(({ data }) => data.includes(text));
    const range = document.createRange();
    const lefts = [0, text.length - 1].map((at) => {
      range.setStart(named[0]!, at);
      range.setEnd(named[0]!, at + 1);
      return range.getBoundingClientRect().left;
    });
    return {
      direction: getComputedStyle(cells[3]!).direction,
      columns: cells.map((each) => each.getBoundingClientRect().left),
      names: named.length,
      bare: named.filter((each) => !each.parentElement!.closest('bdi')).map(({ data }) => data),
      order: lefts,
    };
  }, name);
  assert.equal(direction, 'ltr');
  assert.deepEqual(
    columns,
    [...columns].sort((one, other) => one - other),
  );
  assert.deepEqual([names, bare], [12, []]);
  // The name itself runs from right to left, so its last sign is left of its first.
  assert.ok(order[1]! < order[0]!, String(order));
});

test('attentionTable breaks a long id of one word, so that the page stays as narrow as a phone', async () => {
  await page.setViewport({ width: 320, height: 600 });
  const long = { ...attentionSamples[0]!, orderId: 'x'.repeat(200), message: `0x${'ab'.repeat(400)}` };
  await parsed(attentionTable([long]));
  const widths = await page.evaluate(() => [...document.querySelectorAll('td, th')].map((each) => each.clientWidth));
  assert.ok(Math.max(...widths) < 320, String(widths));
  await page.setViewport({ width: 1280, height: 600 });
});

test('attentionTable returns a sentence when nothing needs a person', async () => {
  const { names } = await parsed(attentionTable([]));
  assert.deepEqual(names, ['p']);
  assert.equal(attentionTable([]), '<p lang="en" dir="ltr">Nothing needs a person.</p>');
});

test('the hostile sample of these tests contains what it must', () => {
  assert.match(HOSTILE, /<script>/u);
  for (const part of ['\u202e', '\u001b', '\u009b', '\u0000', '"', "'"]) assert.ok(HOSTILE.includes(part));
});
