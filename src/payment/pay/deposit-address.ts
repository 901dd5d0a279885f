/** Runs *Send from any wallet or exchange*: lists the assets for deposit addresses, and requests a deposit address. */
import type { WireCurrencyRecord } from '../../api/responses/types.js';
import { rejectOnAbort } from '../../shared/time/clock.js';
import { HubPayError } from '../../errors.js';
import type { Asset, Deposit, PaymentIntent } from '../../types.js';
import { familyOf } from '../../vm/families.js';
import { adapterFor } from '../../vm/adapter-for.js';
import { findPayeeProblem } from '../../vm/check-address.js';
import { isUnproven, isVerified, pinnedCurrency, takesPayments } from '../../vm/registry/registry.js';
import { addressKey, isSameToken } from '../../shared/chain.js';
import type { AttestationResult } from '../../vm/family/adapter.js';
import { depositTerms } from '../context/order-terms.js';
import { beginPayment, type OnOngoing } from './begin-payment.js';
import { askPage } from './confirm.js';
import type { PaymentContext } from '../context/context.js';
import { offeredChains, type ChainList } from '../quote/chain-list.js';
import { parseTokens } from '../quote/token-rules.js';
import { recheckEarlier } from '../track/search/recheck-earlier.js';
import type { GuardedQuote } from '../quote/plan-steps.js';
import { tokenProblems } from '../quote/prove-tokens.js';
import { attest, intentToQuote, quotePayment, unshownAttestation } from '../quote/quote-payment.js';
import type { AssetRef, StateOf } from '../model/state.js';

const MOST_CURRENCIES = 100;

/**
 * Lists the assets that the payer can send, and chooses the asset for the payer if there is only one.
 * @throws the errors of `loadDepositAssets`
 */
export async function offerAssets(
  context: PaymentContext,
  chainList: ChainList,
  fixed: AssetRef | null,
): Promise<void> {
  const assets = await loadDepositAssets(context, chainList, fixed);
  const state = context.state();
  if (state.name !== 'selecting' || !state.depositAddressFields) return;
  context.dispatch({ type: 'assets-loaded', assets, done: true });
  const [only, ...others] = assets;
  if (only && others.length === 0)
    context.dispatch({ type: 'asset-picked', chainId: only.chainId, currency: only.currency });
}

/**
 * Loads the assets that the payer can send to a deposit address, or only the one that the merchant fixed (`fixed`).
 * @throws HubPayError `no-route` if the list would be empty; the error of the service
 */
async function loadDepositAssets(
  { client, options, signal }: PaymentContext,
  chainList: ChainList,
  fixed: AssetRef | null,
): Promise<Asset[]> {
  const chains = offeredChains(chainList, options).filter(
    (chain) => familyOf(chain.vmType)?.hasDepositAddresses && takesPayments(chain),
  );
  const chainIds = chains.map(({ id }) => id);
  const groups = await client.currencies(
    { depositAddressOnly: true, verified: true, chainIds, limit: MOST_CURRENCIES },
    { signal },
  );
  const rows = groups.flat().flatMap((currency) => {
    const chain = chains.find(({ id }) => id === currency.chainId);
    const pinned = chain && pinnedCurrency(chain, currency.address);
    if (!chain) return [];
    return [depositAsset(currency, pinned?.symbol, isVerified(options.registry, chain, currency.address))];
  });
  const rules = options.tokens && parseTokens(options.tokens, chains);
  const found = rows.filter((row) => (fixed ? isSameToken(row, fixed) : (rules?.allows(row) ?? true)));
  if (found.length > 0) return found;
  throw new HubPayError('no-route', 'None of the allowed assets can be sent to a deposit address.');
}

const depositAsset = (
  { chainId, address, symbol, name, decimals }: WireCurrencyRecord,
  pinned: string | undefined,
  verified: boolean,
): Asset => ({
  chainId,
  currency: addressKey(address),
  symbol: pinned ?? symbol,
  name: name ?? symbol,
  decimals,
  verified,
  account: null,
  balance: null,
  disabled: null,
});

type Offer = {
  context: PaymentContext;
  chainList: ChainList;
  state: StateOf<'quoting'>;
  signal: AbortSignal;
  onOngoing: OnOngoing;
};

/**
 * Requests a deposit address, checks the quote, emits `hub-confirm`, and shows the address only after the payment is in
 * the journal.
 */
