/** Asks the service for a quote, has it guarded, and says it in the payment's own terms. */
import type { QuoteBody } from '../../api/requests/types.js';
import type { HubClient } from '../../api/client.js';
import { parseQuote } from '../../api/responses/parse.js';
import type { WireAmount, WireQuote } from '../../api/responses/types.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { Asset, ErrorInfo, FeeName, PaymentIntent, QuoteSummary, Registry, TokenAmount } from '../../types.js';
import { formatUnits, tokenAmount, usdMicros, usdText } from '../../shared/amounts.js';
import type { Clock } from '../../shared/clock.js';
import { pinnedCurrency } from '../../vm/registry.js';
import { sponsoredOf } from './fees.js';
import { guardQuote } from '../guard/guard-quote.js';
import { requestIds } from '../guard/quote-rules.js';
import type { GuardedQuote } from './plan-steps.js';

/**
 * The quote body (service.md "Quote request body"): everything that has a default at the service is said all the same.
 */
export function buildQuoteRequest(intent: PaymentIntent): QuoteBody {
  const { maxIn: _in, minOut: _out, ...body } = intent;
  // What is missing or wrong in it is told by the client, which checks every body.
  return { explicitDeposit: true, ...body } as QuoteBody;
}

/**
 * The intent with everything a quote needs: what the merchant left out is the payer's own account, always said
 * explicitly.
 */
export function completeIntent(intent: PaymentIntent): PaymentIntent {
  const user = intent.user;
  return Object.freeze({
    ...intent,
    ...(user !== undefined && { recipient: intent.recipient ?? user, refundTo: intent.refundTo ?? user }),
  });
}

/**
 * @throws HubPayError `quote-unsafe` with the rules that blocked in `details`, or what the service and the transport
 * say
 */
export async function requestQuote(
  intent: PaymentIntent,
  o: { client: Pick<HubClient, 'quote'>; registry: Registry; clock: Clock; signal: AbortSignal },
): Promise<GuardedQuote> {
  const quotedAt = o.clock.now();
  const answer = await o.client.quote(buildQuoteRequest(intent), { signal: o.signal });
  const verdict = await guardQuote(answer, intent, o.registry);
  const parsed = parseQuote(answer);
  if (!verdict.ok || !parsed.ok) {
    const notes = verdict.ok ? [] : verdict.blocks;
    throw new HubPayError(
      'quote-unsafe',
      `The guard refused the quote: ${notes.map(({ path, message }) => `${path} ${message}`).join('; ')}`,
      {
        details: notes.map(({ rule, path }) => `${rule} ${path}`).join('\n'),
      },
    );
  }
  const summary = Object.freeze({ ...summaryOf(parsed.value, intent, o.registry), warnings: verdict.warnings });
  const requests = Object.freeze(verdict.requests.map((request) => Object.freeze(request)));
  const { digest, depositAddress } = verdict;
  const { orderData } = parsed.value.protocol?.v2 ?? {};
  return { summary, requests, digest, quotedAt, ...(depositAddress !== undefined && { depositAddress, orderData }) };
}

/** The guard has found every id of the quote to be the same, so whichever there is will do. */
function requestIdOf(quote: WireQuote): string {
  const [first] = requestIds(quote);
  if (!first) throw new HubPayError('quote-unsafe', 'The quote has no request id.', { details: 'G02 requestId' });
  return first.id;
}

const feeNames: readonly FeeName[] = ['gas', 'huber', 'hubGas', 'hubService', 'app', 'subsidized'];

function summaryOf(wire: WireQuote, intent: PaymentIntent, registry: Registry): Omit<QuoteSummary, 'warnings'> {
  const { details, fees, feeSponsorship } = wire;
  const { currencyGasTopup: topup } = details;
  const lost = exchangeLossOf(details);
  const amounts = feeNames.flatMap((name): [FeeName, ReturnType<typeof tokenAmount>][] => {
    const fee: WireAmount | undefined = fees[name];
    return fee ? [[name, tokenAmount(fee)]] : [];
  });
  return {
    requestId: requestIdOf(wire),
    pays: pinnedAmount(details.currencyIn, registry),
    receives: pinnedAmount(details.currencyOut, registry),
    recipient: intent.recipient ?? details.recipient,
    refundTo: intent.refundTo ?? '',
    fees: Object.fromEntries(amounts),
    sponsored: sponsoredOf(feeSponsorship?.quoted),
    timeEstimate: details.timeEstimate ?? null,
    ...(topup && BigInt(topup.amount) > 0n && { topup: pinnedAmount(topup, registry) }),
    ...(lost !== null && { exchangeLossUsd: lost }),
  };
}

/** A loss that is told as more than what is paid is a slip of the service's, and not shown. */
function exchangeLossOf({ expandedPriceImpact, currencyIn }: WireQuote['details']): string | null {
  const [, loss] = /^-(.+)$/.exec(expandedPriceImpact?.swap?.usd ?? '') ?? [];
  const [lost, paid] = [usdMicros(loss), usdMicros(currencyIn.amountUsd)];
  return lost !== null && paid !== null && lost > 0n && lost <= paid ? usdText(lost) : null;
}

/** What a token is called is the registry's word: a quote could call a dear token by a cheap one's name. */
function pinnedAmount(wire: WireAmount, { chains }: Registry): TokenAmount {
  const { chainId, address } = wire.currency;
  const chain = chains.find(({ id }) => id === chainId);
  const symbol = chain && pinnedCurrency(chain, address)?.symbol;
  return { ...tokenAmount(wire), ...(symbol !== undefined && { symbol }) };
}

const MOVED_PER_MILLE = 5n;

/**
 * @throws HubPayError `insufficient-funds` where the balance that was read does not cover what the quote takes;
 * `quote-unsafe` where it counts in other units than the token does: its amounts would read as others
 */
export function assertBalance({ balance, decimals }: Asset, { pays }: QuoteSummary): void {
  if (decimals !== pays.decimals) {
    throw new HubPayError('quote-unsafe', `The token has ${decimals} decimal places, and not ${pays.decimals}.`, {
      details: 'G03 details.currencyIn.currency.decimals',
    });
  }
  if (balance) assertCovers(BigInt(balance.amount), pays);
}

/** @throws HubPayError `insufficient-funds`, with what is missing */
export function assertCovers(held: bigint, { amount, decimals, symbol }: TokenAmount): void {
  const missing = BigInt(amount) - held;
  if (missing <= 0n) return;
  throw new HubPayError('insufficient-funds', 'The balance does not cover the payment.', {
    values: { token: symbol, missing: `${formatUnits(missing, decimals)} ${symbol}` },
  });
}

/** A quote that is worse for the payer by more than 0.5 % than the one before is said to be. */
export function priceMoved(before: QuoteSummary, now: QuoteSummary): ErrorInfo | undefined {
  const dearer =
    (BigInt(now.pays.amount) - BigInt(before.pays.amount)) * 1000n > BigInt(before.pays.amount) * MOVED_PER_MILLE;
  const less =
    (BigInt(before.receives.amount) - BigInt(now.receives.amount)) * 1000n >
    BigInt(before.receives.amount) * MOVED_PER_MILLE;
  if (!dearer && !less) return undefined;
  const text = ({ pays, receives }: QuoteSummary): string => {
    const shown = dearer ? pays : receives;
    return `${shown.amountFormatted} ${shown.symbol}`;
  };
  return errorInfo(
    new HubPayError('price-moved', 'The price moved against the payer.', {
      values: { new: text(now), old: text(before) },
    }),
  );
}
