/**
 * Pages of `npm run test:hosts`: what one library does to the element, what the element must not do to the library, and
 * how a payer pays all the same.
 */
import assert from 'node:assert/strict';
import type {} from '../../src/index.js';
import type { Page } from '../support/pages/drive.js';

/**
 * A visit to the page. `press` presses the button that opens the sheet, `review` also waits for the price, and `pay`
 * presses the pay button.
 */
export type HostVisit = {
  page: Page;
  press: () => Promise<void>;
  review: () => Promise<void>;
  pay: () => Promise<void>;
};

/** Reviews and pays, and checks in between. Throws if something is wrong. */
export type HostCheck = (visit: HostVisit) => Promise<void>;

/** What the page has of the element. `marked` says whether it is the element that `mark` has marked. */
const sheetOf = (page: Page): Promise<{ open: boolean; state: string; marked: boolean }> =>
  page.evaluate(() => {
    const pay = document.querySelector('hub-pay')!;
    return { open: pay.open, state: pay.state.name, marked: 'marked' in pay };
  });

const mark = (page: Page): Promise<unknown> =>
  page.evaluate(() => Boolean(Object.assign(document.querySelector('hub-pay')!, { marked: true })));

const liveRegions = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('[aria-live], [role=status], [role=alert]').length);

async function key(page: Page, name: string, code: number): Promise<void> {
  const tools = await page.devtools();
  for (const type of ['keyDown', 'keyUp'] as const)
    await tools.send('Input.dispatchKeyEvent', { type, key: name, code: name, windowsVirtualKeyCode: code });
}

/** Presses a place of the page with the mouse, so that the browser decides what is there. */
async function click(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const tools = await page.devtools();
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await tools.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
}

