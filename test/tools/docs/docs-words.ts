/** Writes two files for each language: the words of the pay button, and the entry of the package. */
import { buttonTexts, giftButtonTexts } from '../../../src/i18n/locales/en/button.js';
import { languages } from '../../../src/i18n/locales/languages.js';
import type { GiftTexts, Texts } from '../../../src/i18n/locales/messages.js';

const WIDTH = 120;

/** Letters of East Asia, which are as wide as two others. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;

/** Returns each file with its text. */
export async function wordFiles(): Promise<[file: string, text: string][]> {
  const tags = Object.keys(languages);
  const files = tags.map(async (tag): Promise<[string, string][]> => {
    const all = (await import(`../../../src/i18n/locales/${tag}.js`)) as { texts: Texts; giftTexts: GiftTexts };
    return [
      [`src/i18n/locales/words/${tag}.ts`, wordFile(tag, all)],
      [`src/locales/${tag}.ts`, entryFile(tag)],
    ];
  });
  return (await Promise.all(files)).flat();
}

/** Returns the source of the words of a language. */
export const wordFile = (tag: string, { texts, giftTexts }: { texts: Texts; giftTexts: GiftTexts }): string =>
  `/** The words of the pay button. \`npm run docs\` copies them from \`../${tag}.ts\`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
${rows(buttonTexts, texts)}};

export const giftWords: LanguageWords['giftWords'] = {
${rows(giftButtonTexts, giftTexts)}};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../${tag}.js');
`;

/** Returns the source of the entry `hub-pay/locales/<tag>`. */
const entryFile = (tag: string): string =>
  `/**
 * Bundles the language \`${tag}\` with the page, so that the element loads no file for it. \`npm run docs\` writes this
 * file.
 */
import { addLanguage } from '../i18n/load-messages.js';
import { giftTexts as ownGiftTexts, texts as ownTexts } from '../i18n/locales/${tag}.js';
import type { Messages } from '../i18n/locales/messages.js';

addLanguage('${tag}', { texts: ownTexts, giftTexts: ownGiftTexts });

/** All texts in this language, by key. A text with plural forms is an object. */
export const texts: Messages = ownTexts;

/** The texts for \`purpose="gift"\` that differ from those of a payment. */
export const giftTexts: Messages = ownGiftTexts;
`;

const rows = <K extends string>(
  keys: Readonly<Record<K, string>>,
  texts: Readonly<Record<NoInfer<K>, string>>,
): string => (Object.keys(keys) as K[]).map((key) => row(key, texts[key])).join('');

function row(key: string, text: string): string {
  const name = /^\w+$/u.test(key) ? key : `'${key}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const value = `${quote}${text.replaceAll(new RegExp(`[${quote}\\\\]`, 'gu'), String.raw`\$&`)}${quote}`;
  const line = `  ${name}: ${value},\n`;
  return line.replaceAll(WIDE, 'xx').length <= WIDTH + 1 ? line : `  ${name}:\n    ${value},\n`;
}
