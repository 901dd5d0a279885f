/** Checks an address, such as one that a merchant or a payer entered, including its checksum if it has one. */
import { isHexAccount } from '../shared/chain.js';
import { loaded } from '../shared/load-code.js';
import type { AddressProblem } from '../types.js';
import { isBurnAddress, isOneCase, isSystemAddress, looksLikeAddress } from './address/addresses.js';
import { checksumChain, hasChecksum } from './adapter-for.js';

const loadJudge = () => loaded(import('./address/judge-address.js'), 'checks addresses');

/**
 * Returns why the text is not a valid address of this chain type, or null if it is valid. An EVM address with letters
 * of both cases must also have a correct EIP-55 checksum.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export async function findAddressProblem(text: string, vmType: string): Promise<AddressProblem | null> {
  if (isHexAccount(text) && looksLikeAddress(text, vmType)) {
    if (isOneCase(text.slice(2)) || (await hasChecksum(text))) return null;
    const chain = await checksumChain(text);
    if (chain !== null) return otherCase(text, vmType, chain);
  }
  return (await loadJudge()).problemOf(text, vmType);
}

/** The problem of an address whose letters have the case of another network. */
const otherCase = (text: string, wanted: string, chain: number): AddressProblem => ({
  fault: 'case',
  wanted,
  message:
    `"${text}" has the letter case of chain ${chain} (EIP-1191): ` +
    `write it in lower case, as ${text.toLowerCase()}, or in the letter case of EIP-55`,
});

/**
 * Describes the problem of an address for a developer, or returns null if there is no problem.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const checkAddress = async (text: string, vmType: string): Promise<string | null> =>
  (await findAddressProblem(text, vmType))?.message ?? null;

/**
 * Works like `findAddressProblem`, but also returns a problem for a well-known address from which nobody can spend.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const findPayeeProblem = async (text: string, vmType: string): Promise<AddressProblem | null> =>
  isBurnAddress(text) ? { fault: 'nobody', wanted: vmType, message: NOBODY } : findAddressProblem(text, vmType);

/**
 * Works like `findPayeeProblem`, for an address that receives refunds. Also returns a problem for an address in the
 * form of a precompile or a predeploy, because no payer has such an account.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const findRefundProblem = async (text: string, vmType: string): Promise<AddressProblem | null> =>
  isSystemAddress(text) ? { fault: 'nobody', wanted: vmType, message: NOBODY } : findPayeeProblem(text, vmType);

/**
 * The message for a developer about an address from which nobody can spend. It follows the name of the option or field.
 */
export const NOBODY = 'is an address nobody can spend from';

/**
 * Returns true if the form of this valid address shows that no key can control its account. Perhaps nobody can spend
 * the money there.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const isKeyless = async (text: string, vmType: string): Promise<boolean> =>
  isHexAccount(text) ? isSystemAddress(text) : (await loadJudge()).isKeyless(text, vmType);
