/** Translates a message key and its values to a text in the payer's language. */
import { buttonTexts } from './locales/en-button.js';
import { languages, type Language } from './locales/languages.js';
import type { MessageKey, Messages } from './locales/messages.js';

export interface Translate {
  /**
   * Returns the text of a key. The value of the same name replaces each `{name}` in it. Leaves out a sentence if the
   * value of one of its placeholders is missing.
   */
  (key: MessageKey, values?: Values): string;
  /** Whether a catalogue has a text for this key. */
  has(key: string): key is MessageKey;
}

export type Values = { readonly [name: string]: string | undefined };

/**
 * Creates a function that returns texts.
 * @param catalogues the catalogues in order of priority; the English texts of the button come last
 */
export function createTranslate(...catalogues: readonly (Messages | null | undefined)[]): Translate {
  const all: readonly (Messages | null | undefined)[] = [...catalogues, buttonTexts];
  const textOf = (key: string): string | undefined => {
    // Use only texts that are strings, because the merchant's page can set `messages` to values of any type.
    const catalogue = all.find(
      (each) => each && Object.hasOwn(each, key) && typeof each[key as MessageKey] === 'string',
    );
    return catalogue?.[key as MessageKey];
  };
  const translate = (key: MessageKey, values: Values = {}): string => fill(textOf(key) ?? '', values);
  return Object.assign(translate, { has: (key: string): key is MessageKey => textOf(key) !== undefined });
}

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
 * Returns the tag of the language for this locale: the longest beginning of the locale that is a language of the
 * package, or else `en`.
 */
export function languageOf(locale: string): Language {
  for (let tag = locale; tag; tag = tag.replace(/-?[^-]*$/, ''))
    if (Object.hasOwn(languages, tag)) return tag as Language;
  return 'en';
}

function fill(template: string, values: Values): string {
  if (!template.includes('{')) return template;
  const rightToLeft = RTL.test(template);
  const valueOf = (hole: string): string | undefined => {
    const name = hole.slice(1, -1);
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
  return template
    .split(SENTENCE_END)
    .filter((sentence) => !sentence.match(HOLE)?.some((hole) => valueOf(hole) === undefined))
    .map((sentence) => sentence.replace(HOLE, (hole) => isolated(valueOf(hole), rightToLeft)))
    .join(' ');
}

/**
 * Removes control characters from a value. If the value or the sentence runs from right to left, isolates the value, so
 * that it cannot change the direction of the sentence. The value can also be a number, because it can come from the
 * merchant's page.
 */
function isolated(value: unknown, rightToLeft: boolean): string {
  const text = String(value).normalize('NFC').replace(CONTROLS, '');
  return rightToLeft || RTL.test(text) ? `\u2068${text}\u2069` : text;
}

const HOLE = /\{[\w-]+\}/gu;
const SENTENCE_END = /(?<=[.?。]|\{money\}) /u;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
/** Invisible characters, except the two joiners that scripts and emoji need. */
const CONTROLS = /[^\P{C}\u200c\u200d]/gu;
