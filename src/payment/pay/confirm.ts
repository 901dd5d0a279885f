/** Handles a press on the pay button: emits `hub-confirm`, runs the last checks, and begins the payment. */
import { within } from '../../shared/time/clock.js';
import { loaded } from '../../shared/load-code.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { ErrorInfo } from '../../errors.js';
import type { Account, ChainRecord, GuardNote, QuoteSummary } from '../../types.js';
import type { VmAdapter } from '../../vm/family/adapter.js';
import type { Wallet } from '../../wallets/wallet.js';
import { beginPayment, type NewPayment } from './begin-payment.js';
import { checkFunds } from './check-funds.js';
import { executePlan } from './execute-plan.js';
import type { CheckedNonce } from './execution.js';
import type { PaymentContext } from '../context/context.js';
import { recheckEarlier } from '../track/search/recheck-earlier.js';
import type * as TellMerchant from './tell-merchant.js';
import type { GuardedQuotes, PayableQuote } from '../quote/guarded-quotes.js';
import { isFeeWarning } from '../model/fee-warning.js';
import type { PaymentPlan } from '../quote/plan-steps.js';
import { isFresh, planSteps } from '../quote/plan-steps.js';
import { unshownAttestation } from '../quote/quote-payment.js';
import { logWarning } from '../../shared/log-warning.js';

export { preloadExecution } from './execute-plan.js';

export { checkFunds } from './check-funds.js';

export type Confirmation = NewPayment & {
  /** The quote that the screen showed when the payer pressed the button. */
  quote: PayableQuote;
  /** Contains the newest quote that can be paid, which can be newer than `quote`. */
  quotes: GuardedQuotes;
  account: Account;
  wallet: Wallet;
  adapter: VmAdapter;
  chain: ChainRecord;
  /** True if the browser showed a press when the payer pressed the button. */
  pressed?: boolean;
  /** The warnings that the screen showed when the payer pressed the button. */
  shownWarnings: readonly GuardNote[];
};

/**
 * Runs the last checks and the wallet steps. Resolves when these steps are over, or earlier if the payer leaves, or if
 * the page or a check stops the payment. Never rejects, but shows an error in the review, unless the payer has left it.
 */
export async function confirmPayment(confirmation: Confirmation): Promise<void> {
  const { context, quote, signal, shownWarnings } = confirmation;
  const { clock } = context.deps;
  const refuse = (problem?: ErrorInfo): void => {
    if (!signal.aborted) context.dispatch({ type: 'confirm-vetoed', ...(problem && { problem }) });
  };
  try {
    const plan = planSteps(quote);
    // Read the balances while the page's `hub-confirm` listeners decide, although the balances are not needed if a
    // listener refuses the payment.
    const asked = clock.now();
    const funds = checkFunds(confirmation);
    funds.catch(() => undefined);
    if (!(await askPage(context, quote.summary, signal))) {
      refuse();
      return;
    }
    signal.throwIfAborted();
    const rechecked = within(CHECK_MS, clock, signal, () => quote.rechecked);
    const isOld = clock.now() - asked > FUNDS_MS;
    const checks = [recheckEarlier(context, signal), rechecked];
    const attestation = unshownAttestation(context, () => quote.attestation, shownWarnings, signal);
    const nonce = readNonce(confirmation, plan);
    const lack = isOld ? checkFunds(confirmation) : funds;
    const [warning, feeNote, checkedNonce] = await Promise.all([attestation, lack, nonce, ...checks]);
    signal.throwIfAborted();
    const { requestId } = quote.summary;
    const isLackNew = feeNote !== null && !shownWarnings.some(isFeeWarning);
    if (warning || isLackNew) {
      // The review shows the new warnings, and the payer can press the pay button again.
      if (isLackNew) context.dispatch({ type: 'fee-warned', requestId, warning: feeNote });
      refuse();
      if (warning) context.dispatch({ type: 'quote-attested', requestId, warning });
      return;
    }
    if (!isStillCurrent(confirmation)) {
      refuse();
      context.dispatch({ type: 'quote-aged' });
      return;
    }
    await payUnderLock(confirmation, plan, checkedNonce);
  } catch (error) {
    refuse(errorInfo(error));
  }
}

/** True if the current quote has the digest of the confirmed quote, and the confirmed quote is at most 30 s old. */
const isStillCurrent = ({ context, quote, quotes }: Confirmation): boolean =>
  quotes.current?.digest === quote.digest && isFresh(quote, context.deps.clock.now());

