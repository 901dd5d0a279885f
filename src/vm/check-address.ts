/** Checks an address that a merchant or a payer entered, including its checksum. */
import { isHexAccount } from '../shared/chain.js';
import { loaded } from '../shared/load-code.js';
import type { AddressProblem } from '../types.js';
import { isBurnAddress, isOneCase, isSystemAddress, looksLikeAddress } from './address/addresses.js';
import { hasChecksum } from './adapter-for.js';

const loadJudge = () => loaded(import('./address/judge-address.js'), 'checks addresses');

/**
 * Returns why the text is not a valid address of this chain type, or null if the text is valid. If an EVM address has
 * letters of both cases, the function also checks its EIP-55 checksum.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export async function findAddressProblem(text: string, vmType: string): Promise<AddressProblem | null> {
  if (isHexAccount(text) && looksLikeAddress(text, vmType) && (isOneCase(text.slice(2)) || (await hasChecksum(text))))
    return null;
  return (await loadJudge()).problemOf(text, vmType);
}

/**
 * Describes the problem of an address for a developer. Returns null if there is no problem.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const checkAddress = async (text: string, vmType: string): Promise<string | null> =>
  (await findAddressProblem(text, vmType))?.message ?? null;

/**
 * Works like `findAddressProblem`, but also returns a problem for well-known addresses whose money nobody can spend.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const findPayeeProblem = async (text: string, vmType: string): Promise<AddressProblem | null> =>
  isBurnAddress(text) ? { fault: 'nobody', wanted: vmType, message: NOBODY } : findAddressProblem(text, vmType);

/**
 * Works like `findPayeeProblem`, for an address that receives refunds. No contract asks for a refund to a precompile or
 * a predeploy, so such an address is a mistake.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const findRefundProblem = async (text: string, vmType: string): Promise<AddressProblem | null> =>
  isSystemAddress(text) ? { fault: 'nobody', wanted: vmType, message: NOBODY } : findPayeeProblem(text, vmType);

/** The message for a developer about an address whose money nobody can spend. */
export const NOBODY = 'is an address nobody can spend from';

/**
 * Returns true if no key can control the account of this valid address. Perhaps nobody can spend money that is sent to
 * this address.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const isKeyless = async (text: string, vmType: string): Promise<boolean> =>
  isHexAccount(text) ? isSystemAddress(text) : (await loadJudge()).isKeyless(text, vmType);
