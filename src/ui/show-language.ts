/** Names the language of what the element shows, which the page's own `lang` and `dir` need not be. */
import type { Translate } from '../i18n/translate.js';

/** Sets `lang` on the outermost elements, for screen readers, and `dir` if the texts run from right to left. */
export function showLanguage(root: ParentNode | null, { lang, isRightToLeft }: Translate): void {
  for (const each of root?.children ?? []) {
    if (!(each instanceof HTMLElement)) continue;
    if (each.lang !== lang) each.lang = lang;
    if (isRightToLeft) each.dir = 'rtl';
    else each.removeAttribute('dir');
  }
}
