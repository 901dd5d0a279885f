/** Loads the code that names mistakes of the page, but only if the page can have such a mistake. */
import { properties } from '../properties.js';

/** Attributes that pages and frameworks set on every kind of tag. */
const COMMON = /^(id|class|style|slot|_.*|(data|aria)-.*)$/;

/** Names mistakes of the page on the console: a misspelt attribute, or a page without https. */
export function warnOfMistakes(element: Element): void {
  const known: readonly unknown[] = Object.values(properties).map(({ attribute }) => attribute);
  const isPlain = (name: string): boolean => known.includes(name) || COMMON.test(name);
  if (!isSecureContext || !element.getAttributeNames().every(isPlain))
    import('./page-mistakes.js').then(
      ({ nameMistakes }) => nameMistakes(element),
      () => undefined,
    );
}
