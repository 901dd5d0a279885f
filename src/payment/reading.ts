/** How the flow reads a chain: its family's adapter, and the way to its node. */
import { loadAdapter, vmKindOf, type ChainAccess, type VmAdapter } from '../vm/adapter.js';
import type { Flow } from './flow.js';

export type Reader = { adapter: VmAdapter; access: ChainAccess };

/**
 * Null for a chain that is not known, or of a family that cannot be read.
 * @throws where the family's code cannot be loaded
 */
export async function readerOf(flow: Flow, chainId: number, signal: AbortSignal): Promise<Reader | null> {
  await flow.chainsKnown();
  const chain = flow.chain(chainId);
  const kind = chain ? vmKindOf(chain.vmType) : null;
  if (!chain || !kind) return null;
  const { fetch, clock } = flow.deps;
  return { adapter: await loadAdapter(kind), access: { chain, fetch, clock, signal } };
}
