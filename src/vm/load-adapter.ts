/** Loads the code of a chain family when it is first needed. The only `import()` of a chain family is here. */
import type { VmAdapter } from './adapter.js';
import type * as Checksum from './evm/guard/checksum.js';

/** The chain family with an adapter for this `vmType`; null if payments from such chains are not possible. */
export const vmKindOf = (vmType: string): VmAdapter['kind'] | null => (vmType === 'evm' ? 'evm' : null);
const adapters: Readonly<Record<VmAdapter['kind'], () => Promise<VmAdapter>>> = {
  evm: async () => (await import('./evm/adapter.js')).evmAdapter,
};

/** Loads the adapter of a chain family. The adapter is a chunk of its own, loaded on first use. */
export const loadAdapter = (kind: VmAdapter['kind']): Promise<VmAdapter> => adapters[kind]();

/** Loads the check of an EVM address's checksum (EIP-55): its own chunk, on first use. */
export const loadChecksum = (): Promise<typeof Checksum> => import('./evm/guard/checksum.js');
