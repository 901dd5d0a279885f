/** Facts about chains that every layer uses: the display name and the form of an EVM account. */
import type { ChainRecord } from '../types.js';

/**
 * 20 zero bytes. This address represents the native currency of an EVM chain, and an empty address in a contract's
 * arguments.
 */
export const ZERO_ADDRESS: string = `0x${'0'.repeat(40)}`;

/** The chain's `displayName`, otherwise its `name` (`GET /chains`). Null if the record has neither. */
export const chainLabel = ({ displayName, name }: ChainRecord): string | null => displayName ?? name ?? null;

/**
 * True for 20 bytes as 0x-hex. It does not check the checksum of a mixed-case address; `vm/check-address.ts` checks it.
 */
export const isHexAccount = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

/** True for an EVM chain's native currency, which the service represents by the zero address. */
export const isNativeCurrency = (currency: string): boolean => currency === ZERO_ADDRESS;
