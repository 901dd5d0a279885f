/** Storage keys: one for each order, made from the options that fix what is paid. */
import type { SessionOptions } from '../model/options.js';

/** Which payments belong together: those of one order, or, without a reference, of one fixed intent, at one service. */
export const journalKey = (options: SessionOptions): string =>
  keyOf(options, options.reference ?? null, options.reference === undefined ? fixedOptions(options) : null);

/** Where payments are kept that this device did not make, and only follows. */
export const foreignKey = (options: SessionOptions): string => keyOf(options, null, 'foreign');
const keyOf = ({ baseUrl }: SessionOptions, ...rest: unknown[]): string =>
  `hub-pay/1/${fnv1a(JSON.stringify([baseUrl, ...rest]))}`;

/** Another intent is another payment of the order. */
export const intentKey = (options: SessionOptions): string => fnv1a(JSON.stringify(fixedOptions(options)));

/** What makes it another payment, in one spelling: neither the terms nor what it is paid with do. */
function fixedOptions(options: SessionOptions): unknown[] {
  const { destinationChainId, destinationCurrency, recipient, amount, tradeType = 'EXACT_OUTPUT' } = options;
  const { originChainId, originCurrency, txs } = options;
  return [
    destinationChainId,
    destinationCurrency?.toLowerCase(),
    recipient?.replace(/^0x.*/i, (hex) => hex.toLowerCase()),
    // Without the zeros that say nothing.
    amount?.replace(/^0+(?=\d)|\.0*$|(\.\d*?)0+$/g, '$1'),
    tradeType,
    // Such an amount is one of what is paid.
    ...(tradeType === 'EXACT_INPUT' ? [originChainId, originCurrency?.toLowerCase()] : []),
    ...(txs?.length ? [txs] : []),
  ];
}

/** FNV-1a, 64 bits: a name for a key, not a secret. */
export function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
