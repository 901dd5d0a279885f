/** Computes the keys under which the payments of an order are stored. */
import type { SessionOptions } from '../model/options.js';

/**
 * Storage key of an order's payments, from `baseUrl` and `reference`. Without `reference`, the key depends on `baseUrl`
 * and the options that define the payment.
 */
export const journalKey = (options: SessionOptions): string =>
  keyOf(options, options.reference ?? null, options.reference === undefined ? fixedOptions(options) : null);

/** Storage key of payments that were resumed by a request id and do not belong to this order. */
export const foreignKey = (options: SessionOptions): string => keyOf(options, null, 'foreign');
const keyOf = ({ baseUrl }: SessionOptions, ...rest: unknown[]): string =>
  `hub-pay/1/${fnv1a(JSON.stringify([baseUrl, ...rest]))}`;

/**
 * Hash of the options that define the payment. If these options change, an earlier payment no longer counts for the
 * order.
 */
export const intentKey = (options: SessionOptions): string => fnv1a(JSON.stringify(fixedOptions(options)));

/** True if a payment with the options `a` also pays the order of the options `b`. */
export const isSameOrder = (a: SessionOptions, b: SessionOptions): boolean =>
  journalKey(a) === journalKey(b) && intentKey(a) === intentKey(b);

/** The options that define a payment, in a normal form. Other options, for example fees and slippage, are omitted. */
function fixedOptions(options: SessionOptions): unknown[] {
  const { destinationChainId, destinationCurrency, recipient, amount, tradeType = 'EXACT_OUTPUT' } = options;
  const { originChainId, originCurrency, txs } = options;
  return [
    destinationChainId,
    destinationCurrency?.toLowerCase(),
    recipient?.replace(/^0x.*/i, (hex) => hex.toLowerCase()),
    // Remove leading zeros and trailing decimal zeros.
    amount?.replace(/^0+(?=\d)|\.0*$|(\.\d*?)0+$/g, '$1'),
    tradeType,
    // With `EXACT_INPUT`, the amount is in the origin currency.
    ...(tradeType === 'EXACT_INPUT' ? [originChainId, originCurrency?.toLowerCase()] : []),
    ...(txs?.length ? [txs] : []),
  ];
}

/** The FNV-1a hash with 64 bits, for storage keys. It is not a cryptographic hash. */
export function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
