/** Provides the words of the pay button in the payer's language, and loads them unless they are English. */
import { loadWords } from '../i18n/load-messages.js';
import { buttonTexts, giftButtonTexts } from '../i18n/locales/en/button.js';
import type { Language } from '../i18n/locales/languages.js';
import type { LanguageWords, Messages } from '../i18n/locales/messages.js';
import { languageOf } from '../i18n/translate.js';

/** What the button says while its words load: the amount, or the merchant, so that no English word flashes up. */
const WORDLESS: Messages = { 'button.pay': '{amount}', 'button.open': '{merchant}' };

const ENGLISH: Pick<LanguageWords, 'words' | 'giftWords'> = { words: buttonTexts, giftWords: giftButtonTexts };

export class ButtonWords {
  readonly #arrived: () => void;
  #language: Language = 'en';
  #loaded: typeof ENGLISH | null = ENGLISH;
  #loading: Promise<void> | undefined;

  /** @param arrived called when the words of another language have loaded */
  constructor(arrived: () => void) {
    this.#arrived = arrived;
  }

  /** A promise that settles when the words have loaded; undefined if no words are loading. */
  get loading(): Promise<void> | undefined {
    return this.#loading;
  }

  /**
   * Returns the words for a locale, or the label without words while they load.
   * @param purpose the element's property of this name
   */
  of(locale: string, purpose: string | undefined): Messages {
    const language = languageOf(locale);
    if (language !== this.#language) {
      this.#language = language;
      this.#loaded = language === 'en' ? ENGLISH : null;
      this.#loading = language === 'en' ? undefined : this.#load(language);
    }
    if (!this.#loaded) return WORDLESS;
    const { words, giftWords } = this.#loaded;
    return purpose === 'gift' ? { ...words, ...giftWords } : words;
  }

  async #load(language: Exclude<Language, 'en'>): Promise<void> {
    // If the words cannot be loaded, the button is in English, and the payment continues.
    const loaded = await loadWords(language).catch(() => ENGLISH);
    if (language !== this.#language) return;
    this.#loading = undefined;
    this.#loaded = loaded;
    this.#arrived();
  }
}
