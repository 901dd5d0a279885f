/** Lists the languages that the package contains beside English. */
import type { LanguageWords } from './messages.js';

/**
 * Loads the few words of the pay button, together with a function that loads the texts of the screens. `npm run docs`
 * writes the files `words/….ts`, because the pay button needs its words before the other texts of its language.
 */
export const languages = {
  de: () => import('./words/de.js'),
} as const satisfies Readonly<Record<string, () => Promise<LanguageWords>>>;

/** The tag of a language that the package contains. */
export type Language = 'en' | keyof typeof languages;

/** The tags of all languages. */
export const languageTags: readonly Language[] = ['en', ...(Object.keys(languages) as (keyof typeof languages)[])];
