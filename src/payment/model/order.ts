/** Decides which payments belong to the same order, however the merchant writes the options. */
import { addressKey } from '../../shared/chain.js';
import type { SessionOptions } from './options.js';

/** Finds the address of a currency that the merchant wrote as a symbol or `native`. Undefined if it is not known. */
export type ResolveCurrency = (chainId: number, text: string) => string | undefined;

/** The service of these options: the origin and the path of `baseUrl`, without slashes at the end. */
export function serviceOf({ baseUrl }: SessionOptions): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  return url ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : baseUrl;
}

/**
 * The options that define a payment, in a normal form. Currencies and other options, for example fees and slippage, are
 * omitted.
 */
export function orderTerms({
  destinationChainId,
  recipient,
  amount,
  tradeType = 'EXACT_OUTPUT',
  originChainId,
  txs,
}: SessionOptions): unknown[] {
  return [
    destinationChainId,
    // Hex and bech32 have no letter case. The other forms of addresses have one.
    recipient?.replace(/^(?:0x|bc1|-?\d:).*/i, (address) => address.toLowerCase()),
    // Remove leading zeros and trailing decimal zeros.
    amount?.replace(/^0+(?=\d)|\.0*$|(\.\d*?)0+$/g, '$1'),
    tradeType,
    // With `EXACT_INPUT`, the amount is in the origin currency.
    ...(tradeType === 'EXACT_INPUT' ? [originChainId] : []),
    ...(txs?.length ? [txs] : []),
  ];
}

/**
 * The names of the order: one with the currencies as the merchant wrote them, and one with their addresses, if they are
 * known. Two orders with a common name are the same order.
 */
export function orderNames(options: SessionOptions, resolve: ResolveCurrency = () => undefined): string[] {
  const { destinationChainId: to = 0, destinationCurrency: received = '', tradeType } = options;
  const { originChainId: from = 0, originCurrency: paid = '' } = options;
  const currencies = [[to, received] as const, ...(tradeType === 'EXACT_INPUT' ? [[from, paid] as const] : [])];
  const terms = orderTerms(options);
  const name = (list: unknown[]): string => JSON.stringify([...terms, ...list]);
  const resolved = currencies.map(([chainId, text]) => resolve(chainId, text));
  return [
    name(currencies.map(([, text]) => writtenForm(text))),
    ...(resolved.includes(undefined) ? [] : [name(resolved)]),
  ];
}

/** No symbol is as long as an address. Symbols have no letter case, but addresses of some chains have one. */
const writtenForm = (text: string): string => (text.length < 24 ? text.toLowerCase() : addressKey(text));

/** True if a payment with the options `a` also pays the order of the options `b`. */
export const isSameOrder = (a: SessionOptions, b: SessionOptions): boolean =>
  serviceOf(a) === serviceOf(b) && a.reference === b.reference && orderNames(a)[0] === orderNames(b)[0];