export async function offerDepositAddress({ context, chainList, state, signal, onOngoing }: Offer): Promise<void> {
  const intent = intentToQuote(context, state.intent);
  await chainList.load(signal);
  const vmType = chainList.payable(state.asset.chainId)?.vmType ?? '';
  const { refundTo = '' } = intent;
  const wrong = await findPayeeProblem(refundTo, vmType);
  if (wrong) {
    signal.throwIfAborted();
    context.dispatch({ type: 'confirm-vetoed' });
    context.dispatch({ type: 'refund-to-typed', refundTo: null, wrong });
    return;
  }
  await assertConfirmed(context, chainList, state.asset, signal);
  const guarded = await quotePayment(context, chainList, intent, { receives: state.selection.receives, signal });
  await rejectOnAbort(guarded.rechecked, signal);
  const quote = await withAttestation(context, guarded, intent, signal);
  signal.throwIfAborted();
  context.emit('hub-quote', { quote: quote.summary });
  if (!(await askPage(context, quote.summary, signal))) {
    if (!signal.aborted) context.dispatch({ type: 'confirm-vetoed' });
    return;
  }
  signal.throwIfAborted();
  await recheckEarlier(context, signal);
  signal.throwIfAborted();
  const deposit = depositOf(quote);
  const { requestId, pays } = quote.summary;
  const adapter = await adapterFor(vmType);
  const digest = adapter?.hashText(depositTerms(requestId, deposit.address, pays, refundTo)) ?? '';
  await beginPayment(
    { context, quote: { ...quote, digest }, intent, account: null, deposit, signal, onOngoing },
    ({ payment }) => {
      context.dispatch({ type: 'deposit-awaited', payment });
    },
  );
}

/**
 * Checks the token that the payer sends. This is the check of the asset list, but without a wallet that could confirm
 * the token.
 * @throws HubPayError `quote-unsafe` if the chain does not confirm a token outside the registry; `service-down` if the
 *   chain's node does not answer, or if code could not be loaded
 */
async function assertConfirmed(
  { deps: { fetch, clock }, options: { registry } }: PaymentContext,
  chainList: ChainList,
  asset: Asset,
  signal: AbortSignal,
): Promise<void> {
  const chain = chainList.payable(asset.chainId);
  const adapter = chain && (await adapterFor(chain.vmType));
  if (!adapter || !isUnproven(registry, chain, asset.currency)) return;
  const node = { chain, fetch, clock, signal };
  const [problem] = await tokenProblems([asset], { adapter, wallet: null, node, registry });
  if (problem) throw problem;
}

/**
 * Adds the attestation's warning to the quote, because a payment to a deposit address has no review screen.
 * @throws HubPayError `quote-unsafe` if the attestation blocks the payment; `service-down` if code could not be loaded
 */
async function withAttestation(
  context: PaymentContext,
  quote: GuardedQuote,
  intent: PaymentIntent,
  signal: AbortSignal,
): Promise<GuardedQuote> {
  const { summary } = quote;
  const read = (end: AbortSignal): Promise<AttestationResult> => attest(context, summary, intent, end);
  const warning = await unshownAttestation(context, read, summary.warnings, signal);
  if (!warning) return quote;
  return { ...quote, summary: Object.freeze({ ...summary, warnings: [...summary.warnings, warning] }) };
}

/**
 * Returns the deposit address of the quote, with the deadline for the deposit if the service's order names one.
 * @throws HubPayError `quote-unsafe` if the quote has no deposit address; the guard already blocks such a quote
 */
function depositOf({ depositAddress: address, orderData }: GuardedQuote): Deposit {
  if (address === undefined) throw new HubPayError('quote-unsafe', 'The quote names no deposit address.');
  const deadline = deadlineOf(orderData);
  return { address, ...(deadline !== undefined && { deadline }), extraDeposits: [] };
}

/**
 * Returns the deadline of the service's order as Unix time in milliseconds, or undefined if it is not a valid number.
 * The service sends seconds, but does not document the type of this value.
 */
function deadlineOf(orderData: unknown): number | undefined {
  const seconds = (orderData as { output?: { deadline?: unknown } } | null | undefined)?.output?.deadline;
  return typeof seconds === 'number' && Number.isSafeInteger(seconds * 1_000) ? seconds * 1_000 : undefined;
}
