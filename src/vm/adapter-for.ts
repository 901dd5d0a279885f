/** Loads the code of a chain family on first use. */
import type { VmAdapter } from './family/adapter.js';
import type * as Evm from './evm/adapter.js';
import { familyOf, loadEvm } from './families.js';

/**
 * Loads the adapter for this `vmType` on first use, or returns null if a payer cannot pay from such chains.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const adapterFor = async (vmType: string): Promise<VmAdapter | null> => (await familyOf(vmType)?.load()) ?? null;

/**
 * Loads the code that checks a solver's signature. A solver signs with its EVM account even if the origin chain is not
 * an EVM chain, so the check is part of the EVM code.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const loadAttestation = (): Promise<Pick<typeof Evm, 'checkAttestation' | 'loadCurve'>> => loadEvm();

/**
 * Whether the letter case of an EVM address matches its checksum (EIP-55). Also true for an address in lower case.
 * Loads the code of EVM chains on first use.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const hasChecksum = async (address: string): Promise<boolean> => (await loadEvm()).hasChecksum(address);

/**
 * Returns the id of the chain whose own checksum (EIP-1191) the letter case of an EVM address matches, or null. Loads
 * the code of EVM chains on first use.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const checksumChain = async (address: string): Promise<number | null> =>
  (await loadEvm()).checksumChain(address);
