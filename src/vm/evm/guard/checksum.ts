/** Checks the EIP-55 checksums of EVM addresses. */
import { isAddress } from 'viem/utils';

/** Whether the letter case of the EVM address matches its EIP-55 checksum. */
export const hasChecksum = (address: string): boolean => isAddress(address, { strict: true });
