/** Loads the code of a chain family on first use. */
import { loaded } from '../shared/load-code.js';
import type { VmAdapter } from './adapter.js';
import type * as Evm from './evm/adapter.js';

/** The chain family with an adapter for this `vmType`. Null if a payer cannot pay from such chains. */
export const familyOf = (vmType: string): VmAdapter['vmType'] | null => (vmType === 'evm' ? 'evm' : null);

const loadEvm = (): Promise<typeof Evm> => loaded(import('./evm/adapter.js'), 'pays from EVM chains');

const adapters: Readonly<Record<VmAdapter['vmType'], () => Promise<VmAdapter>>> = {
  evm: async () => (await loadEvm()).evmAdapter,
};

/**
 * Loads the adapter for this `vmType` on first use. Null if a payer cannot pay from such chains.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const adapterFor = async (vmType: string): Promise<VmAdapter | null> => {
  const family = familyOf(vmType);
  return family && adapters[family]();
};

/**
 * Loads the check of a solver's signature. The solver signs with its EVM account, even if the origin chain is not an
 * EVM chain.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const loadAttestation = (): Promise<Pick<typeof Evm, 'checkAttestation' | 'loadCurve'>> => loadEvm();

/**
 * Whether the letter case of an EVM address matches its checksum (EIP-55). Loads the code of EVM chains on first use.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const hasChecksum = async (address: string): Promise<boolean> => (await loadEvm()).hasChecksum(address);
