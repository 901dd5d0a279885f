/** The devnet's currencies with their fixed prices, and the format of amounts in responses. */

import { formatUnits, zeroAddress } from 'viem';
import { addresses } from '../evm/start-evm.js';
import { PERPS_USDC, VENUE_CHAIN } from '../venue/typed-data.js';
import { mints, SVM_CHAIN, SVM_NATIVE, type Mint } from '../svm/addresses.js';

export interface Currency {
  /** Id of the currency. The id is the same on every chain. */
  readonly id: string;
  readonly chainId: number;
  /** Token address, on EVM chains in lower case. */
  readonly address: string;
  /** The value is true for the chain's own currency, which pays the network fees. */
  readonly isNative: boolean;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Price of one whole unit in millionths of a US dollar. */
  readonly microUsd: bigint;
  /** Kind of permit that the token supports. The value is undefined if the token supports no permits. */
  readonly permit?: 'eip3009' | 'eip2612' | 'permit2';
  /** Whether the payer must reset the allowance to 0 before a new approval, as for USDT. */
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

/** Returns the currencies of an EVM chain. */
export function currenciesOf(chainId: number): Currency[] {
  const base = { chainId, isNative: false, resetsAllowance: false };
  const dollar = { ...base, microUsd: 1_000_000n };
  const ether = { ...base, microUsd: 3_000_000_000n };
  return [
    { ...ether, id: 'eth', isNative: true, address: zeroAddress, symbol: 'ETH', name: 'Ether', decimals: 18 },
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

/** Returns the currencies of the SVM chain. Tokens of this chain have no permits and need no approvals. */
export function svmCurrencies(): Currency[] {
  const base = { chainId: SVM_CHAIN, isNative: false, resetsAllowance: false };
  const dollar = { ...base, microUsd: 1_000_000n };
  const sol = { ...base, microUsd: 150_000_000n };
  const at = ({ address, decimals }: Mint) => ({ address: address.toBase58(), decimals });
  return [
    { ...sol, id: 'sol', isNative: true, address: SVM_NATIVE, symbol: 'SOL', name: 'Solana', decimals: 9 },
    { ...dollar, id: 'usdc', symbol: 'USDC', name: 'USD Coin', ...at(mints.usdc) },
    { ...dollar, id: 'usdt', symbol: 'USDT', name: 'Tether-like USD', ...at(mints.usdt) },
    { ...dollar, id: 'pyusd', symbol: 'PYUSD', name: 'Dollar of Token-2022', ...at(mints.pyusd) },
    { ...sol, id: 'wsol', symbol: 'wSOL', name: 'Wrapped SOL', ...at(mints.wsol) },
  ];
}

/** Perps USDC, the only currency of the venue. The venue also takes its fees in this currency. */
export const venueCurrency: Currency = {
  id: 'usdc',
  chainId: VENUE_CHAIN,
  isNative: false,
  resetsAllowance: false,
  address: PERPS_USDC,
  symbol: 'USDC',
  name: 'USDC (Perps)',
  decimals: 8,
  microUsd: 1_000_000n,
};

export function isNative(currency: Currency): boolean {
  return currency.isNative;
}

/** Returns the currency in which payers pay the network fees of this chain. This is the first currency of the chain. */
export const coinOf = (currencies: readonly Currency[], chainId: number): Currency =>
  currencies.find((currency) => currency.chainId === chainId)!;

/** Returns the value of an amount in millionths of a US dollar, rounded down. */
export function microUsdOf(currency: Currency, amount: bigint): bigint {
  return (amount * currency.microUsd) / 10n ** BigInt(currency.decimals);
}

/** Formats millionths of a US dollar in the style of the service, such as `-0.030000`. */
export function usdText(microUsd: bigint): string {
  const text = String(microUsd < 0n ? -microUsd : microUsd).padStart(7, '0');
  return `${microUsd < 0n ? '-' : ''}${text.slice(0, -6)}.${text.slice(-6)}`;
}

/**
 * Creates an amount object. Both amounts are in the smallest unit. `minimum` is the smallest output that the order
 * permits.
 */
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
