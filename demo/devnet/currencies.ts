/** The devnet's currencies with their fixed prices, and the format of amounts in responses. */

import { formatUnits, zeroAddress } from 'viem';
import { addresses } from './chains.js';

export interface Currency {
  /** Id of the currency, which is the same on every chain. */
  readonly id: string;
  readonly chainId: number;
  /** Token address in lower case. The zero address is the native currency. */
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Price of one whole unit in millionths of a US dollar. */
  readonly microUsd: bigint;
  /** Kind of permit that the token supports. Undefined if the token supports none. */
  readonly permit?: 'eip3009' | 'eip2612' | 'permit2';
  /** True for tokens like USDT: the payer must reset the allowance to 0 before a new approval. */
  readonly resetsAllowance: boolean;
}

/** An amount in the format of the service. */
export interface AmountObject {
  currency: {
    chainId: number;
    address: string;
    symbol: string;
    name: string;
    decimals: number;
    metadata: { logoURI: string; verified: boolean; isNative: boolean };
  };
  amount: string;
  amountFormatted: string;
  amountUsd: string;
  minimumAmount: string;
}

export function currenciesOf(chainId: number): Currency[] {
  const base = { chainId, resetsAllowance: false };
  const dollar = { ...base, microUsd: 1_000_000n };
  const ether = { ...base, microUsd: 3_000_000_000n };
  return [
    { ...ether, id: 'eth', address: zeroAddress, symbol: 'ETH', name: 'Ether', decimals: 18 },
    {
      ...dollar,
      id: 'usdc',
      address: addresses.usdc,
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      permit: 'eip3009',
    },
    {
      ...dollar,
      id: 'dai',
      address: addresses.dai,
      symbol: 'DAI',
      name: 'Dai Stablecoin',
      decimals: 18,
      permit: 'eip2612',
    },
    {
      ...dollar,
      id: 'usdt',
      address: addresses.usdt,
      symbol: 'USDT',
      name: 'Tether-like USD',
      decimals: 6,
      permit: 'permit2',
      resetsAllowance: true,
    },
  ];
}

export function isNative(currency: Currency): boolean {
  return currency.address === zeroAddress;
}

/** Value of an amount in millionths of a US dollar, rounded down. */
export function microUsdOf(currency: Currency, amount: bigint): bigint {
  return (amount * currency.microUsd) / 10n ** BigInt(currency.decimals);
}

/** Formats millionths of a US dollar in the style of the service, such as `-0.030000`. */
export function usdText(microUsd: bigint): string {
  const text = String(microUsd < 0n ? -microUsd : microUsd).padStart(7, '0');
  return `${microUsd < 0n ? '-' : ''}${text.slice(0, -6)}.${text.slice(-6)}`;
}

/** Both amounts are in the smallest unit. `minimum` is the smallest output that the order permits. */
export function amountObject(currency: Currency, amount: bigint, minimum: bigint = amount): AmountObject {
  const { chainId, address, symbol, name, decimals } = currency;
  return {
    currency: { chainId, address, symbol, name, decimals, metadata: metadataOf(currency) },
    amount: String(amount),
    amountFormatted: formatUnits(amount, decimals),
    amountUsd: usdText(microUsdOf(currency, amount)),
    minimumAmount: String(minimum),
  };
}

/** Copies an amount object and changes its amount. The price stays the same. */
export function resized(original: AmountObject, amount: bigint): AmountObject {
  const { currency, amountUsd } = original;
  const whole = BigInt(original.amount);
  const microUsd = whole === 0n ? 0n : (BigInt(amountUsd.replace('.', '')) * amount) / whole;
  const text = String(amount);
  const amountFormatted = formatUnits(amount, currency.decimals);
  return { currency, amount: text, amountFormatted, amountUsd: usdText(microUsd), minimumAmount: text };
}

export function metadataOf(currency: Currency): AmountObject['currency']['metadata'] {
  return { logoURI: '', verified: true, isNative: isNative(currency) };
}
