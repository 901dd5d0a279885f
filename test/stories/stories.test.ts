/** Tests every story in a real browser, light and dark. Each story must render, pass its play function and pass axe. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test, type TestContext } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer-core';
import { partTable, settableTable, slotTable, tokenTable } from '../../src/element/reference.js';
import { controls } from '../../stories/support/controls.js';
import {
  equip,
  payUntil,
  plan,
  pressPart,
  reached,
  setControls,
  withoutEffect,
  type Probe,
} from '../support/pages/playground.js';
import { propertyProbes, styleProbes } from '../support/pages/playground-rows.js';
import { type Gallery, openGallery, type OpenStory, paint, type Story } from '../support/pages/stories.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let gallery: Gallery;

before(async () => {
  gallery = await openGallery();
});
after(() => gallery.close());

/** One of the walks mostly waits for the payments of the flows. */
const WALKS = 2;

test(
  'stories render without error, request or accessibility finding in light and dark theme',
  { concurrency: WALKS },
  async (t) => {
    assert.ok(gallery.stories.length > 0, 'there are stories');
    const left = [...gallery.stories];
    await Promise.all(
      Array.from({ length: WALKS }, async () => {
        let opened: OpenStory | undefined;
        for (let story = left.shift(); story; story = left.shift()) opened = await look(t, story, opened);
        await opened?.page.close();
      }),
    );
  },
);

const CRITICAL = ['Review', 'Review with warnings', 'Outcome unknown', 'Refunded less', 'Receipt'];
type Media = { media?: string; features?: { name: string; value: string }[] };
const MEDIA: Record<string, [query: string, media: Media]> = {
  'in print': ['print', { media: 'print' }],
  'with forced colors': ['(forced-colors: active)', { features: [{ name: 'forced-colors', value: 'active' }] }],
  'with more contrast': ['(prefers-contrast: more)', { features: [{ name: 'prefers-contrast', value: 'more' }] }],
  'with less motion': [
    '(prefers-reduced-motion: reduce)',
    { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] },
  ],
  // At 400 % zoom, a window of 1280 px has 320 px.
  'at 400 % zoom': ['(width: 320px)', {}],
};

test('F-178 stories stay readable when the payer prints or magnifies them, forces colors or wants less motion', async (t) => {
  let opened: OpenStory | undefined;
  for (const name of CRITICAL) {
    const story = gallery.stories.find((each) => each.name === name);
    assert.ok(story, `${name} is a story`);
    opened = await (opened ? gallery.turnTo(story, opened) : gallery.open(story, { width: 320 }));
    const { page, problems } = opened;
    assert.deepEqual(problems, []);
    const devtools = await page.createCDPSession();
    for (const [how, [query, media]] of Object.entries(MEDIA)) {
      await t.test(`${name} ${how}`, async () => {
        await devtools.send('Emulation.setEmulatedMedia', { media: '', features: [], ...media });
        assert.equal(await page.evaluate((media) => matchMedia(media).matches, query), true);
        const { texts, unreadable } = await page.evaluate(readTexts);
        assert.ok(texts > 8, `${texts} texts were read`);
        assert.deepEqual(unreadable, []);
      });
    }
    await devtools.send('Emulation.setEmulatedMedia', { media: '', features: [] });
    await devtools.detach();
  }
  await opened?.page.close();
});

/**
 * Runs in the page. Finds the texts that are cut off, hidden, or drawn in the color of their background. It contains no
 * named function, because the page does not have the helper that names functions.
 */
function readTexts(): { texts: number; unreadable: string[] } {
  const unreadable: string[] = [];
  let texts = 0;
  const roots: ParentNode[] = [document.querySelector('#storybook-root') ?? document.body];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const words = own.map(({ data }: Node & { data?: string }) => data).join('');
      const isDrawn = element.checkVisibility() && !element.closest('style, .unseen, .badge, details:not([open])');
      if (!words.trim() || !isDrawn) continue;
      texts += 1;
      let ground = 'rgb(255, 255, 255)';
      for (let at: Node | null = element; at; at = (at as Partial<ShadowRoot>).host ?? at.parentNode) {
        const color = at instanceof Element ? getComputedStyle(at).backgroundColor : '';
        if (!color || /^rgba\(.*, 0\)$/u.test(color)) continue;
        ground = color;
        break;
      }
      const { left, right, width, height } = element.getBoundingClientRect();
      const { color, opacity, visibility } = getComputedStyle(element);
      const isSeen = width > 0 && height > 0 && visibility === 'visible' && Number(opacity) > 0.5;
      const fits = left >= -1 && right <= innerWidth + 1;
      if (!isSeen || !fits || color === ground) unreadable.push(`${words.slice(0, 40)}: ${color}, ${left} to ${right}`);
    }
  }
  return { texts, unreadable };
}

