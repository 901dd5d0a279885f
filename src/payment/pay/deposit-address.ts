/**
 * "Send from any wallet or exchange": lists the assets that deposit addresses support, and requests an address. Loads
 * when a payer picks it.
 */
import type { WireCurrencyRecord } from '../../api/responses/types.js';
import { within } from '../../shared/clock.js';
import { HubPayError } from '../../errors.js';
import type { Asset, PaymentIntent } from '../../types.js';
import { vmKindOf } from '../../vm/load-adapter.js';
import { isBurnAddress } from '../../vm/addresses.js';
import { checkAddress } from '../../vm/check-address.js';
import { pinnedCurrency } from '../../vm/registry.js';
import { currencyKey } from '../../shared/amounts.js';
import { checkAttestation, attestationMode, unshownNotice, type AttestationResult } from '../guard/attestation.js';
import { isRequestIdUsed, askPage, newEntry } from './confirm.js';
import { assertPersisted } from './execution.js';
import type { PaymentContext } from '../context/context.js';
import { assertWithinCap, chainWarnings } from '../quote/chain-status.js';
import { callsOf } from '../quote/parse-intent.js';
import { blocksNewPayment, type JournalEntry } from '../journal/entry.js';
import { offeredChains, type ChainList } from '../quote/chain-list.js';
import { tryLock } from '../journal/tab-lock.js';
import { recheckAbandoned } from '../track/find-transaction.js';
import type { GuardedQuote } from '../quote/plan-steps.js';
import { completeIntent, requestQuote } from '../quote/request-quote.js';
import type { AssetRef, StateOf } from '../model/state.js';

const MOST_CURRENCIES = 100;
const ATTEST_MS = 4_000;

/** Lists the assets that can be sent. A single one is chosen for the payer. */
export async function offerAssets(
  context: PaymentContext,
  chainList: ChainList,
  fixed: AssetRef | null,
): Promise<void> {
  const assets = await loadAssets(context, chainList, fixed);
  const state = context.state();
  if (state.name !== 'selecting' || !state.depositAddressFields) return;
  context.dispatch({ type: 'assets-loaded', assets, done: true });
  const [only, ...others] = assets;
  if (only && others.length === 0)
    context.dispatch({ type: 'asset-picked', chainId: only.chainId, currency: only.currency });
}

/**
 * Only assets on chains the payer may pay from; with `fixed`, only that asset.
 * @throws HubPayError `no-route` if none remains
 */
async function loadAssets(
  { client, options, signal }: PaymentContext,
  chainList: ChainList,
  fixed: AssetRef | null,
): Promise<Asset[]> {
  const chains = offeredChains(chainList, options).filter(
    ({ vmType, disabled }) => vmKindOf(vmType) !== null && !disabled,
  );
  const chainIds = chains.map(({ id }) => id);
  const groups = await client.currencies(
    { depositAddressOnly: true, verified: true, chainIds, limit: MOST_CURRENCIES },
    { signal },
  );
  const rows = groups.flat().flatMap((currency) => {
    const chain = chains.find(({ id }) => id === currency.chainId);
    return chain ? [assetOf(currency, pinnedCurrency(chain, currency.address)?.symbol)] : [];
  });
  const found = rows.filter(({ chainId, currency }) =>
    fixed ? chainId === fixed.chainId && currency === fixed.currency : true,
  );
  if (found.length > 0) return found;
  throw new HubPayError('no-route', 'The service takes nothing in this way that may pay.');
}

const assetOf = ({ chainId, address, symbol, name, decimals }: WireCurrencyRecord, pinned?: string): Asset => ({
  chainId,
  currency: currencyKey(address),
  symbol: pinned ?? symbol,
  name: name ?? symbol,
  decimals,
  verified: pinned !== undefined,
  balance: null,
  disabled: null,
});

type Offer = {
  context: PaymentContext;
  chainList: ChainList;
  state: StateOf<'quoting'>;
  signal: AbortSignal;
  endedEntryIds: ReadonlySet<string>;
  /** Called with another payment that blocks this one; null while another tab holds the lock for its prompt. */
  onOngoing: (entry: JournalEntry | null) => void;
};

type QuotedAddress = Pick<Offer, 'context' | 'chainList' | 'signal'> & { intent: PaymentIntent };

