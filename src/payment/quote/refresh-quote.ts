/** Requests and guards the quote on the screen, and refreshes it while the page is visible. */
import { sleep } from '../../shared/clock.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { PaymentIntent } from '../../types.js';
import { checkAttestation, attestationMode, attestationNotice, type AttestationResult } from '../guard/attestation.js';
import type { PaymentContext } from '../context/context.js';
import { isContract } from '../context/readers.js';
import { assertWithinCap, chainWarnings } from './chain-status.js';
import { callsOf } from './parse-intent.js';
import type { ChainList } from './chain-list.js';
import type { GuardedQuote } from './plan-steps.js';
import { isFresh, QUOTE_TTL_MS } from './plan-steps.js';
import { assertBalance, completeIntent, priceMoved, requestQuote } from './request-quote.js';
import type { QuoteSummary } from '../../types.js';
import type { StateOf } from '../model/state.js';

/** Age of a quote at which the next one is requested, in milliseconds: the old one can still be confirmed then. */
const REFRESH_MS = QUOTE_TTL_MS - 5_000;
const RETRY_MS = 3_000;
const RENEWALS = 5;

export interface QuoteRefresher {
  /** The quote on the screen; null while no quote may be paid. */
  readonly guarded: GuardedQuote | null;
  /** Result of the attestation check for that quote, requested once when the quote is shown. */
  attested(): Promise<AttestationResult>;
  /** Requests until a quote arrives or is refused. `signal` ends with the state. */
  ask(state: StateOf<'quoting'>, signal: AbortSignal): Promise<void>;
  /** Requests a new quote before this one is stale, if the page is visible. */
  refreshLater(signal: AbortSignal): Promise<void>;
  /** A used quote is not confirmed again: a payer who comes back gets a new one. */
  forget(): void;
}

export function createQuoteRefresher(context: PaymentContext, chainList: ChainList): QuoteRefresher {
  const { clock } = context.deps;
  const mode = attestationMode(context.options);
  let guarded: GuardedQuote | null = null;
  let attested: Promise<AttestationResult> = Promise.resolve('unavailable');

  /** Shows the attestation result immediately, during the review; the press checks it again. */
  const checkQuoteAttestation = async (quote: GuardedQuote, intent: PaymentIntent): Promise<void> => {
    const { client, options, signal } = context;
    attested = checkAttestation(quote.summary, intent, { client, registry: options.registry, signal });
    const doubt = attestationNotice(await attested, mode);
    if (doubt && guarded === quote) {
      context.dispatch({ type: 'quote-attested', requestId: quote.summary.requestId, ...doubt });
    }
  };

  return {
    get guarded() {
      return guarded;
    },
    attested: () => attested,
    async ask(state, signal) {
      guarded = null;
      const whole = completeIntent({ ...state.intent, ...callsOf(context.options) });
      const intent = whole['usePermit'] ? await withoutPermit(context, whole, signal) : whole;
      for (let tried = 1; ; tried += 1) {
        try {
          await chainList.load(signal);
          const next = await requestQuote(intent, {
            client: context.client,
            registry: chainList.registry(),
            clock,
            signal,
          });
          if (signal.aborted) return;
          const quote = withIncidents(next.summary, chainList);
          assertBalance(state.asset, quote);
          assertWithinCap(chainList.payable(state.asset.chainId), quote);
          guarded = { ...next, summary: quote };
          const problem = state.quote && priceMoved(state.quote, quote);
          // Start before the events: a listener may confirm immediately.
          if (mode !== 'off') void checkQuoteAttestation(guarded, intent);
          context.dispatch({ type: 'quote-guarded', intent, quote, ...(problem && { problem }) });
          context.emit('hub-quote', { quote });
          return;
        } catch (error) {
          if (signal.aborted) return;
          const problem = errorInfo(error);
          const passing =
            problem.code === 'service-down' || problem.code === 'rate-limited' || problem.code === 'offline';
          if (!state.quote || !passing || tried >= RENEWALS) {
            context.dispatch({ type: 'quote-refused', problem });
            return;
          }
          // The old numbers stay on the screen, dimmed, while the service gives no new ones.
          const asked =
            error instanceof HubPayError && error.retryAfter !== undefined ? error.retryAfter * 1000 : RETRY_MS;
          await sleep(asked, clock, signal);
        }
      }
    },
    async refreshLater(signal) {
      const isStale = guarded !== null && !isFresh(guarded, clock.now());
      const age = guarded ? clock.now() - guarded.quotedAt : REFRESH_MS;
      // Do not wait with a stale quote: it could be confirmed in the meantime.
      if (!isStale) await sleep(Math.max(REFRESH_MS - age, 0), clock, signal);
      if (!signal.aborted && context.visible()) context.dispatch({ type: 'quote-aged' });
    },
    forget() {
      guarded = null;
    },
  };
}

/** Few tokens accept the signature of a contract account: such a payer pays by transactions. */
async function withoutPermit(
  context: PaymentContext,
  intent: PaymentIntent,
  signal: AbortSignal,
): Promise<PaymentIntent> {
  return (await isContract(context, intent, signal)) ? without(intent) : intent;
}

const without = ({ usePermit: _, ...intent }: PaymentIntent): PaymentIntent => Object.freeze(intent);

/** Adds chain warnings by the live listing: a pinned registry is out of date for these. */
const withIncidents = (quote: QuoteSummary, chainList: ChainList): QuoteSummary =>
  Object.freeze({ ...quote, warnings: [...quote.warnings, ...chainWarnings(chainList.chains(), quote)] });
