/** Loads the code of a chain family on first use. */
import type { VmAdapter } from './adapter.js';
import type * as Checksum from './evm/guard/checksum.js';

/** The chain family with an adapter for this `vmType`. Null if a payer cannot pay from such chains. */
export const vmKindOf = (vmType: string): VmAdapter['kind'] | null => (vmType === 'evm' ? 'evm' : null);
const adapters: Readonly<Record<VmAdapter['kind'], () => Promise<VmAdapter>>> = {
  evm: async () => (await import('./evm/adapter.js')).evmAdapter,
};

/** Loads the adapter of a chain family on first use. */
export const loadAdapter = (kind: VmAdapter['kind']): Promise<VmAdapter> => adapters[kind]();

/** Loads the adapter for this `vmType` on first use. Null if a payer cannot pay from such chains. */
export const adapterFor = async (vmType: string): Promise<VmAdapter | null> => {
  const kind = vmKindOf(vmType);
  return kind && loadAdapter(kind);
};

/** Loads the check of an EVM address's checksum (EIP-55) on first use. */
export const loadChecksum = (): Promise<typeof Checksum> => import('./evm/guard/checksum.js');
