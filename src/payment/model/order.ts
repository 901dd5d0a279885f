/** Decides which payments belong to the same order, even if the merchant writes the same options in different ways. */
import { addressKey } from '../../shared/chain.js';
import type { SessionOptions } from './options.js';

/**
 * Finds the address of a currency that the merchant wrote as a symbol or `native`. Returns undefined if the address is
 * not known.
 */
export type ResolveCurrency = (chainId: number, text: string) => string | undefined;

/** The service of these options: the origin and the path of `baseUrl`, without slashes at the end. */
export function serviceOf({ baseUrl }: SessionOptions): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  return url ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : baseUrl;
}

/**
 * Returns the options that define an order, in one fixed notation. Omits the currencies, and options such as fees and
 * slippage.
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
    // In hex and bech32 addresses, the letter case has no meaning. In all other addresses, the letter case has a
    // meaning.
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
 * Returns one or two names of the order. A name is a text that contains the options that define the order. The first
 * name contains the currencies as the merchant wrote them. The second name contains the currencies' addresses, and
 * exists only if all addresses are known. If two sets of options have a name in common, both sets are for the same
 * order.
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

/**
 * A text of fewer than 24 characters is a symbol, and its letter case has no meaning. A longer text is an address, and
 * its letter case can have a meaning.
 */
const writtenForm = (text: string): string => (text.length < 24 ? text.toLowerCase() : addressKey(text));

/** True if a payment with the options `a` also pays the order of the options `b`. */
export const isSameOrder = (a: SessionOptions, b: SessionOptions): boolean =>
  serviceOf(a) === serviceOf(b) && a.reference === b.reference && orderNames(a)[0] === orderNames(b)[0];
