/**
 * Determines the payer's locale: the first valid tag among the property `locale`, the nearest `lang` and the browser's
 * language, or else `en`.
 */
import { resolveLocale } from '../i18n/translate.js';

export const payerLocale = (element: Element & { readonly locale: string | undefined }): string =>
  resolveLocale([element.locale, nearestLang(element), navigator.language]);

function nearestLang(element: Element): string | null {
  for (let inner: Element | undefined = element; inner;) {
    const lang = inner.closest('[lang]')?.getAttribute('lang');
    if (lang) return lang;
    const root = inner.getRootNode();
    inner = root instanceof ShadowRoot ? root.host : undefined;
  }
  return null;
}
