/** Marks the texts that are in English because a language lacks them, so that a screen reader reads them in English. */

const READ_OUT = ['aria-label', 'alt', 'title', 'placeholder'];

/**
 * Sets `lang="en"` on each element whose own texts are all among the English ones, and removes `lang` from the others.
 * Leaves the children of the root unchanged.
 * @param english the English texts that the element has shown
 */
export function markEnglish(root: ParentNode, english: ReadonlySet<string>): void {
  const longestFirst = [...english].sort((one, other) => other.length - one.length);
  const isEnglish = (text: string): boolean => {
    let rest = text;
    for (const known of longestFirst) rest = rest.replaceAll(known, '');
    return rest !== text && !/\p{L}/u.test(rest);
  };
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (element.parentNode === root) continue;
    const own = [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.nodeValue] : []));
    const words = [...own, ...READ_OUT.map((name) => element.getAttribute(name))].filter((text) =>
      /\p{L}/u.test(text ?? ''),
    );
    if (words.length > 0 && words.every((text) => isEnglish(text ?? ''))) element.lang = 'en';
    else if (element.lang) element.removeAttribute('lang');
  }
}
