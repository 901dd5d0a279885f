/** Checks what a page says in two languages. One visit is enough, because the element translates what it shows. */
import type { Page } from '../support/pages/drive.js';

const LOCALES = ['de', 'en'] as const;

/** Sets the language of the element, and checks the page with the words of this language. English comes last. */
export async function inEachLocale<Words>(
  page: Page,
  words: Readonly<Record<(typeof LOCALES)[number], Words>>,
  check: (words: Words) => Promise<void>,
): Promise<void> {
  for (const locale of LOCALES) {
    await page.evaluate((wanted) => document.querySelector('hub-pay')!.setAttribute('locale', wanted), locale);
    await check(words[locale]);
  }
}
