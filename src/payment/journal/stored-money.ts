/**
 * Looks for stored payments without the code of the journal. So the package's entry file can decide whether that code
 * must load.
 */
import type { Money } from '../../errors.js';

/**
 * Matches every stage except `prepared` and `cancelled`, in which a payment counts as not sent. It also matches
 * `settled`, because the order must not be paid again, and stages that only a later version of this package knows.
 */
const UNKNOWN = /"stage":"(?!prepared"|cancelled")/;

/** True for a key under which payments are stored, for example those of one order. */
export const isPaymentKey = (key: string): boolean => /^hub-pay\/1\/[\da-f]{16}$/.test(key);

/**
 * Looks at the payments of all orders of this site.
 * @param storage a function that returns the browser's storage, or throws if the page may not use it
 * @returns null if the storage has no key for payments or cannot be used; `unknown` if a stored payment may have been
 *   sent; otherwise `not-sent`
 */
export function storedMoney(
  storage: () => Readonly<Record<string, string>>,
): Extract<Money, 'unknown' | 'not-sent'> | null {
  try {
    const items = storage();
    let found: ReturnType<typeof storedMoney> = null;
    // The page's own items can be large, so only the items of this package are read.
    for (const key in items)
      if (isPaymentKey(key) && found !== 'unknown') found = UNKNOWN.test(items[key] ?? '') ? 'unknown' : 'not-sent';
    return found;
  } catch {
    // Without storage, the entries are in the page's memory, and the code of the journal, which wrote them, has loaded
    // already.
    return null;
  }
}
