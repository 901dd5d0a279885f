/**
 * Names mistakes of the page on the console: attributes that look like a misspelt attribute of the element, and a page
 * without https. This code loads only for a page that can have such a mistake.
 */
import { sharedOnPage } from '../../shared/memory-store.js';
import { properties } from '../properties.js';

const known: readonly string[] = Object.values(properties).flatMap(({ attribute }) => attribute || []);

const INSECURE =
  'the page is not served over https: anyone on the network can change the recipient, some wallets do not open, and ' +
  'no address can be copied. Serve the page over https.';

/** Warns about each mistake only once, even if several elements have it. */
export function nameMistakes(element: Element): void {
  if ((globalThis as { isSecureContext?: boolean }).isSecureContext === false) warnOnce(element, INSECURE);
  for (const name of element.getAttributeNames()) {
    const meant = meantAttribute(name);
    if (meant !== undefined)
      warnOnce(element, `the attribute "${name}" is unknown and does nothing. Did you mean "${meant}"?`);
  }
}

function warnOnce({ ownerDocument }: Element, message: string): void {
  const warned = sharedOnPage(ownerDocument, 'named-mistakes', () => new Set<string>());
  if (!warned.has(message)) console.warn(`<hub-pay> ${message}`);
  warned.add(message);
}

/**
 * Returns the attribute of the element that `name` probably means. Returns undefined if `name` is an attribute of the
 * element, or resembles no attribute of the element.
 */
export function meantAttribute(name: string): string | undefined {
  if (known.includes(name)) return undefined;
  const plain = (text: string): string => text.replaceAll('-', '');
  // In an attribute name of fewer than 7 letters, only one letter may differ, because short names resemble each other
  // by chance.
  return known.find((each) => distance(plain(each), plain(name)) <= (each.length < 7 ? 1 : 2));
}

/** Returns the Levenshtein distance: the number of letters to insert, remove or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
