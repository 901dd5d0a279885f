/** Requests a quote, applies the guard to it, and converts it to a summary. */
import { needsV2 } from '../../api/requests/quote-body.js';
import type { QuoteBody } from '../../api/requests/types.js';
import type { HubClient } from '../../api/client.js';
import type { WireAmount, WireQuote } from '../../api/responses/types.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type {
  Asset,
  ErrorInfo,
  FeeName,
  GuardNote,
  KnownAmount,
  PaymentIntent,
  QuoteSummary,
  Registry,
  TokenAmount,
} from '../../types.js';
import { formatUnits, tokenAmount, usdMicros, usdText, withAmount } from '../../shared/amounts.js';
import { sameAddress } from '../../shared/chain.js';
import type { Clock } from '../../shared/time/clock.js';
import { asRecorded } from '../../vm/registry/known-amounts.js';
import { sponsoredOf } from '../model/fees.js';
import { acceptQuote, type AcceptedQuote } from '../guard/guard-quote.js';
import { GuardRefusal, rulesAndPaths } from '../guard/guard-refusal.js';
import type { GuardedQuote } from './plan-steps.js';

/**
 * Builds the body of `POST /quote/v2`. Leaves out `maxIn` and `minOut`, which only the guard uses. A quote from the
 * venue needs the second version of the protocol.
 */
export function buildQuoteRequest(intent: PaymentIntent): QuoteBody {
  const { maxIn: _in, minOut: _out, ...body } = intent;
  // The service client checks this body before sending the request.
  const version = needsV2(body.originChainId) && { protocolVersion: 'v2' };
  return { explicitDeposit: true, ...body, ...version } as QuoteBody;
}

/**
 * Fields of `POST /quote/v2` for a quote from an SVM chain. The service then limits the number of hops, and adds an
 * instruction with the compute unit limit. The merchant's `quoteOptions` can replace these fields.
 */
export const routeLimits = { includeComputeUnitLimit: true, maxRouteLength: 4 } as const;

/** Adds the fields that a quote needs: a missing `recipient` or `refundTo` becomes the payer's account. */
export function completeIntent(intent: PaymentIntent): PaymentIntent {
  const user = intent.user;
  return Object.freeze({
    ...intent,
    ...(user !== undefined && { recipient: intent.recipient ?? user, refundTo: intent.refundTo ?? user }),
  });
}

/** An unchecked response, and when it was requested, as Unix time in milliseconds. */
export type QuoteAnswer = { answer: unknown; quotedAt: number };

/** Requests a quote, and resolves with the unchecked response or rejects with the error of the request. */
export async function requestQuote(
  body: QuoteBody,
  { client, clock, signal }: { client: Pick<HubClient, 'quote'>; clock: Clock; signal: AbortSignal },
): Promise<QuoteAnswer> {
  const quotedAt = clock.now();
  return { quotedAt, answer: await client.quote(body, { signal }) };
}

/**
 * Applies the guard to a response and returns the checked quote.
 * @throws GuardRefusal if a rule blocks the quote
 * @throws HubPayError `service-down` if code of the guard could not be loaded
 */
export async function guardAnswer(
  { answer, quotedAt }: QuoteAnswer,
  intent: PaymentIntent,
  registry: Registry,
): Promise<GuardedQuote> {
  const accepted = await acceptQuote(answer, intent, registry);
  if (!accepted.ok) throw new GuardRefusal(accepted.blocks);
  const { quote, requestId, digest, depositAddress, warnings } = accepted;
  const summary = Object.freeze({ ...summaryOf(accepted, intent, registry), warnings });
  const requests = Object.freeze(accepted.requests);
  const { orderData } = quote.protocol?.v2 ?? {};
  const guardSteps: GuardedQuote['guardSteps'] = async (steps) => {
    // A quote can name its request in its steps alone, so add the id here. Other steps must not name another request.
    const other = await guardAnswer({ answer: { ...quote, requestId, steps }, quotedAt }, intent, registry);
    const isShown = ({ rule, path, amount }: GuardNote): boolean =>
      warnings.some((shown) => shown.rule === rule && shown.path === path && shown.amount === amount);
    const unshown = other.summary.warnings.filter((each) => !isShown(each));
    if (unshown.length === 0) return other.requests;
    throw new HubPayError('quote-unsafe', 'The steps have a warning that the payer has not seen.', {
      details: rulesAndPaths(unshown),
    });
  };
  const deposit = depositAddress !== undefined && { depositAddress, orderData };
  return { summary, requests, digest, quotedAt, guardSteps, ...deposit };
}

const feeNames: readonly FeeName[] = ['gas', 'huber', 'hubGas', 'hubService', 'app', 'subsidized'];

