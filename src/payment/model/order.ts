/**
 * Decides which payments belong to the same order, even if the merchant writes the same options in different ways, and
 * whether new options change the payment.
 */
import { addressKey } from '../../shared/chain.js';
import { UINT_TEXT } from '../../shared/text/patterns.js';
import type { SessionOptions } from './options.js';
import { toJson } from '../../shared/builtins/to-json.js';

/**
 * Finds the address of a currency that the merchant wrote as an address, a symbol or `native`. Returns undefined if the
 * currency is not known.
 */
export type ResolveCurrency = (chainId: number, text: string) => string | undefined;

/**
 * Identifies the service of these options: the origin and the path of `baseUrl`, without slashes at the end. An invalid
 * `baseUrl` is returned unchanged.
 */
export function serviceOf({ baseUrl }: SessionOptions): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  return url ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : baseUrl;
}

/**
 * The merchant's order id, without spaces around it and in one Unicode form (NFC), because a page can write the same id
 * in several ways.
 */
export const referenceOf = ({ reference }: SessionOptions): string | undefined =>
  typeof reference === 'string' ? reference.trim().normalize() : reference;

/**
 * Returns the values that define an order, in one fixed notation. Leaves out the service, `reference` and the
 * currencies, which callers add, and options such as fees and slippage.
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
    // The letter case has a meaning in all addresses except those in hex or bech32.
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
 * Returns the order's one or two names, each a JSON text of its terms and currencies. The first name contains the
 * currencies as the merchant wrote them, apart from the letter case of symbols and hex addresses. The second one
 * contains their addresses, and exists only if all of them are known. Two sets of options with a common name are for
 * the same order, if their service and their `reference` are the same too.
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
 * Returns a currency in one notation. A text of fewer than 24 characters without `::` counts as a symbol. Symbols and
 * hex addresses are returned in lower case, because their letter case has no meaning. Any other address stays as it is.
 */
function writtenForm(text: string): string {
  const isSymbol = text.length < 24 && !text.includes('::');
  return isSymbol || /^0x[\da-f]+$/i.test(text) ? text.toLowerCase() : addressKey(text);
}

/**
 * True if a payment with the options `a` also pays the order of the options `b`. False if one of them names the same
 * currency by a symbol and the other by an address, because this function does not know the chain list. Also false for
 * options that `checkOptions` refuses, and whose order has no name.
 */
export function isSameOrder(a: SessionOptions, b: SessionOptions): boolean {
  try {
    return serviceOf(a) === serviceOf(b) && referenceOf(a) === referenceOf(b) && orderNames(a)[0] === orderNames(b)[0];
  } catch {
    return false;
  }
}

/**
 * True if all options of the payment itself are equal, which means all except those in `OF_PAGE`. The options are not
 * checked yet. A value whose conversion to JSON throws, for example because it contains itself, equals only itself.
 */
export function isSamePayment(a: SessionOptions, b: SessionOptions): boolean {
  // JSON has no bigint, but plain JavaScript can set one here, before `checkOptions` runs.
  const text = (value: unknown): string | undefined => toJson(value, (member) => `${member}n`);
  const isSame = (name: keyof SessionOptions): boolean => {
    try {
      return a[name] === b[name] || text(a[name]) === text(b[name]);
    } catch {
      return false;
    }
  };
  const names = Object.keys({ ...a, ...b }) as (keyof SessionOptions)[];
  return names.filter((name) => !OF_PAGE.includes(name)).every(isSame);
}

/** The options that do not belong to the payment, so that a change of them does not restart the session. */
const OF_PAGE: readonly (keyof SessionOptions)[] = [
  'wallets',
  'walletconnectProjectId',
  'walletconnectRelayUrl',
  'resume',
];
