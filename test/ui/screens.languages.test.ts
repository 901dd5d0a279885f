/**
 * Draws every screen in every language, and in a pseudo-locale whose texts are 40 % longer, on a narrow phone and with
 * large text. Nothing is cut off, and in a sentence from right to left every value is isolated.
 */
import { expect } from '@open-wc/testing';
import { loadMessages } from '../../src/i18n/load-messages.js';
import { languageTags } from '../../src/i18n/locales/languages.js';
import type { Messages } from '../../src/i18n/locales/messages.js';
import { everyState } from '../../stories/support/every-state.js';
import { arabicPseudo, pseudo } from '../../stories/support/pseudo.js';
import type { StageOptions } from '../../stories/support/stage.js';
import { clear, screen } from './support.js';

const SIZES = [
  { width: 320, text: '100%' },
  { width: 400, text: '200%' },
] as const;

/** Draws every state at once, each in a panel with all of its details open, so that the page is laid out once. */
function drawn(options: StageOptions): { name: string; root: ShadowRoot }[] {
  clear();
  const all = everyState.map((state, at) => ({
    name: `${state.name} ${at}`,
    root: screen(state, { layout: 'panel', ...options }).root,
  }));
  for (const { root } of all) for (const fold of root.querySelectorAll('details')) fold.open = true;
  return all;
}

const visible = (root: ShadowRoot): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('*')].filter(
    (each) => each.checkVisibility() && !each.closest('.unseen, .sr, svg'),
  );

const ownText = (element: Element): string =>
  [...element.childNodes]
    .flatMap((node) => (node instanceof Text ? [node.data.trim()] : []))
    .join(' ')
    .trim();

/** The texts that reach beyond the panel, or that are cut off inside it. */
function cutOff(root: ShadowRoot, width: number): string[] {
  return visible(root).flatMap((element) => {
    const text = ownText(element);
    if (!text) return [];
    const { left, right } = element.getBoundingClientRect();
    const { overflowX, textOverflow } = getComputedStyle(element);
    // A name of somebody else, such as that of a token, may end in an ellipsis.
    const isCut =
      overflowX !== 'visible' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    return left < -0.5 || right > width + 0.5 || isCut ? [`${element.tagName}: ${text}`] : [];
  });
}

describe('screens in every language', () => {
  afterEach(() => {
    clear();
    document.body.removeAttribute('style');
    document.documentElement.removeAttribute('style');
  });

  const load = async (language: (typeof languageTags)[number]): Promise<Messages> =>
    (await loadMessages(language)) ?? {};
  const catalogues = [
    { name: 'a pseudo-locale', locale: 'en', texts: () => Promise.resolve(pseudo) },
    ...languageTags.map((tag) => ({ name: tag, locale: tag as string, texts: () => load(tag) })),
  ];

  for (const { name, locale, texts } of catalogues) {
    it(`cut off nothing at 320 px, and at 200 % text: ${name}`, async () => {
      const screens = drawn({ locale, messages: await texts() });
      document.body.style.margin = '0';
      const found = SIZES.flatMap(({ width, text }) => {
        document.body.style.inlineSize = `${width}px`;
        document.documentElement.style.fontSize = text;
        return screens.flatMap((each) => cutOff(each.root, width).map((cut) => `${width} px, ${each.name}: ${cut}`));
      });
      expect(found).to.deep.equal([]);
    });
  }

  it('isolate every amount, address, name and symbol in a sentence from right to left', () => {
    const found = drawn({ locale: 'ar-EG', messages: arabicPseudo }).flatMap(({ name, root }) =>
      visible(root).flatMap((element) => {
        const text = ownText(element);
        const outside = text.replaceAll(/\u2068[^\u2069]*\u2069/gu, '');
        // A single letter stands for a picture.
        if (!/[A-Za-z\d]/u.test(outside) || text.length === 1) return [];
        const { direction, unicodeBidi } = getComputedStyle(element);
        const isIsolated = direction === 'ltr' || unicodeBidi === 'plaintext' || element.tagName === 'BDI';
        // One letter alone is the sign for a.m. or p.m.
        const isInSentence = /\p{L}{2}/u.test(outside.replaceAll(/[^\p{Script=Arabic}]/gu, ' '));
        return isIsolated && !isInSentence ? [] : [`${name}: ${element.tagName}: ${text}`];
      }),
    );
    expect(found).to.deep.equal([]);
  });
});
