/** Provides texts and formats in the payer's language, and loads the catalogue with the texts of this language. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createFormat, type Formatter } from '../../i18n/format.js';
import { loadMessages } from '../../i18n/load-messages.js';
import { checkoutTexts } from '../../i18n/locales/en/checkout.js';
import type { Language } from '../../i18n/locales/languages.js';
import { laterTexts } from '../../i18n/locales/en/later-texts.js';
import type { Messages } from '../../i18n/locales/messages.js';
import { createTranslate, languageOf, type Translate } from '../../i18n/translate.js';

export class LocaleController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #observer: MutationObserver | undefined;
  #purpose: string | undefined;
  #loading: Promise<Messages | null> | undefined;
  #catalogue: Messages | null = null;
  locale = '';
  t: Translate = createTranslate('en', []);
  format: Formatter = createFormat('en');

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /**
   * @param own the merchant's messages, which replace texts of the catalogue
   * @param purpose the element's property of this name
   * @param words the words of the pay button
   */
  update(locale: string, own: Messages | null | undefined, purpose: string | undefined, words: Messages): void {
    const language = languageOf(locale);
    if (locale !== this.locale || purpose !== this.#purpose) {
      this.locale = locale;
      this.format = createFormat(locale, language);
      this.#purpose = purpose;
      void this.#load(language, purpose);
    }
    this.t = createTranslate(locale, [own, this.#catalogue, words], [checkoutTexts, laterTexts]);
  }

  /**
   * Renders the element again when the attribute `lang` of the document changes. A new `lang` of another ancestor takes
   * effect only at the next rendering.
   */
  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.#host.requestUpdate());
    this.#observer.observe(document.documentElement, { attributeFilter: ['lang'] });
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  async #load(language: Language, purpose: string | undefined): Promise<void> {
    // If the texts cannot be loaded, the screens show the English texts of a payment, even for a gift, and the payment
    // continues.
    const loading = loadMessages(language, purpose).catch(() => null);
    this.#loading = loading;
    const catalogue = await loading;
    if (loading !== this.#loading) return;
    this.#catalogue = catalogue;
    this.#host.requestUpdate();
  }
}
