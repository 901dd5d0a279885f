/**
 * A pseudo-locale for tests. Its texts have accents and are 40 % longer. These texts show where the screen cuts off a
 * text or contains a text without a translation.
 */
import { en } from '../../src/i18n/locales/en.js';
import { amountTexts } from '../../src/i18n/locales/en-amount.js';
import { currencyTexts } from '../../src/i18n/locales/en-currency.js';
import { rareTexts } from '../../src/i18n/locales/en-rare.js';
import { historyTexts } from '../../src/i18n/locales/en-history.js';
import { testTexts } from '../../src/i18n/locales/en-testing.js';
import { buttonTexts } from '../../src/i18n/locales/button.js';
import type { Messages } from '../../src/i18n/locales/messages.js';

const ACCENTED = 'áéíóú';

const longer = (text: string): string => {
  const accented = text.replace(/(?<![{\w-])[^{}]+|(?<=\})[^{}]+/gu, (words) =>
    words.replace(/[aeiou]/gu, (vowel) => ACCENTED['aeiou'.indexOf(vowel)] ?? vowel),
  );
  return `${accented}${' ~~~~'.repeat(Math.ceil((text.replace(/\{[\w-]+\}/gu, '').length * 0.4) / 5))}`;
};

export const pseudo: Messages = Object.fromEntries(
  Object.entries({
    ...buttonTexts.en,
    ...en,
    ...amountTexts,
    ...currencyTexts,
    ...rareTexts,
    ...historyTexts,
    ...testTexts,
  }).map(([key, text]) => [key, longer(text)]),
);
