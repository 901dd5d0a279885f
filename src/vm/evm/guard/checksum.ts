/** EIP-55, in a file of its own: it is loaded only when somebody wrote an address in mixed case. */
import { isAddress } from 'viem/utils';

export const hasChecksum = (address: string): boolean => isAddress(address, { strict: true });
