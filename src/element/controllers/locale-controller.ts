/** Provides texts and formats in the payer's language, and loads the catalogue with the texts of this language. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createFormat, type Formatter } from '../../i18n/format.js';
import { loadMessages } from '../../i18n/load-messages.js';
import { buttonTexts, type Language } from '../../i18n/locales/button.js';
import { en } from '../../i18n/locales/en.js';
import { laterTexts } from '../../i18n/locales/later-texts.js';
import type { Messages } from '../../i18n/locales/messages.js';
import { createTranslate, languageOf, type Translate } from '../../i18n/translate.js';

export class LocaleController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #observer: MutationObserver | undefined;
  #language: Language = 'en';
  #catalogue: Messages | null = null;
  locale = '';
  t: Translate = createTranslate();
  format: Formatter = createFormat('en');

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** @param own the merchant's messages, which replace texts of the catalogue */
  update(locale: string, own: Messages | null | undefined): void {
    if (locale !== this.locale) {
      this.locale = locale;
      this.format = createFormat(locale, languageOf(locale));
      void this.#load(languageOf(locale));
    }
    this.t = createTranslate(own, this.#catalogue, buttonTexts[this.#language], en, laterTexts);
  }

  /**
   * Renders the element again when the attribute `lang` of the document changes. A new `lang` of another ancestor takes
   * effect at the next rendering.
   */
  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.#host.requestUpdate());
    this.#observer.observe(document.documentElement, { attributeFilter: ['lang'] });
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  async #load(language: Language): Promise<void> {
    this.#language = language;
    // If the catalogue cannot be loaded, the texts stay in English and the payment continues.
    const catalogue = await loadMessages(language).catch(() => null);
    if (language !== this.#language) return;
    this.#catalogue = catalogue;
    this.#host.requestUpdate();
  }
}
