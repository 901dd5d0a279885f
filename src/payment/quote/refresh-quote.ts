/** Requests and checks the quote on the screen, and refreshes it while the page is visible. */
import { createSleeper, isPassing } from '../../shared/time/backoff.js';
import { sleep } from '../../shared/time/clock.js';
import { errorInfo, type HubPayError } from '../../errors.js';
import type { PaymentIntent } from '../../types.js';
import { attestationMode } from '../guard/attestation.js';
import type { PaymentContext } from '../context/context.js';
import { accountId, accountKind } from '../context/readers.js';
import type { AccountKind } from '../../vm/family/abilities.js';
import { familyOf } from '../../vm/families.js';
import { accountWarnings } from './account-warnings.js';
import type { ChainList } from './chain-list.js';
import type { GuardedQuotes, PayableQuote } from './guarded-quotes.js';
import type { QuoteBook } from './quote-book.js';
import { isFresh, QUOTE_TTL_MS } from './plan-steps.js';
import { attest, intentToQuote, quotePayment } from './quote-payment.js';
import { dearerThanListed, priceMoved } from './request-quote.js';
import { isUnguardablePermit } from '../guard/unguardable-permit.js';
import { GuardRefusal } from '../guard/guard-refusal.js';
import { loaded } from '../../shared/load-code.js';
import type * as RouteLadder from './route-ladder.js';
import type { StateOf } from '../model/state.js';

/**
 * Age of a quote, in milliseconds, at which the next one is requested. This is shortly before the quote is too old to
 * be paid.
 */
const REFRESH_MS = QUOTE_TTL_MS - 5_000;
const RETRY_MS = 3_000;
const OFFLINE_RETRY_MS = 15_000;
const RENEWALS = 5;

export interface QuoteRefresher {
  /**
   * Requests a quote. If an older quote is on the screen, repeats the request after a temporary error: at most four
   * times, but without a limit while the browser is offline. `signal` aborts when the payment leaves the state
   * `quoting`.
   */
  ask(state: StateOf<'quoting'>, signal: AbortSignal): Promise<void>;
  /**
   * Waits until the current quote is 25 s old, and then replaces it if the page is visible. Does not wait for a quote
   * that is too old to be paid, or without a current quote.
   */
  refreshLater(signal: AbortSignal): Promise<void>;
}

