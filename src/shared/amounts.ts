/** Amounts between the smallest unit and human units, by integers only. */
import type { TokenAmount } from '../types.js';

/** `formatUnits('1500000', 6)` is `'1.5'`. No rounding, no exponent, no trailing zeros. */
export function formatUnits(amount: bigint | string, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

/** The reverse of `formatUnits`; null for anything that is not a plain decimal with at most `decimals` places. */
export function parseUnits(text: string, decimals: number): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,78})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** A record need not say what was paid: an empty amount is one that is not told. */
export const unknownAmount = (chainId = 0): TokenAmount => ({
  chainId,
  currency: '',
  symbol: '',
  decimals: 0,
  amount: '',
  amountFormatted: '',
});

/** An amount as the service writes it, for example `details.currencyIn` of `POST /quote/v2`. */
type ServiceAmount = {
  currency: { chainId: number; address: string; symbol: string; decimals: number };
  amount: string;
  amountUsd?: string;
  minimumAmount?: string;
};

/** An amount of the service's in our shape: EVM addresses in lower case, the human form computed here. */
export function tokenAmount({ currency, amount, amountUsd, minimumAmount }: ServiceAmount): TokenAmount {
  const { chainId, address, symbol, decimals } = currency;
  return {
    chainId,
    currency: currencyKey(address),
    symbol,
    decimals,
    amount,
    amountFormatted: formatUnits(amount, decimals),
    ...(amountUsd !== undefined && { amountUsd }),
    ...(minimumAmount !== undefined && { minimumAmount }),
  };
}

/** So much of the token; a price and a minimum were those of another amount. */
export function withAmount(
  { chainId, currency, symbol, decimals }: Omit<TokenAmount, 'amount' | 'amountFormatted'>,
  amount: bigint | string,
): TokenAmount {
  const amountFormatted = formatUnits(amount, decimals);
  return { chainId, currency, symbol, decimals, amount: String(amount), amountFormatted };
}

/** How a currency is named in states, rows and comparisons: EVM addresses in lower case, others as they are. */
export const currencyKey = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);

const MICRO = 6;

/** USD as an integer of millionths, from the service's decimal string; null where it is no such string. */
export const usdMicros = (usd: string | undefined): bigint | null => {
  const [text] = /^\d+(\.\d{1,6})?/.exec(usd ?? '') ?? [];
  return text === undefined ? null : parseUnits(text, MICRO);
};

export const usdText = (micros: bigint): string => formatUnits(micros, MICRO);
