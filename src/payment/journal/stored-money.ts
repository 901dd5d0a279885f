/**
 * Looks for stored payments without the code of the journal. So the package's entry file can decide whether that code
 * must load.
 */
import type { Money } from '../../errors.js';
import { isUnsent } from './entry.js';

/** True for a key under which payments are stored, for example those of one order. */
export const isPaymentKey = (key: string): boolean => /^hub-pay\/1\/[\da-f]{16}$/.test(key);

/** Parses a stored text into values. A text that is not a list is one value, because it may contain a payment. */
export function parseList(text: string): unknown[] {
  if (text === '') return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [text];
  } catch {
    return [text];
  }
}

/**
 * True for a stored payment that counts as not sent. False for any value of another version of this package, because
 * this version cannot read it. Also false for `settled`, because the order must not be paid again.
 */
function countsAsUnsent(value: unknown): boolean {
  const entry = Object(value) as { v?: unknown; stage?: unknown };
  return entry.v === 1 && isUnsent(entry);
}

/**
 * Looks at the payments of all orders of this site.
 * @param storage a function that returns the browser's storage, or throws if the page may not use it
 * @returns null if the storage has no payments or cannot be used; `unknown` if a stored payment may have been sent or
 *   cannot be read; otherwise `not-sent`
 */
export function storedMoney(
  storage: () => Readonly<Record<string, string>>,
): Extract<Money, 'unknown' | 'not-sent'> | null {
  try {
    const items = storage();
    let found: ReturnType<typeof storedMoney> = null;
    // The page's own items can be large, so only the items of this package are read.
    for (const key in items)
      for (const value of isPaymentKey(key) ? parseList(items[key] ?? '') : [])
        if (found !== 'unknown') found = countsAsUnsent(value) ? 'not-sent' : 'unknown';
    return found;
  } catch {
    // Without storage, the entries are in the page's memory, and the code of the journal, which wrote them, has loaded
    // already.
    return null;
  }
}
