/** Computes the storage keys: one for each order, from the options that define the payment. */
import type { SessionOptions } from '../model/options.js';

/**
 * Storage key of an order's payments. It depends on the service and the reference. Without a reference, it depends on
 * the service and the fixed intent.
 */
export const journalKey = (options: SessionOptions): string =>
  keyOf(options, options.reference ?? null, options.reference === undefined ? fixedOptions(options) : null);

/**
 * Storage key of foreign payments. A foreign payment was resumed by a request id that is not in this order's journal.
 */
export const foreignKey = (options: SessionOptions): string => keyOf(options, null, 'foreign');
const keyOf = ({ baseUrl }: SessionOptions, ...rest: unknown[]): string =>
  `hub-pay/1/${fnv1a(JSON.stringify([baseUrl, ...rest]))}`;

/** Hash of the merchant's fixed intent. If the intent changes, an earlier payment no longer counts for this order. */
export const intentKey = (options: SessionOptions): string => fnv1a(JSON.stringify(fixedOptions(options)));

/**
 * The options that define a payment, normalized. Other options, for example fees and slippage, are omitted. The payment
 * asset is included only if it defines the amount.
 */
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

/** FNV-1a, 64 bits, for storage keys. Not a cryptographic hash. */
export function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
