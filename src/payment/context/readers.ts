/** Reads from a chain or from the service, and reports transactions to the service. */
import type { AccountKind, TransactionRequest } from '../../vm/family/abilities.js';
import type { VmAdapter } from '../../vm/family/adapter.js';
import type { ChainAccess } from '../../vm/family/sources.js';
import { adapterFor } from '../../vm/adapter-for.js';
import { parseRecord } from '../../api/responses/parse.js';
import type { WireRecord, WireRequest } from '../../api/responses/types.js';
import type { PaymentContext } from './context.js';
import type { Payment, PaymentIntent, TransactionRef } from '../../types.js';
import { isWithinOneChain } from '../../shared/chain.js';
import { within } from '../../shared/time/clock.js';
import { explorerPage } from '../../vm/registry/explorer-page.js';
import { toJson } from '../../shared/builtins/to-json.js';

/** Longest wait for the request record, in milliseconds. */
const RECORD_READ_MS = 3_000;

/** The adapter of a chain, and the access that the adapter needs to read the chain. */
export type ChainReader = { adapter: VmAdapter; access: ChainAccess };

/**
 * Returns the adapter and the access with which the page can read from a chain, or null if the chain is unknown or its
 * chain family is unsupported.
 * @throws HubPayError `service-down` if the code of the chain family cannot be loaded
 */
export async function chainReader(
  context: PaymentContext,
  chainId: number,
  signal: AbortSignal,
): Promise<ChainReader | null> {
  await context.loadChains();
  const chain = context.chain(chainId);
  const adapter = chain && (await adapterFor(chain.vmType));
  if (!adapter) return null;
  const { fetch, clock } = context.deps;
  return { adapter, access: { chain, fetch, clock, signal } };
}

/**
 * Returns a reader that reads the same chain through this wallet, without a prompt. Returns null if the page cannot
 * read through wallets of this family, or if `walletId` is undefined. Also returns null if the wallet is not connected,
 * is on another chain or does not answer.
 * @throws the signal's reason, after an abort
 */
export async function walletReader(
  context: PaymentContext,
  { adapter, access }: ChainReader,
  walletId: string | undefined,
): Promise<ChainReader | null> {
  const wallet = walletId === undefined ? null : await context.wallet(walletId, access.chain.id);
  const through = wallet && (await adapter.walletReads?.walletAccess(wallet, access));
  return through ? { adapter, access: through } : null;
}

/** A request record, with all fields that the service has sent for it in `request`. */
export type FoundRecord = WireRecord & { request: WireRequest };

/**
 * Reads the request record (`GET /requests/v2`). Returns null if the service returns no record with this id.
 * @param withOrder true: also asks for the service's order
 * @throws HubPayError if the request fails or the record is invalid; after an abort, the signal's reason
 */
export async function fetchRecord(
  { client }: PaymentContext,
  requestId: string,
  signal: AbortSignal,
  withOrder: boolean = false,
): Promise<FoundRecord | null> {
  const query = { id: requestId, ...(withOrder && { includeOrderData: true }) };
  const { requests } = await client.requests(query, { signal });
  const request = requests.find(({ id }) => id.toLowerCase() === requestId);
  return request ? { ...parseRecord(request), request } : null;
}

/**
 * Reads the request record. Returns null if there is none, if the request fails, if the record is invalid, if the
 * service does not answer within 3 seconds, or after an abort.
 */
export const fetchRecordSoon = (
  context: PaymentContext,
  requestId: string,
  signal: AbortSignal,
  withOrder: boolean = false,
): Promise<FoundRecord | null> =>
  within(RECORD_READ_MS, context.deps.clock, signal, (end) => fetchRecord(context, requestId, end, withOrder));

/**
 * Reports the transaction to the service, so that the service finds the payment sooner. Does nothing for a hash in
 * `notified`. Ignores a failed report, because the service detects deposits also without a report.
 * @param request the transaction's content; absent if it is unknown. A payment within one chain gets a second report,
 *   which needs this content
 */
export function notifyService(
  { client, notified, options: { referrer } }: PaymentContext,
  { quote, requestId }: Payment,
  hash: string,
  request?: TransactionRequest,
): void {
  if (notified.has(hash)) return;
  notified.add(hash);
  const { chainId } = quote.pays;
  const sender = referrer === undefined ? {} : { referrer };
  void client.indexTransaction({ txHash: hash, chainId, ...sender });
  if (!request || !isWithinOneChain(quote)) return;
  const { from, to, data, value } = request;
  const tx = toJson({ from, to, data, value, chainId, txHash: hash });
  void client.singleTransaction({ tx, chainId, requestId, ...sender });
}

/**
 * Creates a reference to a transaction, with the link to its page in the chain's explorer. The link comes only from the
 * merchant's registry, because one from the service's listing could lead to any site. Without an https explorer there,
 * `url` is null.
 */
export function transactionRef(
  { options: { registry } }: Pick<PaymentContext, 'options'>,
  chainId: number,
  hash: string,
): TransactionRef {
  return { chainId, hash, url: explorerPage(registry, chainId, hash) };
}

/** Longest wait for the kind of the payer's account, in milliseconds. */
const ACCOUNT_READ_MS = 3_000;

/**
 * Returns the result of `read`, but null instead of undefined. Also returns null if the chain is unknown or of an
 * unsupported family, if `read` rejects, if there is no result within `ms` milliseconds, and after an abort.
 */
export const readChain = <T>(
  context: PaymentContext,
  chainId: number,
  ms: number,
  signal: AbortSignal,
  read: (reader: ChainReader) => Promise<T | null> | undefined,
): Promise<T | null> =>
  within(ms, context.deps.clock, signal, async (end) => {
    const reader = await chainReader(context, chainId, end);
    return (reader && (await read(reader))) ?? null;
  });

/** The key of an account on a chain. */
export const accountId = ({ user, originChainId }: Pick<PaymentIntent, 'user' | 'originChainId'>): string =>
  `${originChainId}/${user}`;

/**
 * Reads what controls the payer's account: a key, a key with delegated code, or a contract. Returns null if the intent
 * names no account or chain, if the chain cannot be read within 3 seconds, or after an abort.
 */
export async function accountKind(
  context: PaymentContext,
  { user, originChainId }: Pick<PaymentIntent, 'user' | 'originChainId'>,
  signal: AbortSignal,
): Promise<AccountKind | null> {
  if (user === undefined || originChainId === undefined) return null;
  return readChain(context, originChainId, ACCOUNT_READ_MS, signal, (reader) => readAccountKind(reader, user));
}

/**
 * Reads what controls the account. In a family without contract accounts, this is always a key.
 * @throws Error if the chain cannot be read
 */
export const readAccountKind = async ({ adapter, access }: ChainReader, address: string): Promise<AccountKind> =>
  (await adapter.transactions?.accountKind(address, access)) ?? 'key';