/**
 * Emits `hub-confirm`, and returns false if a listener calls `preventDefault()`, if a promise of `waitUntil()` rejects,
 * or if a listener gives `waitUntil()` no promise, such as a function. Also returns false if a listener throws, none
 * has called `waitUntil()`, and there is no `confirmUrl`. Otherwise asks the merchant's server at `confirmUrl`, if this
 * URL is set and the signal has not aborted, and returns true.
 * @throws HubPayError `service-refused` or `service-down` if the merchant's server does not agree, or if the code for
 *   this could not be loaded; after an abort, the signal's reason
 */
export async function askPage(context: PaymentContext, quote: QuoteSummary, signal: AbortSignal): Promise<boolean> {
  const waits: Promise<unknown>[] = [];
  const event = { isOpen: true, isPrevented: false };
  const hasThrown = context.emit('hub-confirm', {
    quote,
    waitUntil(promise: Promise<unknown>) {
      // The payment does not wait for a promise that comes after the event, so this error shows the merchant the
      // mistake during development.
      if (!event.isOpen) throw new HubPayError('config', 'waitUntil() came after the event; call it before any await');
      // A value that is no promise stops the payment, because the page has probably stored nothing.
      const { then } = Object(promise) as Partial<typeof promise>;
      waits.push(then ? promise : Promise.reject(new TypeError(`no promise but ${typeof promise}`)));
    },
    preventDefault() {
      if (event.isOpen) event.isPrevented = true;
    },
  });
  event.isOpen = false;
  // The listener that has thrown can be the one that stores the request id, if no other listener has.
  if (hasThrown && waits.length === 0 && !event.isPrevented && context.options.confirmUrl === undefined)
    waits.push(Promise.reject(new TypeError('a listener of hub-confirm threw, and none called waitUntil()')));
  const results = await Promise.allSettled(waits);
  const refusal = results.find((result) => result.status === 'rejected');
  if (refusal) logWarning('<hub-pay> waitUntil() stopped the payment:', refusal.reason);
  if (event.isPrevented || refusal) return false;
  if (context.options.confirmUrl !== undefined && !signal.aborted)
    await (await loadTellMerchant()).tellMerchant(context, quote.requestId, signal);
  return true;
}

const loadTellMerchant = (): Promise<typeof TellMerchant> => loaded(import('./tell-merchant.js'), 'asks the shop');

/** Longest wait for the nonce and for a newer list of chains, in milliseconds. */
const CHECK_MS = 4_000;

/**
 * If the page's `hub-confirm` listeners and the merchant's server take longer than this many milliseconds, the balances
 * are read again.
 */
const FUNDS_MS = 2_000;

/**
 * Reads the nonce for the first wallet prompt. Returns null if this prompt is not for a transaction with a nonce, or if
 * the chain does not answer within 4 s.
 */
async function readNonce(
  { context, adapter, chain, signal }: Confirmation,
  { steps: [{ request }] }: PaymentPlan,
): Promise<CheckedNonce | null> {
  const { fetch, clock } = context.deps;
  const { transactions } = adapter;
  if (request.kind !== 'transaction' || !transactions) return null;
  const nonce = await within(CHECK_MS, clock, signal, (end) =>
    transactions.nextNonce(request.from, { chain, fetch, clock, signal: end }),
  );
  return nonce === null ? null : { nonce, at: clock.now() };
}

async function payUnderLock(
  confirmation: Confirmation,
  plan: PaymentPlan,
  checkedNonce: CheckedNonce | null,
): Promise<void> {
  const { context, quote, wallet, adapter, chain, pressed, shownWarnings: warnings } = confirmation;
  // If the wallet refuses, the review shows these warnings again.
  const shown = { ...quote, summary: Object.freeze({ ...quote.summary, warnings: [...warnings] }) };
  await beginPayment({ ...confirmation, quote: shown }, async (entry) => {
    context.dispatch({ type: 'authorized', payment: entry.payment, steps: plan.steps.map(({ ref }) => ref) });
    const left = new AbortController();
    const { signal } = left;
    const run = { context, plan, entry, wallet, adapter, chain, signal, checkedNonce };
    const execution = executePlan({ ...run, ...(pressed !== undefined && { pressed }) });
    // Release the lock when the payment leaves the state `authorizing`, because some wallets never answer. If the
    // wallet sends the transaction later, its hash is still written to the journal.
    await Promise.race([execution, context.until((state) => state.name !== 'authorizing')]);
    left.abort(new Error('no longer authorizing'));
  });
}