function summaryOf(
  { quote, requestId, feeLimit, price: { lost, topup, isSponsored } }: AcceptedQuote,
  intent: PaymentIntent,
  registry: Registry,
): Omit<QuoteSummary, 'warnings'> {
  const { details, fees, feeSponsorship } = quote;
  const amountOf = (wire: WireAmount): KnownAmount => {
    const chain = registry.chains.find(({ id }) => id === wire.currency.chainId);
    return asRecorded(chain, tokenAmount(wire));
  };
  const pays = amountOf(details.currencyIn);
  const origin = registry.chains.find(({ id }) => id === pays.chainId);
  const native = feeLimit !== undefined && origin?.currency;
  const exchangeLossUsd = exchangeLossOf(details, usdMicros(pays.amountUsd));
  const amounts = feeNames.flatMap((name): [FeeName, KnownAmount][] => {
    const fee: WireAmount | undefined = fees[name];
    return fee ? [[name, amountOf(fee)]] : [];
  });
  return {
    requestId,
    pays,
    receives: amountOf(details.currencyOut),
    recipient: intent.recipient ?? details.recipient,
    refundTo: intent.refundTo ?? '',
    fees: Object.fromEntries(amounts),
    sponsored: isSponsored ? sponsoredOf(feeSponsorship?.quoted, amountOf) : null,
    timeEstimate: details.timeEstimate ?? null,
    ...(native && {
      walletFeeLimit: withAmount({ ...native, chainId: pays.chainId, currency: native.address }, feeLimit),
    }),
    ...(topup && { topup: amountOf(topup) }),
    ...(lost !== null && lost > 0n && { lossUsd: usdText(lost) }),
    ...(exchangeLossUsd !== null && { exchangeLossUsd }),
  };
}

/**
 * Returns the exchange loss in USD. Returns null if there is none, if the loss or `paid` is unknown, or if the loss is
 * greater than `paid`.
 * @param paid the paid amount in millionths of a dollar, or null if it is unknown
 */
function exchangeLossOf({ expandedPriceImpact }: WireQuote['details'], paid: bigint | null): string | null {
  const [, text] = /^-(.+)$/.exec(expandedPriceImpact?.swap?.usd ?? '') ?? [];
  const loss = usdMicros(text);
  return loss !== null && paid !== null && loss > 0n && loss <= paid ? usdText(loss) : null;
}

const MOVED_PER_MILLE = 5n;

/**
 * Checks the decimals and, if it is known, the balance of the asset.
 * @throws HubPayError `insufficient-funds` if the balance does not cover the quote; `quote-unsafe` if the quote and the
 *   asset have different decimals
 */
export function assertBalance({ balance, decimals }: Asset, { pays }: QuoteSummary): void {
  if (decimals !== pays.decimals) throw otherDecimals('currencyIn');
  if (balance) assertCovers(BigInt(balance.amount), pays);
}

/**
 * Checks that the balance covers the amount.
 * @throws HubPayError `insufficient-funds`, with the missing amount
 */
export function assertCovers(held: bigint, { amount, decimals, symbol }: KnownAmount): void {
  const missing = BigInt(amount) - held;
  if (missing <= 0n) return;
  throw new HubPayError('insufficient-funds', 'The payer’s balance does not cover the payment.', {
    values: { token: symbol, missing: `${formatUnits(missing, decimals)} ${symbol}` },
  });
}

/**
 * Compares the quote's decimals with the token's decimals that were used to parse the amount.
 * @throws HubPayError `quote-unsafe` if the quote has other decimals for this token
 */
export function assertParsed({ chainId, currency, decimals }: TokenAmount, { pays, receives }: QuoteSummary): void {
  const isOther = (shown: KnownAmount): boolean =>
    shown.chainId === chainId && sameAddress(shown.currency, currency) && shown.decimals !== decimals;
  if (isOther(pays)) throw otherDecimals('currencyIn');
  if (isOther(receives)) throw otherDecimals('currencyOut');
}

const otherDecimals = (side: 'currencyIn' | 'currencyOut'): HubPayError =>
  new HubPayError('quote-unsafe', 'The quote and the asset differ in the number of decimals.', {
    details: `G03 details.${side}.currency.decimals`,
  });

/** If a quote costs over 50 per mille (5 %) more than the list of assets showed, the review shows a problem. */
const MOST_ABOVE_LIST = 50n;

/** Returns a `price-moved` error if the quote costs over 5 % more than the list of assets showed. */
export const dearerThanListed = ({ needed }: Asset, { pays }: QuoteSummary): ErrorInfo | undefined =>
  needed && isAbove(needed, pays, MOST_ABOVE_LIST) ? movedFrom(needed, pays) : undefined;

/** Returns a `price-moved` error if the new quote is over 0.5 % worse for the payer than the old quote. */
export function priceMoved(before: QuoteSummary, now: QuoteSummary): ErrorInfo | undefined {
  if (isAbove(before.pays, now.pays, MOVED_PER_MILLE)) return movedFrom(before.pays, now.pays);
  const worse = [(quote: QuoteSummary) => quote.receives, leastOf].find((of) => isBelow(of(before), of(now)));
  return worse && movedFrom(worse(before), worse(now));
}

/** Returns the minimum amount that the quote delivers. */
const leastOf = ({ receives }: QuoteSummary): KnownAmount =>
  withAmount(receives, receives.minimumAmount ?? receives.amount);

const isAbove = (old: KnownAmount, now: KnownAmount, perMille: bigint): boolean =>
  (BigInt(now.amount) - BigInt(old.amount)) * 1000n > BigInt(old.amount) * perMille;

const isBelow = (old: KnownAmount, now: KnownAmount): boolean =>
  (BigInt(old.amount) - BigInt(now.amount)) * 1000n > BigInt(old.amount) * MOVED_PER_MILLE;

function movedFrom(old: KnownAmount, now: KnownAmount): ErrorInfo {
  const text = ({ amountFormatted, symbol }: KnownAmount): string => `${amountFormatted} ${symbol}`;
  return errorInfo(
    new HubPayError('price-moved', 'The price is now worse for the payer.', {
      values: { new: text(now), old: text(old) },
    }),
  );
}
