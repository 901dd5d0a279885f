/** Provides texts and formats in the payer's language. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createFormat, type Formatter } from '../../i18n/format.js';
import { checkoutTexts } from '../../i18n/locales/en/checkout.js';
import { laterTexts } from '../../i18n/locales/en/later-texts.js';
import type { Messages } from '../../i18n/locales/messages.js';
import { createTranslate, languageOf, type Translate } from '../../i18n/translate.js';

type Given = {
  locale: string;
  /** The merchant's messages, which replace the element's own texts. */
  own: Messages | null | undefined;
  /** The words of the pay button. */
  button: Messages;
  /** The texts of the screens; null if the English texts of a payment are used, and undefined while they load. */
  screens: Messages | null | undefined;
};

export class LocaleController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #observer: MutationObserver | undefined;
  #locale = '';
  t: Translate = createTranslate('en', null);
  format: Formatter = createFormat('en');

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** While the texts of a new locale load, the payer keeps the texts and the formats of the old one. */
  update({ locale, own, button, screens }: Given): void {
    if (screens === undefined) return;
    if (locale !== this.#locale) {
      this.#locale = locale;
      this.format = createFormat(locale, languageOf(locale));
    }
    this.t = createTranslate(locale, own, [screens, button], [checkoutTexts, laterTexts]);
  }

  /**
   * Renders the element now, and again when the attribute `lang` of the `<html>` element changes. A new `lang` of
   * another ancestor takes effect only at the next rendering.
   */
  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.#host.requestUpdate());
    this.#observer.observe(document.documentElement, { attributeFilter: ['lang'] });
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}
