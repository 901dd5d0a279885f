/** Decides which payments belong to the same order, even if the merchant writes the same options in different ways. */
import { addressKey } from '../../shared/chain.js';
import { UINT_TEXT } from '../../shared/text/patterns.js';
import type { SessionOptions } from './options.js';
import { toJson } from '../../shared/builtins/to-json.js';

/**
 * Finds the address of a currency that the merchant wrote as a symbol or `native`, or returns undefined if the address
 * is not known.
 */
export type ResolveCurrency = (chainId: number, text: string) => string | undefined;

/** The service of these options: the origin and the path of `baseUrl`, without slashes at the end. */
export function serviceOf({ baseUrl }: SessionOptions): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  return url ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : baseUrl;
}

/**
 * The merchant's order id in one fixed notation, because a page can write spaces around it, or its accents in two
 * forms.
 */
export const referenceOf = ({ reference }: SessionOptions): string | undefined =>
  typeof reference === 'string' ? reference.trim().normalize() : reference;

/**
 * Returns the options that define an order, in one fixed notation, without the currencies and options such as fees and
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
    // The letter case has no meaning in hex and bech32 addresses, but it has in all others.
    recipient?.replace(/^(?:0x|bc1|-?\d:).*/i, (address) => address.toLowerCase()),
    // Remove leading zeros and trailing decimal zeros.
    amount?.replace(/^0+(?=\d)|\.0*$|(\.\d*?)0+$/g, '$1'),
    tradeType,
    // With `EXACT_INPUT`, the amount is in the origin currency.
    ...(tradeType === 'EXACT_INPUT' ? [originChainId] : []),
    ...(txs?.length ? [Array.isArray(txs) ? txs.map(callTerms) : txs] : []),
  ];
}

/**
 * Returns a call in one fixed notation. The options are not checked yet, so anything that is not a call keeps its form.
 */
function callTerms(call: unknown): unknown {
  const { to, value, data, originalTxValue = '0' } = Object(call) as Record<string, unknown>;
  if (![to, value, data, originalTxValue].every((each) => typeof each === 'string')) return call;
  const [target, amount, bytes, own] = [to, value, data, originalTxValue].map((each) => String(each).toLowerCase());
  const units = (text = ''): string => (UINT_TEXT.test(text) ? String(BigInt(text)) : text);
  const isOwnSet = units(own) !== '0';
  return { to: target, value: units(amount), data: bytes, ...(isOwnSet && { originalTxValue: units(own) }) };
}

/**
 * Returns one or two names of the order: texts of the options that define it. The first name contains the currencies as
 * the merchant wrote them, and the second one, which exists only if all addresses are known, contains the currencies'
 * addresses. Two sets of options with a common name are for the same order.
 */
export function orderNames(options: SessionOptions, resolve: ResolveCurrency = () => undefined): string[] {
  const { destinationChainId: to = 0, destinationCurrency: received = '', tradeType } = options;
  const { originChainId: from = 0, originCurrency: paid = '' } = options;
  const currencies = [[to, received] as const, ...(tradeType === 'EXACT_INPUT' ? [[from, paid] as const] : [])];
  const terms = orderTerms(options);
  const name = (list: unknown[]): string => toJson([...terms, ...list]);
  const resolved = currencies.map(([chainId, text]) => resolve(chainId, text));
  return [
    name(currencies.map(([, text]) => writtenForm(text))),
    ...(resolved.includes(undefined) ? [] : [name(resolved)]),
  ];
}

/**
 * A text of fewer than 24 characters is a symbol, whose letter case has no meaning, as in a hex address. The letter
 * case of any other address has a meaning, also that of a short Move coin type.
 */
function writtenForm(text: string): string {
  const isSymbol = text.length < 24 && !text.includes('::');
  return isSymbol || /^0x[\da-f]+$/i.test(text) ? text.toLowerCase() : addressKey(text);
}

/** True if a payment with the options `a` also pays the order of the options `b`. */
export const isSameOrder = (a: SessionOptions, b: SessionOptions): boolean =>
  serviceOf(a) === serviceOf(b) && referenceOf(a) === referenceOf(b) && orderNames(a)[0] === orderNames(b)[0];
