/**
 * A pseudo-locale for tests. Its texts have accents and are 40 % longer. These texts show where the screen cuts off a
 * text or contains a text without a translation.
 */
import type { Messages } from '../../src/i18n/locales/messages.js';
import { englishTexts } from './english.js';

const ACCENTED = 'áéíóú';

const longer = (text: string): string => {
  const accented = text.replace(/(?<![{\w-])[^{}]+|(?<=\})[^{}]+/gu, (words) =>
    words.replace(/[aeiou]/gu, (vowel) => ACCENTED['aeiou'.indexOf(vowel)] ?? vowel),
  );
  return `${accented}${' ~~~~'.repeat(Math.ceil((text.replace(/\{[\w-]+\}/gu, '').length * 0.4) / 5))}`;
};

export const pseudo: Messages = Object.fromEntries(
  Object.entries(englishTexts).map(([key, text]) => [key, longer(text)]),
);

/** Texts in Arabic letters, with the placeholders of the English texts between them. */
export const arabicPseudo: Messages = Object.fromEntries(
  Object.entries(englishTexts).map(([key, text]) => [key, text.replace(/(?<!\{)\b[a-z\d]+\b(?![\w-]*\})/giu, 'كلمة')]),
);
