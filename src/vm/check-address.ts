/** Checks an address that a merchant or a payer entered, including its checksum. */
import { isHexAccount } from '../shared/chain.js';
import { forms, looksLikeAddress, isOneCase } from './addresses.js';
import { hasChecksum } from './load-adapter.js';

const EVM_FORM = 'EVM address (0x and 40 hex digits); names such as acme.eth are not accepted';

/**
 * Describes the problem of an address for a developer. Null if there is no problem. Checks the EIP-55 checksum of an
 * EVM address in mixed case.
 */
export async function checkAddress(text: string, vmType: string): Promise<string | null> {
  if (!Object.hasOwn(forms, vmType)) return `cannot be checked on a chain of the kind ${vmType}`;
  if (!looksLikeAddress(text, vmType)) {
    const form = vmType === 'evm' ? EVM_FORM : `address of a chain of the kind ${vmType}`;
    return `"${text}" is not an ${form}`;
  }
  if (!isHexAccount(text) || isOneCase(text.slice(2))) return null;
  return (await hasChecksum(text)) ? null : `"${text}" has a wrong checksum: a character of it was changed`;
}
