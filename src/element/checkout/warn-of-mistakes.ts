/** Loads the code that logs mistakes of the page, but only if the page can have such a mistake. */
import type { PropertyElement } from '../property-element.js';
import { unknownAttributes } from './unknown-attributes.js';

/** Attributes that pages and frameworks set on every kind of tag. */
const COMMON = /^(id|class|style|slot|_.*|(data|aria)-.*)$/;

/**
 * Whether the page is no secure context. False in the DOM of a test, such as jsdom, which does not have the property
 * `isSecureContext`.
 */
const isInsecure = (): boolean => (globalThis as { isSecureContext?: boolean }).isSecureContext === false;

/** Logs mistakes of the page on the console, such as a misspelt attribute, or a page without https. */
export function warnOfMistakes(element: PropertyElement): void {
  if (isInsecure() || !unknownAttributes(element).every((name) => COMMON.test(name)))
    import('./page-mistakes.js').then(
      ({ nameMistakes }) => nameMistakes(element),
      () => undefined,
    );
}
