/** Words: a key and its values become a sentence in the payer's language. */
import { en } from './locales/en.js';
import type { MessageKey, Messages } from './locales/messages.js';

/**
 * A key's words with `{name}` replaced by the value of that name. A sentence one of whose values is not given is left
 * out, so that nobody reads a hole.
 */
export type Translate = (key: MessageKey, values?: Values) => string;

export type Values = { readonly [name: string]: string | undefined };

/** @param catalogues The first that holds a key gives its words: the merchant's, then the language's, then English. */
export function createTranslate(...catalogues: readonly (Messages | null | undefined)[]): Translate {
  return (key, values = {}) => {
    // A merchant's page may hold anything under a key: only text is words.
    const catalogue = catalogues.find((each) => each && Object.hasOwn(each, key) && typeof each[key] === 'string');
    return fill(catalogue?.[key] ?? (en as Messages)[key] ?? '', values);
  };
}

/** `t` with English words that load later than it: with the screens that say them. */
export function withMessages(t: Translate, words: Messages): Translate {
  const later = createTranslate(words);
  return (key, values) => t(key, values) || later(key, values);
}

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(en, key);

/** The first of `tags` that is a language tag, in its canonical form; `en` if none is. */
export function resolveLocale(tags: Iterable<string | null | undefined>): string {
  for (const tag of tags) {
    try {
      const [locale] = tag ? Intl.getCanonicalLocales(tag) : [];
      if (locale) return locale;
    } catch {
      // Not a language tag: the next one decides.
    }
  }
  return 'en';
}

/** The language whose words a payer of this locale reads. */
export function languageOf(locale: string): string {
  const [language = ''] = locale.split('-');
  return Object.hasOwn(languages, language) ? language : 'en';
}

/** The words of a locale's language, its own chunk; null for English, which is built in. */
export async function loadMessages(locale: string): Promise<Messages | null> {
  return (await languages[languageOf(locale)]?.()) ?? null;
}

const languages: { readonly [language: string]: () => Promise<Messages> } = {
  de: async () => (await import('./locales/de.js')).de,
};

function fill(template: string, values: Values): string {
  if (!template.includes('{')) return template;
  const rightToLeft = RTL.test(template);
  const valueOf = (hole: string): string | undefined => {
    const name = hole.slice(1, -1);
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
  return template
    .split(SENTENCE_END)
    .filter((sentence) => (sentence.match(HOLE) ?? []).every((hole) => valueOf(hole) !== undefined))
    .map((sentence) => sentence.replace(HOLE, (hole) => isolated(valueOf(hole) ?? '', rightToLeft)))
    .join(' ');
}

/** A value keeps its own direction in the sentence, and cannot change the sentence's: its controls are removed. */
function isolated(value: string, rightToLeft: boolean): string {
  const text = value.normalize('NFC').replace(CONTROLS, '');
  return rightToLeft || RTL.test(text) ? `\u2068${text}\u2069` : text;
}

const HOLE = /\{[\w-]+\}/gu;
const SENTENCE_END = /(?<=[.?。]|\{money\}) /u;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const CONTROLS = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