/**
 * Requests a deposit address, guards the quote, emits `hub-confirm`, and writes the journal before the address is
 * shown.
 */
export async function offerDepositAddress({
  context,
  chainList,
  state,
  signal,
  endedEntryIds,
  onOngoing: onUnderWay,
}: Offer): Promise<void> {
  const { deps, journal } = context;
  const intent = completeIntent({ ...state.intent, ...callsOf(context.options) });
  await chainList.load(signal);
  const vmType = chainList.payable(state.asset.chainId)?.vmType ?? '';
  const { refundTo = '' } = intent;
  if ((await checkAddress(refundTo, vmType)) !== null || isBurnAddress(refundTo)) {
    signal.throwIfAborted();
    context.dispatch({ type: 'confirm-vetoed' });
    context.dispatch({ type: 'refund-to-typed', refundTo: null });
    return;
  }
  const quote = await quoteAddress({ context, chainList, intent, signal });
  signal.throwIfAborted();
  context.emit('hub-quote', { quote: quote.summary });
  if (!(await askPage(context, quote))) {
    if (!signal.aborted) context.dispatch({ type: 'confirm-vetoed' });
    return;
  }
  signal.throwIfAborted();
  await recheckAbandoned(context, signal);
  signal.throwIfAborted();
  const release = await tryLock(context.locks, context.key);
  try {
    const underWay = journal.read().find((entry) => blocksNewPayment(entry, endedEntryIds, deps.clock.now()));
    if (!release || underWay) {
      onUnderWay(underWay ?? null);
      return;
    }
    signal.throwIfAborted();
    const entry = entryOf(context, quote, intent);
    journal.write(entry);
    assertPersisted(context, entry);
    context.dispatch({ type: 'deposit-awaited', payment: entry.payment });
  } finally {
    release?.();
  }
}

/**
 * Guarded, below the chain's cap, and attested if the merchant pins a solver. No review follows, so warnings are added
 * here.
 */
async function quoteAddress({ context, chainList, intent, signal }: QuotedAddress): Promise<GuardedQuote> {
  const { client, deps, options } = context;
  const { clock } = deps;
  const quote = await requestQuote(intent, { client, registry: chainList.registry(), clock, signal });
  const { summary } = quote;
  assertWithinCap(chainList.payable(summary.pays.chainId), summary);
  const mode = attestationMode(options);
  const { registry } = options;
  const ask = (end: AbortSignal): Promise<AttestationResult> =>
    checkAttestation(summary, intent, { client, registry, signal: end });
  const attested = mode === 'off' ? 'valid' : ((await within(ATTEST_MS, clock, signal, ask)) ?? 'unavailable');
  const doubt = unshownNotice(attested, mode, summary.warnings);
  const incidents = chainWarnings(chainList.chains(), summary);
  const warnings = [...summary.warnings, ...incidents, ...(doubt ? [doubt] : [])];
  return { ...quote, summary: Object.freeze({ ...summary, warnings }) };
}

function entryOf(
  context: PaymentContext,
  quote: GuardedQuote,
  intent: JournalEntry['payment']['intent'],
): JournalEntry {
  const { depositAddress: address, orderData } = quote;
  const deadline = deadlineOf(orderData);
  if (address === undefined) throw new HubPayError('quote-unsafe', 'The quote names no deposit address.');
  if (isRequestIdUsed(context, quote))
    throw new HubPayError('quote-unsafe', 'The service gave out a request id that was paid before.');
  const entry = newEntry({ context, quote, intent, account: null });
  const deposit = { address, ...(deadline !== undefined && { deadline }), extraDeposits: [] };
  return { ...entry, stage: 'awaiting-deposit', payment: { ...entry.payment, deposit } };
}

/**
 * The order's deadline in milliseconds, from `protocol.v2.orderData` (`output.deadline`, in seconds). The service
 * documents no type for it; undefined if it is absent.
 */
function deadlineOf(orderData: unknown): number | undefined {
  const seconds = (orderData as { output?: { deadline?: unknown } } | null | undefined)?.output?.deadline;
  return typeof seconds === 'number' && Number.isSafeInteger(seconds * 1_000) ? seconds * 1_000 : undefined;
}
