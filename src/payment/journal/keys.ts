/** Computes the keys under which the payments of an order are stored. */
import type { SessionOptions } from '../model/options.js';
import { orderNames, orderTerms, serviceOf, type ResolveCurrency } from '../model/order.js';

/**
 * Storage key of an order's payments, from the service and `reference`. Without `reference`, the key depends on the
 * service and the options that define the payment, without the currencies. An entry's `order` tells the currencies
 * apart, because a symbol is the same currency as its address.
 */
export const journalKey = (options: SessionOptions): string =>
  keyOf(options, options.reference ?? null, options.reference === undefined ? orderTerms(options) : null);

/** Storage key of payments that were resumed by a request id and do not belong to this order. */
export const foreignKey = (options: SessionOptions): string => keyOf(options, null, 'foreign');

const keyOf = (options: SessionOptions, ...rest: unknown[]): string =>
  `hub-pay/1/${fnv1a(JSON.stringify([serviceOf(options), ...rest]))}`;

/**
 * Returns a function that gives the hashes of the order's names. There are two names as soon as `resolve` knows the
 * currencies.
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

/** The FNV-1a hash with 64 bits, for storage keys. It is not a cryptographic hash. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
