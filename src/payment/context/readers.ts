/** How the flow reads a chain: by its family's adapter and its node; and a payment: by the service's record of it. */
import { loadAdapter, vmKindOf, type ChainAccess, type VmAdapter } from '../../vm/adapter.js';
import { parseRecord } from '../../api/responses/parse.js';
import type { WireRecord } from '../../api/responses/types.js';
import type { Flow } from './context.js';

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

/**
 * Null where the service has none of this very id.
 * @throws HubPayError as the client does
 */
export async function recordOf({ client }: Flow, requestId: string, signal: AbortSignal): Promise<WireRecord | null> {
  const { requests } = await client.requests({ id: requestId }, { signal });
  const record = requests.find(({ id }) => id.toLowerCase() === requestId);
  return record ? parseRecord(record) : null;
}
