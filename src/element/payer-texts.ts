/**
 * Provides the texts in the payer's language: first the few words of the pay button, then those of the screens. Each of
 * the two loads separately. Nothing loads for a language that the page has bundled, nor for English, except the English
 * texts of a gift.
 */
import { loadMessages, loadWords, type ButtonWords } from '../i18n/load-messages.js';
import { buttonTexts, giftButtonTexts } from '../i18n/locales/en/button.js';
import type { Messages } from '../i18n/locales/messages.js';
import { languageOf } from '../i18n/translate.js';
import type { Clock } from '../shared/time/clock.js';

/**
 * The texts of the button and of the empty sheet while their words load: the amount or the merchant, so that no English
 * word appears for a moment.
 */
const WORDLESS: Messages = { 'button.pay': '{amount}', 'button.open': '{merchant}', 'select.loading': '' };

const ENGLISH: ButtonWords = { words: buttonTexts, giftWords: giftButtonTexts };

/**
 * How long texts may load before English ones take their place, in milliseconds. The payer needs a button that says
 * what it does, and `updateComplete` waits for its words. The checkout waits for the texts of the screens, and with it
 * the tracking of a payment after a reload. Texts that come later do not replace those that the payer reads.
 */
const MOST_MS = 3_000;

type Timers = Pick<Clock, 'setTimeout' | 'clearTimeout'>;

export class PayerTexts {
  readonly #words: Latest<ButtonWords>;
  readonly #screens: Latest<Messages | null>;

  /**
   * @param arrived called when texts have loaded, or when English ones take their place
   * @param clock limits the wait for the texts; by default, the timers of the browser
   */
  constructor(arrived: () => void, clock: Timers = globalThis) {
    this.#words = new Latest(ENGLISH, arrived, clock);
    // If the texts cannot be loaded in time, the screens show the English texts of a payment, even for a gift, and the
    // payment continues.
    this.#screens = new Latest<Messages | null>(null, arrived, clock);
  }

  /**
   * A promise that settles when the wait for the words of the button has ended or, if these are not loading, the wait
   * for the texts of the screens. Undefined if nothing is loading.
   */
  get loading(): Promise<void> | undefined {
    return this.#words.loading ?? this.#screens.loading;
  }

  /**
   * Returns the words of the button, or the label without words while they load. The words are English if those of the
   * language could not be loaded in time.
   * @param purpose the element's property of this name
   */
  button(locale: string, purpose: string | undefined): Messages {
    const language = languageOf(locale);
    const found = this.#words.get(language, () => (language === 'en' ? ENGLISH : loadWords(language)));
    if (!found) return WORDLESS;
    return purpose === 'gift' ? { ...found.words, ...found.giftWords } : found.words;
  }

  /**
   * Returns the texts of the screens that differ from the English texts of a payment. Returns null if none do, or if
   * the texts could not be loaded in time. Returns undefined while they load.
   */
  screens(locale: string, purpose: string | undefined): Messages | null | undefined {
    const language = languageOf(locale);
    return this.#screens.get(`${language} ${purpose ?? ''}`, () => loadMessages(language, purpose));
  }
}

/** Keeps the value that was loaded for the latest key, and ignores a value that arrives late for an earlier key. */
class Latest<T> {
  readonly #fallback: T;
  readonly #arrived: () => void;
  readonly #clock: Timers;
  #key = '';
  #value: T | undefined;
  loading: Promise<void> | undefined;

  constructor(fallback: T, arrived: () => void, clock: Timers) {
    this.#fallback = fallback;
    this.#arrived = arrived;
    this.#clock = clock;
  }

  get(key: string, load: () => T | Promise<T>): T | undefined {
    if (key === this.#key) return this.#value;
    this.#key = key;
    const found = load();
    const isLoading = found instanceof Promise;
    this.#value = isLoading ? undefined : found;
    this.loading = isLoading ? this.#load(key, found) : undefined;
    return this.#value;
  }

  async #load(key: string, found: Promise<T>): Promise<void> {
    let timer: unknown;
    const late = new Promise<T>((resolve) => {
      timer = this.#clock.setTimeout(() => resolve(this.#fallback), MOST_MS);
    });
    const value = await Promise.race([found.catch(() => this.#fallback), late]);
    this.#clock.clearTimeout(timer);
    if (key !== this.#key) return;
    this.loading = undefined;
    this.#value = value;
    this.#arrived();
  }
}