test('no page of the documentation is wider than its window, and every table of a page can scroll', async (t) => {
  assert.ok(gallery.pages.length > 10, 'there are pages');
  let opened: OpenStory | undefined;
  for (const each of gallery.pages) {
    await t.test(each.title, async () => {
      opened = await (opened ? gallery.turnTo(each, opened) : gallery.open(each, { width: 390 }));
      const { title, wide, cut } = await opened.page.evaluate(() => ({
        title: document.querySelector('.sbdocs-content h1')?.textContent,
        wide: document.documentElement.scrollWidth - innerWidth,
        cut: [...document.querySelectorAll('table')].filter(
          (table) => table.scrollWidth > table.clientWidth && getComputedStyle(table).overflowX !== 'auto',
        ).length,
      }));
      assert.deepEqual({ title: `Docs/${title}`, wide, cut }, { title: each.title, wide: 0, cut: 0 });
    });
  }
  await opened?.page.close();
});

test('every row of the manifest has a control in the playground, which changes what the element shows', async (t) => {
  const story = gallery.stories.find(({ title }) => title === 'Element/Playground');
  assert.ok(story);
  const { page, problems } = await gallery.open(story, { width: 1280 });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
  await equip(page);

  await t.test('every row has a control', () => {
    const rows = [...settableTable, ...slotTable, ...tokenTable, ...partTable];
    assert.equal(Object.keys(controls).length, rows.length);
    assert.deepEqual([...propertyProbes, ...styleProbes].map(({ id }) => id).sort(), Object.keys(controls).sort());
  });

  await t.test('every attribute, property and slot', async () => {
    await setControls(page, { layout: 'button' });
    assert.deepEqual(await withoutEffect(page, propertyProbes), []);
  });

  await t.test('every token and every part', async () => {
    let left: readonly Probe[] = styleProbes;
    const look = async (): Promise<void> => {
      const idle = await withoutEffect(page, left);
      left = left.filter(({ id }) => idle.includes(id));
    };
    for (const view of Object.values(VIEWS)) {
      await view(page);
      await look();
    }
    assert.deepEqual(
      left.map(({ id }) => id),
      [],
    );
  });
  assert.deepEqual(
    problems.filter((problem) => problem.startsWith('asked the network')),
    [],
  );
  await page.close();
});

