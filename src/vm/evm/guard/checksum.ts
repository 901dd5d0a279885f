/** Checks EIP-55 checksums. It is a separate file, because only addresses in mixed case need it. */
import { isAddress } from 'viem/utils';

/** Whether the letter case of the EVM address matches its EIP-55 checksum. */
export const hasChecksum = (address: string): boolean => isAddress(address, { strict: true });
