/**
 * Determines the payer's locale: the attribute `locale`, or else the nearest `lang`, or else the browser's language.
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
