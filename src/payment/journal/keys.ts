/** Computes the keys under which the payments of an order are stored. */
import type { SessionOptions } from '../model/options.js';
import { orderNames, orderTerms, referenceOf, serviceOf, type ResolveCurrency } from '../model/order.js';
import { toJson } from '../../shared/builtins/to-json.js';

/**
 * Computes the storage key of an order's payments from the service and `reference` or, without `reference`, from the
 * service and the options that define the payment. The key does not depend on the currencies, because a symbol and an
 * address can name the same one. The field `order` of each entry shows for which currencies the payment was made.
 */
export const journalKey = (options: SessionOptions): string =>
  keyOf(options, referenceOf(options) ?? null, options.reference === undefined ? orderTerms(options) : null);

/**
 * Computes the storage key for payments that the page has resumed by their request ids, and that can belong to other
 * orders.
 */
export const foreignKey = (options: SessionOptions): string => keyOf(options, null, 'foreign');

const keyOf = (options: SessionOptions, ...rest: unknown[]): string =>
  `hub-pay/1/${fnv1a(toJson([serviceOf(options), ...rest]))}`;

/**
 * Returns a function that hashes the names of the order (`orderNames`), which has a second name as soon as `resolve`
 * knows the addresses of the currencies.
 */
export function orderHashes(options: SessionOptions, resolve: ResolveCurrency): () => readonly string[] {
  let last: { text: string; hashes: readonly string[] } | undefined;
  return () => {
    const names = orderNames(options, resolve);
    const text = names.join('\n');
    if (last?.text !== text) last = { text, hashes: names.map(fnv1a) };
    return last.hashes;
  };
}

/** Computes the 64-bit FNV-1a hash of a text, which is enough for storage keys but is not cryptographic. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
