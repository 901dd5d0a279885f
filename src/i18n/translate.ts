/** Translates a message key and its values to a text in the payer's language. */
import { buttonTexts } from './locales/en/button.js';
import { languageTags, type Language } from './locales/languages.js';
import type { MessageKey, Messages, PluralText } from './locales/messages.js';

export interface Translate {
  /**
   * Returns the text of a key, or an empty text if no catalogue has the key. The value of the same name replaces each
   * `{name}` in it. Leaves out a sentence if the value of one of its placeholders is missing. The number `count`
   * chooses the form of a text that has several. A text whose key begins with `word.`, such as `this network`, gets a
   * capital letter as a value at the start of a sentence.
   */
  (key: MessageKey, values?: Values): string;
  /** Whether a catalogue has a text for this key. */
  has(key: string): key is MessageKey;
  /** The language of the texts, as a BCP 47 tag. */
  readonly lang: string;
  /** Whether the language of the texts runs from right to left. */
  readonly isRightToLeft: boolean;
  /** The English texts that were returned because the language `lang` lacks them. */
  readonly foreign: ReadonlySet<string>;
}

/** The values of placeholders. A number is written with the digits of the payer's locale. */
export type Values = { readonly [name: string]: string | number | undefined };

type Catalogues = readonly (Messages | null | undefined)[];

/**
 * Creates a function that returns texts.
 * @param locale the payer's locale, for numbers and for the language of `own`
 * @param own the texts of the page, which come first
 * @param texts the texts of the language that `languageOf` returns for the locale, in order of priority
 * @param english the English texts for keys that the others lack; those of the button come last
 */
export function createTranslate(
  locale: string,
  own: Messages | null | undefined,
  texts: Catalogues = [],
  english: Catalogues = [],
): Translate {
  const nearest = languageOf(locale) === 'en' ? 'en' : locale;
  const lang = own || /^en\b/u.test(locale) ? locale : nearest;
  const foreign = new Set<string>();
  /** The returned texts that stand for a missing value, such as `this network`. */
  const words = new Set<unknown>();
  const all: [Catalogues[number], language: string][] = [
    [own, locale],
    ...texts.map((each): [Catalogues[number], string] => [each, nearest]),
    ...[...english, buttonTexts].map((each): [Catalogues[number], string] => [each, 'en']),
  ];
  const textOf = (key: string): { text: string | PluralText; language: string } | undefined => {
    for (const [catalogue, tag] of all) {
      const text = catalogue && Object.hasOwn(catalogue, key) ? catalogue[key as MessageKey] : undefined;
      if (isText(text)) return { text, language: tag };
    }
    return undefined;
  };
  const translate = (key: MessageKey, values: Values = {}): string => {
    const found = textOf(key);
    if (!found) return '';
    const { text, language } = found;
    const filled = fill(typeof text === 'string' ? text : formOf(text, values['count'], language), {
      values,
      locale,
      opening: (value) => (words.has(value) ? capitalized(String(value), language) : value),
    });
    if (key.startsWith('word.')) words.add(filled);
    if (language === 'en' && !/^en\b/u.test(lang)) foreign.add(filled);
    return filled;
  };
  const has = (key: string): key is MessageKey => textOf(key) !== undefined;
  return Object.assign(translate, { has, lang, isRightToLeft: /^(?:ar|fa|he|ur)\b/u.test(lang), foreign });
}

/** Whether a value is a text. The merchant's page can set `messages` to values of any type. */
const isText = (value: unknown): value is string | PluralText =>
  typeof value === 'string' || typeof (value as Partial<PluralText> | null | undefined)?.other === 'string';

const formOf = (text: PluralText, count: string | number | undefined, language: string): string =>
  text[new Intl.PluralRules(language).select(Number(count))] ?? text.other;

/** Returns the first valid language tag in `tags`, in canonical form, or `en` if no tag is valid. */
export function resolveLocale(tags: Iterable<string | null | undefined>): string {
  for (const tag of tags) {
    try {
      const [locale] = tag ? Intl.getCanonicalLocales(tag) : [];
      if (locale) return locale;
    } catch {
      // The tag is not valid, so the loop tries the next one.
    }
  }
  return 'en';
}

/**
 * Returns the tag of the package's language for this locale: the same language in the same script, whatever the region,
 * or else `en`. So `zh-TW` is `zh-Hant`, `zh-SG` is `zh-Hans`, and `pt` is `pt-BR`.
 * @param locale a valid tag, such as `resolveLocale` returns
 */
export function languageOf(locale: string): Language {
  const [language] = locale.split('-');
  const nearest = languageTags.filter((tag) => tag.split('-')[0] === language);
  // The exact tag comes first, because a comparison of scripts loads data of `Intl`.
  return nearest.find((tag) => tag === locale) ?? nearest.find((tag) => scriptOf(tag) === scriptOf(locale)) ?? 'en';
}

/** Returns the script that a locale is written in. If the tag names none, its region or its language implies one. */
const scriptOf = (locale: string): string | undefined => new Intl.Locale(locale).maximize().script;

type Filling = {
  values: Values;
  locale: string;
  /** Returns the form of a value at the start of a sentence. */
  opening: (value: unknown) => unknown;
};

function fill(template: string, { values, locale, opening }: Filling): string {
  if (!template.includes('{')) return template;
  const rightToLeft = RTL.test(template);
  const valueOf = (hole: string): string | number | undefined => {
    const name = hole.slice(1, -1);
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
  return template
    .split(SENTENCE_END)
    .filter((sentence) => !sentence.match(HOLE)?.some((hole) => valueOf(hole) === undefined))
    .map((sentence) =>
      sentence.replace(HOLE, (hole, at: number) => {
        const value = valueOf(hole);
        const isFirst = sentence.slice(0, at).trim() === '';
        return isolated(isFirst ? opening(value) : value, rightToLeft, locale);
      }),
    )
    .join('')
    .trim();
}

const capitalized = (text: string, language: string): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/**
 * Removes invisible characters from a value. If the value or the whole text has characters that run from right to left,
 * isolates the value, so that it cannot change the direction of the text. The value can have any type, because it can
 * come from the merchant's page.
 */
function isolated(value: unknown, rightToLeft: boolean, locale: string): string {
  const written = typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : String(value);
  const text = written.normalize('NFC').replace(CONTROLS, '');
  return rightToLeft || RTL.test(text) ? `\u2068${text}\u2069` : text;
}

const HOLE = /\{[\w-]+\}/gu;
/**
 * The end of a sentence. Its space belongs to the next sentence, and East Asian languages write none. The placeholder
 * `{money}` also ends a sentence, because its value is a whole sentence.
 */
const SENTENCE_END = /(?<=[.?\u061f\u0964])(?= )|(?<=[\u3002\uff1f]|\{money\})/u;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
/** Invisible characters, except the two joiners that scripts and emoji need. */
const CONTROLS = /[^\P{C}\u200c\u200d]/gu;
