/**
 * "Send from any wallet or exchange": what the service takes in that way, and the address to send to. It loads when a
 * payer picks it.
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
import { attest, attestationMode, untoldDoubt, type Attested } from '../guard/attestation.js';
import { isSpent, mayConfirm, openEntry } from './confirm.js';
import { checkWritten } from './execution.js';
import type { Flow } from '../context/context.js';
import { checkCap, incidentsOf } from '../quote/chain-status.js';
import { callsOf } from '../quote/parse-intent.js';
import { isTaken, type JournalEntry } from '../journal/entry.js';
import { offeredChains, type Listing } from '../quote/chain-list.js';
import { tryLock } from '../journal/tab-lock.js';
import { findGivenUp } from '../track/find-transaction.js';
import type { GuardedQuote } from '../quote/plan-steps.js';
import { completeIntent, requestQuote } from '../quote/request-quote.js';
import type { AssetRef, StateOf } from '../model/state.js';

const MOST_CURRENCIES = 100;
const ATTEST_MS = 4_000;

/** Lists what can be sent; where that is one thing only, it is chosen. */
export async function offerAssets(flow: Flow, listing: Listing, fixed: AssetRef | null): Promise<void> {
  const assets = await loadAssets(flow, listing, fixed);
  const state = flow.state();
  if (state.name !== 'selecting' || !state.byAddress) return;
  flow.dispatch({ type: 'assets-loaded', assets, done: true });
  const [only, ...others] = assets;
  if (only && others.length === 0)
    flow.dispatch({ type: 'asset-picked', chainId: only.chainId, currency: only.currency });
}

/** On chains that can be paid from; what the merchant fixed alone, where they fixed it. */
async function loadAssets(
  { client, options, signal }: Flow,
  listing: Listing,
  fixed: AssetRef | null,
): Promise<Asset[]> {
  const chains = offeredChains(listing, options).filter(
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
  ...{ chainId, currency: currencyKey(address), symbol: pinned ?? symbol, name: name ?? symbol, decimals },
  ...{ verified: pinned !== undefined, balance: null, disabled: null },
});

type Offer = {
  flow: Flow;
  listing: Listing;
  state: StateOf<'quoting'>;
  signal: AbortSignal;
  known: ReadonlySet<string>;
  /** As in confirm.ts. */
  onUnderWay: (entry: JournalEntry | null) => void;
};

type Asked = Pick<Offer, 'flow' | 'listing' | 'signal'> & { intent: PaymentIntent };

/** Asks for an address, has it guarded, lets the page object, and writes it down before anybody sees it. */
export async function offerAddress({ flow, listing, state, signal, known, onUnderWay }: Offer): Promise<void> {
  const { deps, journal } = flow;
  const intent = completeIntent({ ...state.intent, ...callsOf(flow.options) });
  await listing.load(signal);
  const vmType = listing.payable(state.asset.chainId)?.vmType ?? '';
  const { refundTo = '' } = intent;
  if ((await checkAddress(refundTo, vmType)) !== null || isBurnAddress(refundTo)) {
    signal.throwIfAborted();
    flow.dispatch({ type: 'confirm-vetoed' });
    flow.dispatch({ type: 'refund-to-typed', refundTo: null });
    return;
  }
  const quote = await askQuote({ flow, listing, intent, signal });
  signal.throwIfAborted();
  flow.emit('hub-quote', { quote: quote.summary });
  if (!(await mayConfirm(flow, quote))) {
    if (!signal.aborted) flow.dispatch({ type: 'confirm-vetoed' });
    return;
  }
  signal.throwIfAborted();
  await findGivenUp(flow, signal);
  signal.throwIfAborted();
  const release = await tryLock(flow.locks, flow.key);
  try {
    const underWay = journal.read().find((entry) => isTaken(entry, known, deps.clock.now()));
    if (!release || underWay) {
      onUnderWay(underWay ?? null);
      return;
    }
    signal.throwIfAborted();
    const entry = entryOf(flow, quote, intent);
    journal.write(entry);
    checkWritten(flow, entry);
    flow.dispatch({ type: 'deposit-awaited', payment: entry.payment });
  } finally {
    release?.();
  }
}

/** Guarded, below the chain's cap, and vouched for where the solver is pinned: there is no review to say so later. */
async function askQuote({ flow, listing, intent, signal }: Asked): Promise<GuardedQuote> {
  const { client, deps, options } = flow;
  const { clock } = deps;
  const quote = await requestQuote(intent, { client, registry: listing.registry(), clock, signal });
  const { summary } = quote;
  checkCap(listing.payable(summary.pays.chainId), summary);
  const mode = attestationMode(options);
  const { registry } = options;
  const ask = (end: AbortSignal): Promise<Attested> => attest(summary, intent, { client, registry, signal: end });
  const attested = mode === 'off' ? 'right' : ((await within(ATTEST_MS, clock, signal, ask)) ?? 'missing');
  const doubt = untoldDoubt(attested, mode, summary.warnings);
  const incidents = incidentsOf(listing.chains(), summary);
  const warnings = [...summary.warnings, ...incidents, ...(doubt ? [doubt] : [])];
  return { ...quote, summary: Object.freeze({ ...summary, warnings }) };
}

function entryOf(flow: Flow, quote: GuardedQuote, intent: JournalEntry['payment']['intent']): JournalEntry {
  const { depositAddress: address, orderData } = quote;
  const deadline = deadlineOf(orderData);
  if (address === undefined) throw new HubPayError('quote-unsafe', 'The quote names no deposit address.');
  if (isSpent(flow, quote))
    throw new HubPayError('quote-unsafe', 'The service gave out a request id that was paid before.');
  const entry = openEntry({ flow, quote, intent, account: null });
  const deposit = { address, ...(deadline !== undefined && { deadline }), others: [] };
  return { ...entry, stage: 'awaiting', payment: { ...entry.payment, deposit } };
}

/** In the order's own data, whose shape service.md does not show. */
function deadlineOf(orderData: unknown): number | undefined {
  const seconds = (orderData as { output?: { deadline?: unknown } } | null | undefined)?.output?.deadline;
  return typeof seconds === 'number' && Number.isSafeInteger(seconds * 1_000) ? seconds * 1_000 : undefined;
}
