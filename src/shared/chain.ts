/** What every layer may know of chains: what one is called, and how an EVM account is written. */
import type { ChainRecord } from '../types.js';

/** The name that people know it by; null where its record has none. */
export const chainLabel = ({ displayName, name }: ChainRecord): string | null => displayName ?? name ?? null;

/** Twenty bytes as 0x-hex. Whether a mixed case is the right checksum is another question (vm/addresses.ts). */
export const isHexAccount = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

/** An EVM chain's own coin, which the service spells as the zero address. */
export const isNativeCurrency = (currency: string): boolean => /^0x0{40}$/.test(currency);
