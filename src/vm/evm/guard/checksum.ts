/** Checks the letter case of EVM addresses, which contains a checksum. */
import { getAddress, isAddress } from 'viem/utils';

/** Whether the letter case of the EVM address matches its EIP-55 checksum. Also true for an address in lower case. */
export const hasChecksum = (address: string): boolean => isAddress(address, { strict: true });

/** The chains whose wallets write addresses with a checksum of their own (EIP-1191): Rootstock and its test network. */
const OWN_CHECKSUMS: readonly number[] = [30, 31];

/**
 * Returns the id of the chain whose own checksum (EIP-1191) the letter case matches, or null if there is none. If the
 * address has letters of both cases, a match makes it very unlikely that a character was changed.
 */
export const checksumChain = (address: string): number | null =>
  OWN_CHECKSUMS.find((id) => getAddress(address.toLowerCase(), id) === address) ?? null;