export function createQuoteRefresher(
  context: PaymentContext,
  chainList: ChainList,
  quotes: GuardedQuotes,
  book: QuoteBook,
): QuoteRefresher {
  const { clock } = context.deps;
  const mode = attestationMode(context.options);
  let known: { account: string; kind: AccountKind } | null = null;

  /** Shows the result of the attestation check in the review. */
  const showAttestation = async (quote: PayableQuote): Promise<void> => {
    if (mode === 'off') return;
    const code = await loaded(import('../guard/check-attestation.js'), 'checks attestations');
    const notice = code.attestationNotice(await quote.attestation, mode);
    if (notice && quotes.current === quote) {
      context.dispatch({ type: 'quote-attested', requestId: quote.summary.requestId, ...notice });
    }
  };

  /** Requests one quote, stores it for the pay button, and shows it. */
  const showQuote = async (
    { asset, quote: before, selection: { receives } }: StateOf<'quoting'>,
    intent: PaymentIntent,
    kind: Promise<AccountKind | null>,
    isDelayed: boolean,
    signal: AbortSignal,
  ): Promise<void> => {
    const family = familyOf(chainList.payable(asset.chainId)?.vmType ?? '');
    const request = family?.limitsSize ? (await loadLadder()).quoteThatFits : quotePayment;
    const guarded = await request(context, chainList, intent, { asset, receives, book, signal });
    const warnings = [...guarded.summary.warnings, ...accountWarnings(await kind, intent)];
    if (signal.aborted) return;
    const quote = Object.freeze({ ...guarded.summary, warnings });
    // Start the attestation check before the events, because a listener can confirm immediately.
    const payable = { ...guarded, summary: quote, attestation: attest(context, quote, intent, context.signal) };
    quotes.set(payable);
    showAttestation(payable).catch(() => undefined);
    // If the quote fails the checks against a newer chains listing, request another one. If the service or the guard
    // refuses that one too, its error shows the payer the reason.
    guarded.rechecked.catch(() => {
      if (quotes.current !== payable) return;
      quotes.clear();
      context.dispatch({ type: 'quote-aged' });
    });
    const moved = before ? priceMoved(before, quote) : dearerThanListed(asset, quote);
    const problem = moved ?? (isDelayed ? null : undefined);
    context.dispatch({
      type: 'quote-guarded',
      intent: guarded.intent ?? intent,
      quote,
      ...(problem !== undefined && { problem }),
    });
    context.emit('hub-quote', { quote });
  };

  /**
   * Reads whether a key, delegated code or a contract controls the payer's account, or returns null if this is unknown.
   * For a renewed quote without `usePermit`, returns the last known result for this account, because it seldom changes.
   */
  const readKind = async (
    intent: PaymentIntent,
    isRenewal: boolean,
    signal: AbortSignal,
  ): Promise<AccountKind | null> => {
    const account = accountId(intent);
    if (isRenewal && !intent['usePermit'] && known?.account === account) return known.kind;
    const kind = await accountKind(context, intent, signal);
    known = kind && { account, kind };
    return kind;
  };

  return {
    async ask(state, signal) {
      quotes.clear();
      const complete = intentToQuote(context, state.intent);
      const kind = readKind(complete, state.quote !== undefined, signal);
      // Use no permit for an account whose wallet could not sign one, or for one with code, because some tokens reject
      // the signature of an account with code.
      const isUnable = context.accountsWithoutPermits.has(accountId(complete));
      let intent = complete['usePermit'] && (isUnable || hasCode(await kind)) ? withoutUsePermit(complete) : complete;
      let isDelayed = false;
      const sleeper = createSleeper(clock, signal);
      const stopWaking = context.onWake(() => {
        sleeper.wake();
      });
      signal.addEventListener('abort', stopWaking);
      for (let attempt = 1; ; attempt += 1) {
        try {
          await chainList.load(signal);
          await showQuote(state, intent, kind, isDelayed, signal);
          return;
        } catch (error) {
          if (signal.aborted) return;
          const problem = errorInfo(error);
          // Nothing was signed, so ask once for a payment by transaction.
          if (intent['usePermit'] && error instanceof GuardRefusal && isUnguardablePermit(error.blocks)) {
            intent = withoutUsePermit(intent);
            continue;
          }
          const isOffline = problem.code === 'offline';
          if (!state.quote || !isPassing(problem.code) || (attempt >= RENEWALS && !isOffline)) {
            context.dispatch({ type: 'quote-refused', problem });
            return;
          }
          // Until the next attempt, the numbers of the old quote stay on the screen.
          const { retryAfter } = error as Partial<HubPayError>;
          if (isOffline || retryAfter !== undefined) {
            isDelayed = true;
            context.dispatch({ type: 'quote-delayed', problem });
          }
          if (isOffline) await sleeper.sleep(OFFLINE_RETRY_MS);
          else await sleep(retryAfter === undefined ? RETRY_MS : retryAfter * 1000, clock, signal);
        }
      }
    },
    async refreshLater(signal) {
      const { current } = quotes;
      const isStale = current !== null && !isFresh(current, clock.now());
      const age = current ? clock.now() - current.quotedAt : REFRESH_MS;
      // Replace a stale quote at once, so that the payer cannot confirm it.
      if (!isStale) await sleep(Math.max(REFRESH_MS - age, 0), clock, signal);
      if (!signal.aborted && context.visible()) context.dispatch({ type: 'quote-aged' });
    },
  };
}

const loadLadder = (): Promise<typeof RouteLadder> => loaded(import('./route-ladder.js'), 'chooses a route');

const hasCode = (kind: AccountKind | null): boolean => kind === 'delegated' || kind === 'contract';

const withoutUsePermit = ({ usePermit: _, ...intent }: PaymentIntent): PaymentIntent => Object.freeze(intent);
