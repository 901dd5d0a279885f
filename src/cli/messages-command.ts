/**
 * The command `hub-pay messages`. It prints a TypeScript file with every text of the element in a language, or writes
 * this file with `--out`. A page uses the file to add a language, or to change texts of one. For a language that the
 * package lacks, the texts are English.
 */
import { parseArgs } from 'node:util';
import { loadTexts } from '../i18n/load-messages.js';
import type { LanguageTexts, PluralText } from '../i18n/locales/messages.js';
import { languageOf } from '../i18n/translate.js';
import * as english from '../locales/en.js';
import { assertKnownOptions, save, type Command, type Print } from './command.js';

const USAGE = 'npx --no-install hub-pay messages nl [--out nl.ts]';

const OPTIONS = { out: { type: 'string' } } as const;

export const messagesCommand: Command = {
  name: 'messages',
  usage: USAGE,
  about: 'Prints a TypeScript file with every text of the element in a language, such as nl.',
  options: { out: 'The file to write. Default: the terminal.' } satisfies Record<keyof typeof OPTIONS, string>,
  run,
};

async function run(words: string[], print: Print): Promise<number> {
  assertKnownOptions(words, OPTIONS);
  const { values, positionals } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  const [tag = '', ...others] = positionals;
  if (others.length > 0) throw new Error(`${others.join(' ')} is too much: name one language. Usage: ${USAGE}`);
  if (values.out === '') throw new Error(`--out is empty: it is the name of the file. Usage: ${USAGE}`);
  const text = await fileOf(canonical(tag));
  await (values.out === undefined ? print(text) : save(values.out, text));
  return 0;
}

function canonical(tag: string): string {
  if (tag === '')
    throw new Error(`The language is missing: it is a BCP 47 tag, such as nl or sr-Latn. Usage: ${USAGE}`);
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch (cause) {
    throw new Error(`${tag} is no language: a BCP 47 tag is needed, such as nl or sr-Latn.`, { cause });
  }
}

async function fileOf(tag: string): Promise<string> {
  const language = languageOf(tag);
  const { texts, giftTexts } = language === 'en' ? english : await loadTexts(language);
  return `/** The texts of \`<hub-pay>\` in \`${tag}\`, each below the English one. Keep the words in braces. */
import type { Messages } from 'hub-pay';

export const messages = {
${rows(texts, english.texts, tag)}} satisfies Required<Messages>;

/** The texts for \`purpose="gift"\`, which replace those above. */
export const giftMessages = {
${rows(giftTexts, english.giftTexts, tag)}} satisfies Messages;
`;
}

type AnyTexts = LanguageTexts['texts'] | LanguageTexts['giftTexts'];

const rows = (texts: AnyTexts, source: AnyTexts, tag: string): string =>
  Object.entries<string | PluralText>(source)
    .map(([key, text]) => row(key, (texts as Readonly<Record<string, string | PluralText>>)[key] ?? text, text, tag))
    .join('');

/** Returns the lines of a text, with all plural forms of the language. */
function row(key: string, text: string | PluralText, source: string | PluralText, tag: string): string {
  const comment = `  // ${typeof source === 'string' ? source : source.other}\n`;
  if (typeof text === 'string') return `${comment}  ${JSON.stringify(key)}: ${JSON.stringify(text)},\n`;
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  const forms = pluralCategories.map(
    (category) => `    ${category}: ${JSON.stringify(text[category] ?? text.other)},\n`,
  );
  return `${comment}  ${JSON.stringify(key)}: {\n${forms.join('')}  },\n`;
}
