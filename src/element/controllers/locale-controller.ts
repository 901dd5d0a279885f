/** Provides texts and formats in the payer's language. Loads the catalogue of that language if one is needed. */
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

  /** @param own The merchant's messages, which have priority over the catalogue. */
  update(locale: string, own: Messages | null | undefined): void {
    if (locale !== this.locale) {
      this.locale = locale;
      this.format = createFormat(locale, languageOf(locale));
      void this.#load(languageOf(locale));
    }
    this.t = createTranslate(own, this.#catalogue, buttonTexts[this.#language], en, laterTexts);
  }

  /** Observes the `lang` of the document. A changed `lang` of another ancestor takes effect at the next update. */
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
    // If the catalogue cannot be loaded, the texts are in English. A payment never waits for a translation.
    const catalogue = await loadMessages(language).catch(() => null);
    if (language !== this.#language) return;
    this.#catalogue = catalogue;
    this.#host.requestUpdate();
  }
}
