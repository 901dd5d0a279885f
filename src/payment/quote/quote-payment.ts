/** Requests and checks a quote for a payment from a wallet or to a deposit address. */
import { HubPayError } from '../../errors.js';
import { within } from '../../shared/time/clock.js';
import { loaded } from '../../shared/load-code.js';
import type { Asset, GuardNote, PaymentIntent, QuoteSummary, Registry, TokenAmount } from '../../types.js';
import { isServiceRate } from '../../vm/registry/known-amounts.js';
import type { PaymentContext } from '../context/context.js';
import { attestationMode, pinnedSolvers } from '../guard/attestation.js';
import type { AttestationResult } from '../../vm/family/adapter.js';
import { assertWithinCap, chainWarnings } from './chain-status.js';
import type { ChainList } from './chain-list.js';
import { txsOf } from './parse-intent.js';
import type { GuardedQuote } from './plan-steps.js';
import type { QuoteBook } from './quote-book.js';
import {
  assertBalance,
  assertParsed,
  buildQuoteRequest,
  completeIntent,
  guardAnswer,
  requestQuote,
} from './request-quote.js';

const loadCheckAttestation = () => loaded(import('../guard/check-attestation.js'), 'checks attestations');

/** Longest wait for an attestation, in milliseconds. After this time, the attestation counts as `unavailable`. */
const ATTESTATION_MS = 4_000;

/** Adds the missing addresses and the merchant's calls, which the journal does not store. */
export const intentToQuote = ({ options }: PaymentContext, intent: PaymentIntent): PaymentIntent =>
  completeIntent({ ...intent, ...txsOf(options) });

/**
 * `rechecked` resolves when the quote has passed the checks against a newer chains listing, or if no newer one arrives.
 * `rechecked` rejects if the quote fails these checks or gets a new warning. `intent` is the intent with the limits of
 * the route, if `quoteThatFits` requested the quote.
 */
export type ListedQuote = GuardedQuote & { rechecked: Promise<void>; intent?: PaymentIntent };

export type QuoteParts = { asset?: Asset; receives?: TokenAmount | null; book?: QuoteBook; signal: AbortSignal };

/**
 * Requests and checks one quote, and adds warnings about late blocks and high fees on its chains. If the listing is
 * older than a minute, loads a newer one at the same time, and checks the quote again when the newer one arrives.
 * @param o.receives the token whose decimals were used to parse the amount
 * @param o.asset the asset that pays and whose balance must cover the quote; absent for a payment to a deposit address
 * @param o.book the quotes that were requested for the prices of the asset list; if absent, a new quote is requested
 * @throws HubPayError `insufficient-funds`, `amount-too-high`, `quote-unsafe`; `service-down` if code of the guard
 *   could not be loaded; the error of the request
 */
export async function quotePayment(
  { client, deps: { clock }, options: { registry }, signal: life }: PaymentContext,
  chainList: ChainList,
  intent: PaymentIntent,
  { asset, receives, book, signal }: QuoteParts,
): Promise<ListedQuote> {
  const renewal = chainList.renew(life);
  const body = buildQuoteRequest(intent);
  const answer = (await book?.take(body, signal)) ?? (await requestQuote(body, { client, clock, signal }));
  const check = async (): Promise<GuardedQuote> => {
    const quote = await guardAnswer(answer, intent, chainList.registry());
    const summary = rated(asset ? named(quote.summary, asset) : quote.summary, registry);
    if (receives) assertParsed(receives, summary);
    if (asset) assertBalance(asset, summary);
    assertWithinCap(chainList.payable(summary.pays.chainId), summary);
    const warnings = [...summary.warnings, ...chainWarnings(chainList.chains(), summary)];
    return { ...quote, summary: Object.freeze({ ...summary, warnings }) };
  };
  const quote = await check().catch(async (error: unknown) => {
    // The old listing may have caused the error, so check again with the newer listing.
    if (!(await renewal)) throw error;
    return check();
  });
  const { warnings } = quote.summary;
  const rechecked = renewal.then(async (isNew) => {
    if (!isNew) return;
    const { summary } = await check();
    const isShown = ({ rule, path }: GuardNote): boolean =>
      warnings.some((shown) => shown.rule === rule && shown.path === path);
    if (!summary.warnings.every(isShown))
      throw new HubPayError('price-moved', 'The newer list of chains causes a new warning.');
  });
  // Prevent an unhandled rejection, because the caller can ignore `rechecked`.
  rechecked.catch(() => undefined);
  return { ...quote, rechecked };
}

/** Replaces the symbol of the paid amount by the asset's symbol, because the payer chose the asset by this symbol. */
const named = (summary: QuoteSummary, { symbol }: Asset): QuoteSummary => ({
  ...summary,
  pays: { ...summary.pays, symbol },
});

/** Marks a quote whose rate only the service knows, because the payer must then compare it. */
const rated = (summary: QuoteSummary, registry: Registry | undefined): QuoteSummary =>
  isServiceRate(registry, summary.pays, summary.receives) ? { ...summary, rateUnchecked: true } : summary;

/**
 * Requests and checks the attestation of a quote (G60). Returns `valid` at once if the session does not check
 * attestations, and `unavailable` if the code for the check could not be loaded.
 */
export async function attest(
  { client, options }: PaymentContext,
  quote: QuoteSummary,
  intent: PaymentIntent,
  signal: AbortSignal,
): Promise<AttestationResult> {
  if (attestationMode(options) === 'off') return 'valid';
  const code = await loadCheckAttestation().catch(() => null);
  if (!code) return 'unavailable';
  return code.checkAttestation(quote, intent, { client, solvers: pinnedSolvers(options.registry), signal });
}

/**
 * G60: returns the warning that the attestation causes, or null if there is none, or if `shown` contains it. An
 * attestation that does not arrive within 4 s counts as unavailable.
 * @throws HubPayError `quote-unsafe` if the attestation is invalid, or if the mode is `required` and no attestation is
 *   available; `service-down` if the code could not be loaded
 */
export async function unshownAttestation(
  { options, deps }: PaymentContext,
  read: (signal: AbortSignal) => Promise<AttestationResult>,
  shown: readonly GuardNote[],
  signal: AbortSignal,
): Promise<GuardNote | null> {
  const mode = attestationMode(options);
  if (mode === 'off') return null;
  const { unshownNotice } = await loadCheckAttestation();
  return unshownNotice((await within(ATTESTATION_MS, deps.clock, signal, read)) ?? 'unavailable', mode, shown);
}
