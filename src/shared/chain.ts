/** Provides constants and functions for chains and addresses that every folder of the source may use. */
import type { ChainRecord, PaymentIntent, PaymentQuote } from '../types.js';

/**
 * The chain family whose wallets a page offers by default. The page offers wallets of another family only for a chain
 * that needs them, and shows the name of the family beside them.
 */
export const DEFAULT_FAMILY = 'evm';

/** The address of 20 zero bytes. It stands for the native currency of an EVM chain, or for an absent address. */
export const ZERO_ADDRESS: string = `0x${'0'.repeat(40)}`;

/** Returns the `displayName` of a chain, else its `name`, or null if both are absent. */
export const chainLabel = ({ displayName, name }: ChainRecord): string | null => displayName ?? name ?? null;

/**
 * True if the text is 20 bytes in hex with the prefix `0x`. This function ignores the checksum of EIP-55, which
 * `vm/check-address.ts` checks.
 */
export const isHexAccount = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

/** True if `currency` is the zero address, which stands for the native currency of an EVM chain. */
export const isNativeCurrency = (currency: string): boolean => currency === ZERO_ADDRESS;

/** The number of decimal places that this package assumes for the native currency of every EVM chain, as wallets do. */
export const EVM_NATIVE_DECIMALS = 18;

/** The number of decimal places of the native currency of every SVM chain. */
export const SVM_NATIVE_DECIMALS = 9;

/**
 * Returns the address in a form that can be compared: 20 bytes in hex, such as an EVM address, in lower case, and any
 * other address unchanged.
 */
export const addressKey = (address: string): string => (isHexAccount(address) ? address.toLowerCase() : address);

/** A token, or the native currency, of a chain. `currency` is its address, as `addressKey` returns it. */
type Token = { chainId: number; currency: string };

/** True if both are the same token of the same chain, and false if one of them is absent. */
export const isSameToken = (a: Token | null | undefined, b: Token | null | undefined): boolean =>
  a?.chainId === b?.chainId && a?.currency === b?.currency && !!a;

type Chains = Pick<PaymentIntent, 'originChainId' | 'destinationChainId'>;
type Currencies = Chains & Required<Pick<PaymentIntent, 'originCurrency' | 'destinationCurrency'>>;

/**
 * True if the recipient gets the money on the chain on which the payer pays. On another chain, the recipient's address
 * can have another form.
 */
export const isSameChain = ({ originChainId, destinationChainId }: Chains): boolean =>
  originChainId === destinationChainId;

/** Like `isSameChain`, but for a quote. A payment from the journal has a quote, but its intent can lack the chains. */
export const isWithinOneChain = ({ pays, receives }: Pick<PaymentQuote, 'pays' | 'receives'>): boolean =>
  pays.chainId === receives.chainId;

/** True if the recipient gets the currency that the payer pays, on the same chain, so that a plain transfer can pay. */
export const isSameChainAndCurrency = (intent: Currencies): boolean =>
  isSameChain(intent) && sameAddress(intent.originCurrency, intent.destinationCurrency);

/** Returns the transaction hash in a form that can be compared: hex in lower case, base58 unchanged. */
export const hashKey = (hash: string): string => (hash.startsWith('0x') ? hash.toLowerCase() : hash);

/** True if two addresses are the same. The letter case matters, except in addresses of 20 bytes in hex. */
export const sameAddress = (a: string, b: string): boolean => addressKey(a) === addressKey(b);
