/** Translates a message key and its values to a text in the payer's language. */
import { en } from './locales/en.js';
import type { MessageKey, Messages } from './locales/messages.js';

/**
 * Returns the text of a key, with each `{name}` replaced by the value of that name. A sentence with a missing value is
 * left out.
 */
export type Translate = (key: MessageKey, values?: Values) => string;

export type Values = { readonly [name: string]: string | undefined };

/**
 * @param catalogues In order of priority: the merchant's, then the language's. The first that has the key is used;
 *   English is the fallback.
 */
export function createTranslate(...catalogues: readonly (Messages | null | undefined)[]): Translate {
  return (key, values = {}) => {
    // The merchant's page may set a value of any type. Only strings are used.
    const catalogue = catalogues.find((each) => each && Object.hasOwn(each, key) && typeof each[key] === 'string');
    return fill(catalogue?.[key] ?? (en as Messages)[key] ?? '', values);
  };
}

/** Extends `t` by English messages that load later, together with their screens. */
export function withMessages(t: Translate, words: Messages): Translate {
  const later = createTranslate(words);
  return (key, values) => t(key, values) || later(key, values);
}

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(en, key);

/** The first valid language tag in `tags`, in canonical form. `en` if there is none. */
export function resolveLocale(tags: Iterable<string | null | undefined>): string {
  for (const tag of tags) {
    try {
      const [locale] = tag ? Intl.getCanonicalLocales(tag) : [];
      if (locale) return locale;
    } catch {
      // Not a language tag: the next tag is tried.
    }
  }
  return 'en';
}

/** The language of the catalogue for this locale. `en` if there is no catalogue for it. */
export function languageOf(locale: string): string {
  const [language = ''] = locale.split('-');
  return Object.hasOwn(languages, language) ? language : 'en';
}

/** Loads the catalogue of the locale's language, which is a chunk of its own. Null for English, which is built in. */
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

/**
 * Isolates the value's text direction, and removes control characters so that the value cannot change the sentence's
 * direction.
 */
function isolated(value: string, rightToLeft: boolean): string {
  const text = value.normalize('NFC').replace(CONTROLS, '');
  return rightToLeft || RTL.test(text) ? `\u2068${text}\u2069` : text;
}

const HOLE = /\{[\w-]+\}/gu;
const SENTENCE_END = /(?<=[.?。]|\{money\}) /u;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const CONTROLS = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
