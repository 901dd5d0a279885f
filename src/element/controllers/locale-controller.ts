/**
 * Determines the payer's language from the `locale` attribute, else the nearest `lang`, else the browser. Loads the
 * catalogue of that language if one is needed.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createFormat, type Formatter } from '../../i18n/format.js';
import { createTranslate, languageOf, loadMessages, resolveLocale, type Translate } from '../../i18n/translate.js';
import { type Messages } from '../../i18n/locales/messages.js';

export class LocaleController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #observer: MutationObserver | undefined;
  #language = 'en';
  #catalogue: Messages | null = null;
  locale = '';
  t: Translate = createTranslate();
  format: Formatter = createFormat('en');

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /**
   * @param requested The `locale` attribute.
   * @param own The merchant's messages, which have priority over the catalogue.
   * @param english The English texts of the screens; undefined until they have loaded.
   */
  update(requested: string | null | undefined, own: Messages | null | undefined, english: Messages | undefined): void {
    const locale = resolveLocale([requested, nearestLang(this.#host), navigator.language]);
    if (locale !== this.locale) {
      this.locale = locale;
      this.format = createFormat(locale, languageOf(locale));
      void this.#load(languageOf(locale));
    }
    this.t = createTranslate(own, this.#catalogue, english);
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

  async #load(language: string): Promise<void> {
    this.#language = language;
    // If the catalogue cannot be loaded, the texts are in English. A payment never waits for a translation.
    const catalogue = await loadMessages(language).catch(() => null);
    if (language !== this.#language) return;
    this.#catalogue = catalogue;
    this.#host.requestUpdate();
  }
}

function nearestLang(element: Element): string | null {
  for (let inner: Element | undefined = element; inner;) {
    const lang = inner.closest('[lang]')?.getAttribute('lang');
    if (lang) return lang;
    const root = inner.getRootNode();
    inner = root instanceof ShadowRoot ? root.host : undefined;
  }
  return null;
}
