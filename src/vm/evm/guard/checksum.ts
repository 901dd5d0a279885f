/** Checks EIP-55 checksums. A separate file, so that `addresses.ts` loads it only for addresses in mixed case. */
import { isAddress } from 'viem/utils';

/** Whether the EVM address has the letter case that its EIP-55 checksum demands. */
export const hasChecksum = (address: string): boolean => isAddress(address, { strict: true });
