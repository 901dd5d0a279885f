/** Lists the languages that the package contains beside English. */
import type { LanguageWords } from './messages.js';

/**
 * For each language, loads the few words of the pay button, with a function that loads all texts of the language. The
 * button needs its words before the other texts, so `npm run docs` copies them to files in `words`.
 */
export const languages = {
  de: () => import('./words/de.js'),
  es: () => import('./words/es.js'),
  'pt-BR': () => import('./words/pt-BR.js'),
  fr: () => import('./words/fr.js'),
  it: () => import('./words/it.js'),
  tr: () => import('./words/tr.js'),
  id: () => import('./words/id.js'),
  vi: () => import('./words/vi.js'),
  ja: () => import('./words/ja.js'),
  ko: () => import('./words/ko.js'),
  'zh-Hans': () => import('./words/zh-Hans.js'),
  'zh-Hant': () => import('./words/zh-Hant.js'),
  ar: () => import('./words/ar.js'),
  hi: () => import('./words/hi.js'),
  ru: () => import('./words/ru.js'),
} as const satisfies Readonly<Record<string, () => Promise<LanguageWords>>>;

/** The tag of a language that the package contains. */
export type Language = 'en' | keyof typeof languages;

/** The tags of all languages that the package contains. */
export const languageTags: readonly Language[] = ['en', ...(Object.keys(languages) as (keyof typeof languages)[])];
