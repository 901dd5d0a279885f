/** Looks for stored payments without the code that reads them. The entry uses it to decide when that code must load. */
import type { Money } from '../../errors.js';

/**
 * Any stage except those of payments that were certainly not sent. The order of a settled payment must not be paid
 * again either, and a later version can have other stages.
 */
const UNKNOWN = /"stage":"(?!prepared"|cancelled")/;

/** True for a key under which the payments of one order are stored. */
export const isPaymentKey = (key: string): boolean => /^hub-pay\/1\/[\da-f]{16}$/.test(key);

/**
 * Looks at the payments of all orders of this site.
 * @param storage Returns the browser's storage. It throws if the page may not use the storage.
 * @returns Null if none is stored; `unknown` if one may have been sent; otherwise `not-sent`
 */
export function storedMoney(
  storage: () => Readonly<Record<string, string>>,
): Extract<Money, 'unknown' | 'not-sent'> | null {
  try {
    const items = storage();
    // The page's own items can be large, so only the items of this package are read.
    const keys = Object.keys(items).filter(isPaymentKey);
    if (keys.length === 0) return null;
    return keys.some((key) => UNKNOWN.test(items[key] ?? '')) ? 'unknown' : 'not-sent';
  } catch {
    // Without storage, the entries are in the page's memory. The code that wrote them has loaded already.
    return null;
  }
}
