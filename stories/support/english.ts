/** The English texts of the element, in the forms that the stories and the tests need. */
import type { PluralText } from '../../src/i18n/locales/messages.js';
import { texts } from '../../src/locales/en.js';

/** Returns the forms of a text: several for a text whose form depends on a count. */
export const formsOf = (text: string | PluralText | undefined): string[] =>
  typeof text === 'string' ? [text] : Object.values(text ?? {});

/** Every English text of the element. A text with several forms is in its form for many. */
export const englishTexts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(texts).map(([key, text]) => [key, formsOf(text).at(-1) ?? '']),
);
