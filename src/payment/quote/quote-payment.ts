/** Requests a quote for a payment by wallet or to a deposit address, and runs all checks on the quote. */
import { HubPayError } from '../../errors.js';
import { within } from '../../shared/clock.js';
import type { Asset, GuardNote, PaymentIntent, QuoteSummary, TokenAmount } from '../../types.js';
import type { PaymentContext } from '../context/context.js';
import { attestationMode, checkAttestation, unshownNotice, type AttestationResult } from '../guard/attestation.js';
import { assertWithinCap, chainWarnings } from './chain-status.js';
import type { ChainList } from './chain-list.js';
import { callsOf } from './parse-intent.js';
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

/** Longest wait for an attestation, in milliseconds. After this time, the attestation counts as unavailable. */
const ATTESTATION_MS = 4_000;

/** Adds the merchant's calls, because an intent from the journal does not contain them. */
export const intentToQuote = ({ options }: PaymentContext, intent: PaymentIntent): PaymentIntent =>
  completeIntent({ ...intent, ...callsOf(options) });

/**
 * `rechecked` resolves when no newer listing is on its way. It rejects if the quote fails the checks against a newer
 * listing, or gets a new warning from it.
 */
export type ListedQuote = GuardedQuote & { rechecked: Promise<void> };

type QuoteParts = { asset?: Asset; receives?: TokenAmount | null; book?: QuoteBook; signal: AbortSignal };

/**
 * Requests and checks one quote. Adds warnings about its chains from the live listing, because a pinned registry can be
 * old. If the listing is old, loads it again at the same time, and checks the quote again when it arrives.
 * @param o.receives the token that the amount was parsed with
 * @param o.asset the asset that pays; its balance must cover the quote. Absent for a payment to a deposit address
 * @param o.book the quotes that were requested for the prices of the asset list. Absent: requests a new quote
 * @throws HubPayError `insufficient-funds`, `amount-too-high`, `quote-unsafe`, or the error of the request
 */
export async function quotePayment(
  { client, deps: { clock }, signal: life }: PaymentContext,
  chainList: ChainList,
  intent: PaymentIntent,
  { asset, receives, book, signal }: QuoteParts,
): Promise<ListedQuote> {
  const renewal = chainList.renew(life);
  const body = buildQuoteRequest(intent);
  const answer = (await book?.take(body, signal)) ?? (await requestQuote(body, { client, clock, signal }));
  const check = async (): Promise<GuardedQuote> => {
    const quote = await guardAnswer(answer, intent, chainList.registry());
    const summary = asset ? named(quote.summary, asset) : quote.summary;
    if (receives) assertParsed(receives, summary);
    if (asset) assertBalance(asset, summary);
    assertWithinCap(chainList.payable(summary.pays.chainId), summary);
    const warnings = [...summary.warnings, ...chainWarnings(chainList.chains(), summary)];
    return { ...quote, summary: Object.freeze({ ...summary, warnings }) };
  };
  const quote = await check().catch(async (error: unknown) => {
    // The old listing may have refused the quote.
    if (!(await renewal)) throw error;
    return check();
  });
  const { warnings } = quote.summary;
  const rechecked = renewal.then(async (isNew) => {
    if (!isNew) return;
    const { summary } = await check();
    const isShown = ({ rule, path }: GuardNote): boolean =>
      warnings.some((shown) => shown.rule === rule && shown.path === path);
    if (!summary.warnings.every(isShown)) throw new HubPayError('price-moved', 'The newer listing has a new warning.');
  });
  // The caller can leave before the recheck ends.
  rechecked.catch(() => undefined);
  return { ...quote, rechecked };
}

/** The payer chose the asset by this symbol, so the quote's symbol for an unpinned token is not shown. */
const named = (summary: QuoteSummary, { symbol }: Asset): QuoteSummary => ({
  ...summary,
  pays: { ...summary.pays, symbol },
});

/**
 * Requests the attestation of a quote (G60). Returns `valid` immediately if the merchant's options disable the check.
 */
export async function attest(
  { client, options }: PaymentContext,
  quote: QuoteSummary,
  intent: PaymentIntent,
  signal: AbortSignal,
): Promise<AttestationResult> {
  if (attestationMode(options) === 'off') return 'valid';
  return checkAttestation(quote, intent, { client, registry: options.registry, signal });
}

/**
 * G60: returns the attestation's warning if the payer has not seen it yet, otherwise null. If the attestation does not
 * arrive within 4 s, it counts as unavailable.
 * @throws HubPayError `quote-unsafe` if the attestation is invalid, or if it is unavailable and the mode is `required`
 */
export async function unshownAttestation(
  { options, deps }: PaymentContext,
  read: (signal: AbortSignal) => Promise<AttestationResult>,
  shown: readonly GuardNote[],
  signal: AbortSignal,
): Promise<GuardNote | null> {
  const mode = attestationMode(options);
  if (mode === 'off') return null;
  return unshownNotice((await within(ATTESTATION_MS, deps.clock, signal, read)) ?? 'unavailable', mode, shown);
}