/** The views of payments in test mode, in the order in which the payer reaches them, and a service that is silent. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'a quote to check': async (page) => {
    await setControls(page, { ...USUAL, layout: 'panel', appFees: [{ recipient: `0x${'aa'.repeat(20)}`, fee: '25' }] });
    await payUntil(page, 'fees');
    await unfold(page);
  },
  'fees that the merchant pays': async (page) => {
    await setControls(page, { appFees: null, 'subsidize-fees': true });
    await payUntil(page, 'sponsor');
  },
  'a token to choose': async (page) => {
    await pressPart(page, 'secondary');
    await reached(page, 'search');
    await page.keyboard.press('Tab');
  },
  'a wallet to choose': async (page) => {
    await pressPart(page, 'secondary');
    await reached(page, 'wallet');
  },
  'a payment on its way': async (page) => {
    await plan(page, 'success', 10_000);
    await payUntil(page, 'step');
  },
  'a payment that a reload interrupted': async (page) => {
    // Another base URL gives the playground another element, which finds the payment as after a reload.
    await setControls(page, { 'base-url': null, resume: 'ask' });
    await setControls(page, { 'base-url': USUAL['base-url'] });
    await reached(page, 'banner');
  },
  'a receipt': async (page) => {
    await pressPart(page, 'primary');
    await reached(page, 'receipt');
  },
  'past payments': async (page) => {
    await page.evaluate(() => document.querySelector('hub-pay')!.show('history'));
    await reached(page, 'history-row');
  },
  'a sheet': async (page) => {
    await setControls(page, { layout: 'button' });
    await page.evaluate(() => document.querySelector('hub-pay')!.show());
    await reached(page, 'dialog');
  },
  'a setting that is wrong': async (page) => {
    await setControls(page, { 'destination-currency': 'NONE', layout: 'panel' });
    await reached(page, 'panel');
  },
  'suggested amounts': async (page) => {
    await setControls(page, {
      'destination-currency': USUAL['destination-currency'],
      amount: null,
      presets: '5 10 25',
    });
    await reached(page, 'preset');
  },
  'a refund address to type': async (page) => {
    await setControls(page, { amount: '26.00', presets: null, 'use-deposit-address': true });
    await payUntil(page, 'fees');
    await pressPart(page, 'secondary');
    await reached(page, 'search');
    await pressPart(page, 'secondary');
    await reached(page, 'wallet');
    await page.evaluate(() => {
      const row = document.querySelector('hub-pay')!.shadowRoot!.querySelector('[data-wallet=deposit-address]');
      (row as HTMLElement).click();
    });
    await reached(page, 'refund-to');
  },
  'a deposit address': async (page) => {
    await page.evaluate(() => {
      const input = document
        .querySelector('hub-pay')!
        .shadowRoot!.querySelector<HTMLInputElement>('[part~=refund-to]')!;
      input.focus();
    });
    await page.keyboard.type(`0x${'bb'.repeat(20)}`);
    await pressPart(page, 'asset');
    await reached(page, 'address');
    await unfold(page);
  },
  'a service that does not answer': async (page) => {
    await setControls(page, { 'base-url': 'https://pay.example', fetch: 'silent' });
    await page.waitForFunction(() => document.querySelector('hub-pay')?.shadowRoot?.querySelector('.blank'));
  },
};

const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const fold of document.querySelector('hub-pay')!.shadowRoot!.querySelectorAll('details')) fold.open = true;
  });

const USUAL = {
  'base-url': 'demo:',
  'destination-chain-id': 84_532,
  'destination-currency': 'USDC',
  amount: '25.00',
  recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
  merchant: 'Acme Coffee',
  'support-url': 'https://shop.example/help',
};

/** Checks one story. Reuses the previous page if the previous story had no problems. */
async function look(t: TestContext, story: Story, before: OpenStory | undefined): Promise<OpenStory | undefined> {
  let opened: OpenStory | undefined;
  await t.test(`${story.title} › ${story.name}`, async () => {
    const shown = await (before ? gallery.turnTo(story, before) : gallery.open(story));
    if (!before) await shown.page.evaluate(axe);
    const light = await findings(shown.page);
    await paint(shown.page, 'dark');
    const dark = (await findings(shown.page, COLOR_RULES)).map((finding) => `dark: ${finding}`);
    assert.deepEqual([...shown.problems, ...light, ...dark], []);
    opened = shown;
  });
  if (!opened) await before?.page.close();
  return opened;
}

/** The rules of axe about colors. The dark scheme changes colors alone, so it can break no other rule. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe in the page: the rules of `only`, or else all rules. Excludes rules about whole pages, because a story is
 * only a part of a page.
 */
async function findings(page: Page, only?: readonly string[]): Promise<string[]> {
  const results = await page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as { axe: { run(options: unknown): Promise<AxeResults> } };
    const wholePage = ['region', 'landmark-one-main', 'page-has-heading-one'];
    // Axe then describes only the violations. It still checks the same.
    const resultTypes = ['violations'];
    if (chosen) return axe.run({ resultTypes, runOnly: { type: 'rule', values: chosen } });
    return axe.run({ resultTypes, rules: Object.fromEntries(wholePage.map((rule) => [rule, { enabled: false }])) });
  }, only);
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `axe ${id}: ${help} at ${JSON.stringify(target)} ${failureSummary ?? ''}`,
    ),
  );
}
