/** Computes the keys under which the payments of an order are stored. */
import type { SessionOptions } from '../model/options.js';
import { orderNames, orderTerms, referenceOf, serviceOf, type ResolveCurrency } from '../model/order.js';
import { toJson } from '../../shared/builtins/to-json.js';

/**
 * Computes the storage key of an order's payments. The key depends on the service and on `reference` or, without
 * `reference`, on the terms that `orderTerms` returns. It does not depend on the currencies, because a symbol and an
 * address can name the same one. The field `order` of each entry shows for which currencies the payment was made.
 */
export const journalKey = (options: SessionOptions): string =>
  keyOf(options, referenceOf(options) ?? null, options.reference === undefined ? orderTerms(options) : null);

/**
 * Computes the storage key for payments that were resumed by their request ids, and that the order's own journal does
 * not contain. These payments can belong to other orders.
 */
export const foreignKey = (options: SessionOptions): string => keyOf(options, null, 'foreign');

const keyOf = (options: SessionOptions, ...rest: unknown[]): string =>
  `hub-pay/1/${fnv1a(toJson([serviceOf(options), ...rest]))}`;

/**
 * Returns a function that hashes the names of the order (`orderNames`). There is a second name as soon as `resolve`
 * knows the addresses of all currencies.
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

/** Computes the 64-bit FNV-1a hash of a text. Storage keys need no cryptographic hash. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
