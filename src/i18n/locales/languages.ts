/** Lists the languages that the package contains beside English. */
import type { LanguageWords } from './messages.js';

/**
 * For each language, loads the few words of the pay button, with a function that loads all texts of the language. The
 * button needs its words before the other texts, so `npm run docs` copies them to files in `words`.
 */
export const languages = {
  de: () => import('./words/de.js'),
} as const satisfies Readonly<Record<string, () => Promise<LanguageWords>>>;

/** The tag of a language that the package contains. */
export type Language = 'en' | keyof typeof languages;

/** The tags of all languages that the package contains. */
export const languageTags: readonly Language[] = ['en', ...(Object.keys(languages) as (keyof typeof languages)[])];
