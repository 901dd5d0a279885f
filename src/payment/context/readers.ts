/** How the flow reads a chain: by its family's adapter and its node; and a payment: by the service's record of it. */
import { type ChainAccess, type VmAdapter } from '../../vm/adapter.js';
import { loadAdapter, vmKindOf } from '../../vm/load-adapter.js';
import { parseRecord } from '../../api/responses/parse.js';
import type { WireRecord } from '../../api/responses/types.js';
import type { PaymentContext } from './context.js';
import type { ChainRecord, Payment, PaymentIntent, TransactionRef } from '../../types.js';
import { within } from '../../shared/clock.js';

export type ChainReader = { adapter: VmAdapter; access: ChainAccess };

/**
 * Null for a chain that is not known, or of a family that cannot be read.
 * @throws where the family's code cannot be loaded
 */
export async function chainReader(
  context: PaymentContext,
  chainId: number,
  signal: AbortSignal,
): Promise<ChainReader | null> {
  await context.chainsKnown();
  const chain = context.chain(chainId);
  const kind = chain ? vmKindOf(chain.vmType) : null;
  if (!chain || !kind) return null;
  const { fetch, clock } = context.deps;
  return { adapter: await loadAdapter(kind), access: { chain, fetch, clock, signal } };
}

/**
 * Null where the service has none of this very id.
 * @throws HubPayError as the client does
 */
export async function fetchRecord(
  { client }: PaymentContext,
  requestId: string,
  signal: AbortSignal,
): Promise<WireRecord | null> {
  const { requests } = await client.requests({ id: requestId }, { signal });
  const record = requests.find(({ id }) => id.toLowerCase() === requestId);
  return record ? parseRecord(record) : null;
}

/** Tells the service of the transaction, which it would find by itself a little later. */
export function notifyService({ client }: PaymentContext, { quote, requestId }: Payment, hash: string): void {
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
export async function isContract(
  context: PaymentContext,
  intent: PaymentIntent,
  signal: AbortSignal,
): Promise<boolean> {
  const { user, originChainId } = intent;
  if (user === undefined || originChainId === undefined) return false;
  const read = async (end: AbortSignal): Promise<boolean | undefined> => {
    const reader = await chainReader(context, originChainId, end);
    return reader?.adapter.isContract(user, reader.access);
  };
  return (await within(ACCOUNT_READ_MS, context.deps.clock, signal, read)) ?? false;
}
export const ACCOUNT_READ_MS = 3000;
