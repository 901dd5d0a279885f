/** Tests that nothing in the element moves while a real payment runs, with the browser's own measure. */
import assert from 'node:assert/strict';
import type { CDPSession } from 'puppeteer-core';
import { inEngines, NATIVE, ORIGIN } from '../support/pages/flows.js';
import type { Page } from '../support/pages/drive.js';
import { answerWallet, payByParts, press, reaches } from '../support/pages/shop-page.js';

/** Records each layout shift from now on: its value, the payment's state and the parts that moved. */
const observe = (page: Page): Promise<void> =>
  page.evaluate(() => {
    type Shift = PerformanceEntry & {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    const seen: string[] = [];
    const place = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(',');
    const note = (list: PerformanceEntryList): void => {
      const pay = document.querySelector('hub-pay') as HTMLElement & { state: { name: string } };
      for (const { value, sources } of list as Shift[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name =
            node instanceof Element ? `${node.localName}.${node.getAttribute('part') ?? node.className}` : '';
          return `${name || String(node?.nodeName)} ${place(previousRect)} -> ${place(currentRect)}`;
        });
        seen.push(`${value.toFixed(4)} ${pay.state.name}: ${moved.join('; ')}`);
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    const layoutShifts = (): string[] => {
      note(observer.takeRecords());
      return seen;
    };
    Object.assign(globalThis, { layoutShifts });
  });

/** Waits until the browser has painted this many frames. */
const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (left) => {
    for (; left > 0; left -= 1) await new Promise(requestAnimationFrame);
  }, count);

/** The shop's script sets the layout from the URL. Waits until the browser has painted this layout. */
const painted = async (page: Page): Promise<void> => {
  await page.waitFor(() =>
    document.querySelector('hub-pay')?.shadowRoot?.querySelector('[part~=button], [part~=heading], h3'),
  );
  await frames(page, 3);
};

/** Returns the shifts so far. What the receipt loads late is there after half a second of frames. */
const shifts = async (page: Page): Promise<string[]> => {
  await frames(page, 30);
  return page.evaluate(() => (globalThis as unknown as { layoutShifts: () => string[] }).layoutShifts());
};

inEngines(['chromium'], 'Layout shift of a payment', (test) => {
  for (const layout of ['button', 'panel'] as const) {
    for (const asset of ['native', 'token'] as const) {
      test(`P-25 layout shift: is zero from the first frame to the receipt (${layout}, ${asset})`, async (visit) => {
        const { demo, page } = visit;
        await page.goto(`${demo.url}?layout=${layout}`);
        await painted(page);
        await observe(page);
        const currency = asset === 'native' ? NATIVE : demo.devnet.addresses.usdc;
        assert.equal((await payByParts(page, { pay: { chainId: ORIGIN, currency } })).name, 'succeeded');
        assert.deepEqual(await shifts(page), []);
      });
    }
  }
});

/** Holds all price and quote requests. Returns a function that lets them go. */
async function holdQuotes(tools: CDPSession): Promise<() => Promise<void>> {
  await tools.send('Fetch.enable', { patterns: [{ urlPattern: '*/quote*' }] });
  return async () => {
    await tools.send('Fetch.disable');
  };
}

/** The middle of a row of the asset list that can be pressed, as it stands on the screen. */
const rowAt = (page: Page, index: number): Promise<{ x: number; y: number; currency: string; text: string }> =>
  page.waitFor((wanted) => {
    const { shadowRoot } = document.querySelector('hub-pay') as HTMLElement;
    const row = [...(shadowRoot?.querySelectorAll<HTMLElement>('[part~=asset]') ?? [])][wanted];
    if (!row?.checkVisibility()) return null;
    // The lines of the order stand above the list, so a row can be below the visible part of the sheet.
    row.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = row.getBoundingClientRect();
    const text = row.innerText.trim();
    return { x: x + width / 2, y: y + height / 2, currency: row.dataset['currency'] ?? '', text };
  }, index);

inEngines(['chromium'], 'A press while prices arrive', (test) => {
  for (const index of [0, 1]) {
    test(`P-25 press: takes the row under the pointer when prices arrive before the release (row ${index})`, async (visit) => {
      const { demo, page } = visit;
      const tools = await page.devtools();
      const release = await holdQuotes(tools);
      await page.goto(demo.url);
      await press(page, '[part~=button]');
      await press(page, '[part~=wallet]');
      await answerWallet(page, 'approve');
      const row = await rowAt(page, index);
      const unpriced = (await rowAt(page, 0)).text;
      const pointer = { x: row.x, y: row.y, button: 'left', clickCount: 1 } as const;
      await tools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...pointer });
      await release();
      await page.waitFor((before) => {
        const { shadowRoot } = document.querySelector('hub-pay') as HTMLElement;
        const rows = [...(shadowRoot?.querySelectorAll<HTMLElement>('[part~=asset]') ?? [])];
        const texts = rows.map((each) => each.innerText);
        return texts.length > 0 && texts.every((each) => !each.includes('Getting the price')) && texts[0] !== before;
      }, unpriced);
      assert.equal((await rowAt(page, index)).currency, row.currency);
      await tools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...pointer });
      await reaches(page, { name: 'reviewing' });
      const chosen = await page.evaluate(
        () => (document.querySelector('hub-pay') as unknown as { state: { asset: { currency: string } } }).state.asset,
      );
      assert.equal(chosen.currency, row.currency);
    });
  }
});
