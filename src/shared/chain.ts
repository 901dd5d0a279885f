/** Functions for chains and EVM addresses, which every layer uses. */
import type { ChainRecord } from '../types.js';

/** The address of 20 zero bytes. It means the native currency of an EVM chain, or no address. */
export const ZERO_ADDRESS: string = `0x${'0'.repeat(40)}`;

/** The chain's `displayName`, otherwise its `name` (`GET /chains`). Null if the record has neither. */
export const chainLabel = ({ displayName, name }: ChainRecord): string | null => displayName ?? name ?? null;

/** True for 20 bytes in hex, with the prefix `0x`. The checksum is not checked here, but in `vm/check-address.ts`. */
export const isHexAccount = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

/** True for an EVM chain's native currency, which the service represents by the zero address. */
export const isNativeCurrency = (currency: string): boolean => currency === ZERO_ADDRESS;

/** Every wallet assumes 18 decimals for the native currency of an EVM chain. */
export const EVM_NATIVE_DECIMALS = 18;

/** Makes addresses comparable: returns an EVM address in lower case, any other address unchanged. */
export const addressKey = (address: string): string => (isHexAccount(address) ? address.toLowerCase() : address);

/** Compares EVM addresses without case, all others exactly. */
export const sameAddress = (a: string, b: string): boolean => addressKey(a) === addressKey(b);