/** The middle of a part of the element. */
const middleOf = (page: Page, part: string): Promise<{ x: number; y: number }> =>
  page.evaluate((name) => {
    const box = document
      .querySelector('hub-pay')!
      .shadowRoot!.querySelector(`[part~=${name}]`)!
      .getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, part);

/** No part of the page takes the focus. After the last control, the browser’s own controls have it, and then `body`. */
async function focusStays(page: Page): Promise<void> {
  for (let tabs = 0; tabs < 4; tabs += 1) {
    await key(page, 'Tab', 9);
    const focused = await page.evaluate(() => document.activeElement?.localName ?? '');
    assert.match(focused, /^(?:hub-pay|body)$/u, 'the focus has left the sheet');
  }
}

/** The page’s window stays open when Escape closes the sheet, and closes at its own Escape after the payment. */
export const insideWindow: HostCheck = async ({ page, review, pay }) => {
  const isOpen = (): boolean => document.querySelector('#host')?.checkVisibility() === true;
  await review();
  await focusStays(page);
  await key(page, 'Escape', 27);
  await page.waitFor(() => document.querySelector('hub-pay')?.open === false);
  assert.ok(await page.evaluate(isOpen), 'Escape in the sheet has closed the page’s window');
  await review();
  await pay();
  await page.evaluate(() => document.querySelector('hub-pay')?.close());
  await page.waitFor(() => document.querySelector('hub-pay')?.open === false);
  await key(page, 'Escape', 27);
  await page.waitFor(() => document.querySelector('#host')?.checkVisibility() === false);
};

/** The page is replaced while the sheet is open. The sheet stays, in the same state. */
const morphed =
  (morph: () => unknown, isDone: () => boolean): HostCheck =>
  async ({ page, review, pay }) => {
    await review();
    await mark(page);
    await page.evaluate(morph);
    await page.waitFor(isDone);
    assert.deepEqual(await sheetOf(page), { open: true, state: 'reviewing', marked: true });
    await pay();
  };

/** The payer leaves the page with an open sheet and comes back: the copy is closed, has one live region, and pays. */
const leftAndBack =
  (leave: () => void): HostCheck =>
  async ({ page, review, pay }) => {
    await review();
    await mark(page);
    const before = await liveRegions(page);
    await page.evaluate(leave);
    await page.waitFor(() => !document.querySelector('hub-pay'));
    await page.evaluate(() => history.back());
    await page.waitFor(() => document.querySelector('hub-pay')?.state);
    assert.deepEqual(await sheetOf(page), { open: false, state: 'idle', marked: false });
    await review();
    assert.equal(await liveRegions(page), before);
    await pay();
  };

/** A library has replaced built-ins: at the press, the element says which, shows its fallback, and nobody can pay. */
export const refused =
  (names: readonly string[]): HostCheck =>
  async ({ page, press }) => {
    await press();
    await page.waitFor(() => {
      const { state } = document.querySelector('hub-pay')!;
      return state.name === 'idle' && state.problem?.reason === 'replaced-builtins';
    });
    await page.waitFor(() => document.querySelector('hub-pay a')?.checkVisibility());
    const primary = await page.evaluate(
      () => document.querySelector('hub-pay')!.shadowRoot!.querySelector('[part~=primary]')?.textContent.trim() ?? '',
    );
    assert.equal(primary, '', 'the sheet has a button to go on');
    const [, said = ''] = /has replaced (.*) by functions/u.exec([...page.errors, ...page.warnings].join('\n')) ?? [];
    assert.deepEqual(said.split(', '), names, 'the console names other built-ins');
  };

/** The page works as without the library. */
export const plain: HostCheck = async ({ review, pay }) => {
  await review();
  await pay();
};

export const turboRestore = leftAndBack(() => {
  (window as never as { Turbo: Turbo }).Turbo.visit('/turbo/other');
});
export const htmxRestore = leftAndBack(() => document.querySelector<HTMLElement>('#leave')!.click());

type Turbo = { visit(path: string, options?: { action: string }): void };
type Library = { trigger(element: Element, name: string): void };
type Alpine = { morph(element: Element, html: string): void };

export const turboMorph = morphed(
  () => {
    addEventListener('turbo:morph', () => (document.body.dataset['done'] = 'yes'), { once: true });
    (window as never as { Turbo: Turbo }).Turbo.visit(location.pathname, { action: 'replace' });
  },
  () => document.body.dataset['done'] === 'yes',
);

export const htmxMorph = morphed(
  () => (window as never as { htmx: Library }).htmx.trigger(document.querySelector('#cart')!, 'refresh'),
  () => document.querySelector('h1')?.textContent === '2 items',
);

export const alpineMorph = morphed(
  async () => {
    // The markup of the server, with another heading.
    const html = (await (await fetch('/alpine')).text()).replace('1 item', '2 items');
    const cart = new DOMParser().parseFromString(html, 'text/html').querySelector('#cart')!;
    const markup = new XMLSerializer().serializeToString(cart);
    (window as never as { Alpine: Alpine }).Alpine.morph(document.querySelector('#cart')!, markup);
  },
  () => document.querySelector('h1')?.textContent === '2 items',
);

/** The page around the element changes, and the library keeps the element itself: it has an open sheet, as before. */
const onOtherPage = (): boolean => document.querySelector('h1')?.textContent === 'Another page';
export const turboKept = morphed(
  () => (window as never as { Turbo: Turbo }).Turbo.visit('/turbo/kept/other'),
  onOtherPage,
);
export const htmxKept = morphed(() => document.querySelector<HTMLElement>('#leave')!.click(), onOtherPage);

/** A trap around another part of the page lets the payer press and move in the sheet. */
export const besideFocusTrap: HostCheck = async ({ page, review, pay }) => {
  const open = (): Promise<void> => page.evaluate(() => document.querySelector('hub-pay')?.show());
  await open();
  await review();
  await focusStays(page);
  await click(page, await middleOf(page, 'close'));
  await page.waitFor(() => document.querySelector('hub-pay')?.open === false);
  await open();
  await review();
  await pay();
  assert.ok(await page.evaluate(() => (window as never as { trap: { active: boolean } }).trap.active));
};

/** AppKit’s window opens at `hub-confirm`, above the sheet. A real mouse click closes it, and the payment goes on. */
export const underAppKit: HostCheck = async ({ page, review, pay }) => {
  await review();
  await Promise.all([pay(), closeAppKit(page)]);
};

async function closeAppKit(page: Page): Promise<void> {
  await page.waitFor(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.localName === 'w3m-modal');
  const close = await page.waitFor(() => {
    const find = (root: Document | ShadowRoot): Element | undefined => {
      for (const each of root.querySelectorAll('*')) {
        if (each.getAttribute('data-testid') === 'w3m-header-close') return each;
        const inner = each.shadowRoot && find(each.shadowRoot);
        if (inner) return inner;
      }
      return undefined;
    };
    const button = find(document);
    // The window slides in.
    if (!button || document.getAnimations().some(({ playState }) => playState === 'running')) return null;
    const { x, y, width, height } = button.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await click(page, close);
}
