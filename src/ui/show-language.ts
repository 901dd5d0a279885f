/**
 * Sets the language and the direction of the element's texts, because those of the page can be different. Keeps the
 * translators of browsers away from amounts, addresses and names.
 */
import type { Translate } from '../i18n/translate.js';

/**
 * Sets `lang` on the outermost elements of the shadow root, for screen readers, and `dir` if the texts run from right
 * to left. Otherwise, removes `dir`.
 */
export function showLanguage(root: ParentNode | null, { lang, isRightToLeft }: Translate): void {
  for (const each of root?.children ?? []) {
    if (!(each instanceof HTMLElement)) continue;
    if (each.lang !== lang) each.lang = lang;
    if (isRightToLeft) each.dir = 'rtl';
    else each.removeAttribute('dir');
  }
  for (const each of root?.querySelectorAll<HTMLElement>(FIXED) ?? [])
    keep(each, each.localName === 'bdi' || /\d/u.test(each.textContent));
}

/** What stands in `<bdi>` is the same in each language. A button of this kind can contain an amount. */
const FIXED = 'bdi:not([data-words]), [part~="button"], [part~="primary"]';

/** Sets what translators obey: the attribute of HTML, and the class of older ones. */
function keep(element: HTMLElement, isKept: boolean): void {
  if (element.classList.contains('notranslate') === isKept) return;
  element.classList.toggle('notranslate', isKept);
  if (isKept) element.setAttribute('translate', 'no');
  else element.removeAttribute('translate');
}
