/** How the flow reads a chain: by its family's adapter and its node; and a payment: by the service's record of it. */
import { type ChainAccess, type VmAdapter } from '../../vm/adapter.js';
import { loadAdapter, vmKindOf } from '../../vm/load-adapter.js';
import { parseRecord } from '../../api/responses/parse.js';
import type { WireRecord } from '../../api/responses/types.js';
import type { Flow } from './context.js';
import type { ChainRecord, Payment, PaymentIntent, TransactionRef } from '../../types.js';
import { within } from '../../shared/clock.js';

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

/** Tells the service of the transaction, which it would find by itself a little later. */
export function tellEarly({ client }: Flow, { quote, requestId }: Payment, hash: string): void {
  const { pays, receives } = quote;
  const { chainId } = pays;
  const isLocal = chainId === receives.chainId;
  if (isLocal) void client.singleTransaction({ tx: hash, chainId, requestId });
  else void client.indexTransaction({ txHash: hash, chainId });
}

/** A transaction with its page at the chain's explorer, if that is an https address. */
export function transactionRef(chain: ChainRecord | undefined, chainId: number, hash: string): TransactionRef {
  return { chainId, hash, url: explorerPage(chain?.explorerUrl, hash) };
}
function explorerPage(explorer: string | undefined, hash: string): string | null {
  if (!explorer) return null;
  try {
    const { protocol, href } = new URL(explorer);
    return protocol === 'https:' ? `${href.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}` : null;
  } catch {
    return null;
  }
}

/** Whether whoever pays is a contract; false where that cannot be read in time. */
export async function isContract(flow: Flow, intent: PaymentIntent, signal: AbortSignal): Promise<boolean> {
  const { user, originChainId } = intent;
  if (user === undefined || originChainId === undefined) return false;
  const read = async (end: AbortSignal): Promise<boolean | undefined> => {
    const reader = await readerOf(flow, originChainId, end);
    return reader?.adapter.isContract(user, reader.access);
  };
  return (await within(READ_MS, flow.deps.clock, signal, read)) ?? false;
}
export const READ_MS = 3000;
