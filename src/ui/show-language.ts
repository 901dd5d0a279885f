/** Sets the language and the direction of the element's texts, because those of the page can be different. */
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
}
