/** The state machine: a pure function of a state and an event. Returns the same state if the event does not fit it. */
import { isKnown } from '../../shared/amounts.js';
import { connected, disconnected } from './accounts.js';
import { pickDestination } from './destination.js';
import {
  acceptPriceImpact,
  goBack,
  emptySelection,
  pickAsset,
  quoting,
  delayed,
  refused,
  renewing,
  reviewAgain,
  openSelection,
  selecting,
  sendToAddress,
  typed,
} from './selection.js';
import { isBusy, isCommitted, isRunning, isShowing, withoutProblem } from './state.js';
import type { PaymentEvent, PaymentState } from './state.js';
import { isFeeWarning, withFeeWarning } from './fee-warning.js';
import {
  answeredLate,
  canStillEnd,
  otherOf,
  processing,
  update,
  withLinks,
  withOther,
  withoutUnanswered,
} from './committed.js';
import type { ErrorInfo } from '../../errors.js';
import type { GuardNote, QuoteSummary } from '../../types.js';

export const idle: PaymentState = { name: 'idle' };

export function transition(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'opened':
      return state.name === 'idle' ? { name: 'selecting', ...emptySelection } : state;

    case 'closed':
    case 'intent-changed':
      if (isRunning(state)) return state;
      if (event.type === 'closed' && isCommitted(state)) return state;
      return state.name === 'idle' && !state.problem && !state.unfinished ? state : idle;

    case 'unavailable':
      return state.name === 'idle' || state.name === 'selecting' ? { name: 'idle', problem: event.problem } : state;

    case 'intent-parsed':
      return openSelection(state, ({ accounts, intent }) => ({
        intent: { ...intent, ...event.intent },
        receives: event.receives,
        payerFields: event.open,
        destinations: event.destinations,
        ...(event.payee !== undefined && { payee: event.payee }),
        asset: event.asset,
        loading: accounts.length > 0 ? 'assets' : null,
      }));

    case 'wallets-found':
      // After a reload, the page learns the name and the app of the wallet that was asked only from this event.
      return state.name === 'processing' && state.wallet !== undefined
        ? { ...state, selection: { ...(state.selection ?? emptySelection), wallets: event.wallets } }
        : openSelection(state, () => ({ wallets: event.wallets }));

    case 'connecting':
      return openSelection(
        state,
        () => ({ connecting: event.wallet, code: event.code ?? null, stalled: event.stalled ?? false }),
        null,
      );

    case 'connect-failed':
      return openSelection(state, () => ({ connecting: null }), event.problem);

    case 'connected':
      return connected(state, event.account);

    case 'disconnected':
    case 'wallet-dropped':
      return disconnected(state, event.vmType);

    case 'assets-loaded':
      return openSelection(state, ({ loading }) => ({ assets: event.assets, loading: event.done ? null : loading }));

    case 'assets-failed':
      return openSelection(state, () => ({ assets: [], loading: null }), event.problem);

    case 'amount-typed':
      return typed(state, 'amount', event.amount);

    case 'recipient-typed':
      return typed(state, 'recipient', event.recipient, event.wrong);

    case 'refund-to-typed':
      return typed(state, 'refundTo', event.refundTo, event.wrong);

    case 'deposit-address-picked':
      if (state.name !== 'selecting' || !state.receives || state.accounts.length > 0 || state.depositAddressFields)
        return state;
      return openSelection(state, sendToAddress, null);

    case 'asset-picked':
      return state.name === 'selecting' ? pickAsset(state, event) : state;

    case 'destination-picked':
      return state.name === 'selecting' && state.destinations ? pickDestination(state, event) : state;

    case 'loss-accepted':
      return acceptPriceImpact(state, event.refusal);

    case 'quote-asked':
      return state.name === 'selecting' ? quoting(state, state) : state;

    case 'quote-guarded': {
      if (state.name !== 'quoting' || !state.account) return state;
      const problem = event.problem === undefined ? state.problem : event.problem;
      return {
        name: 'reviewing',
        intent: event.intent,
        account: state.account,
        asset: state.asset,
        quote: withKeptWarning(event.quote, state.quote),
        selection: state.selection,
        confirming: false,
        ...(problem && { problem }),
      };
    }

    case 'quote-refused':
      return state.name === 'quoting' ? refused(state, event.problem) : state;

    case 'quote-delayed':
      return state.name === 'quoting' ? delayed(state, event.problem) : state;

    case 'quote-attested':
      return applyAttestation(state, event);

    case 'fee-warned': {
      if (state.name !== 'reviewing' || state.quote.requestId !== event.requestId) return state;
      const quote = withFeeWarning(state.quote, event.warning);
      return quote === state.quote ? state : { ...state, quote };
    }

    case 'quote-aged':
      return state.name === 'reviewing' && !state.confirming ? renewing(state) : state;

    case 'back':
      return goBack(state);

    case 'confirmed': {
      if (state.name !== 'reviewing' || state.confirming) return state;
      return { ...withoutProblem(state), confirming: true };
    }

    case 'confirm-vetoed':
      if (state.name === 'quoting' && !state.account)
        return selecting({ ...state.selection, asset: null }, event.problem);
      if (state.name !== 'reviewing' || !state.confirming) return state;
      return { ...state, confirming: false, ...(event.problem && { problem: event.problem }) };

    case 'authorized': {
      const [step] = event.steps;
      if (state.name !== 'reviewing' || !state.confirming || !step) return state;
      return {
        name: 'authorizing',
        payment: event.payment,
        steps: event.steps,
        step,
        phase: 'preparing',
        stalled: false,
        selection: state.selection,
      };
    }

    case 'step-phase':
      return state.name === 'authorizing' ? { ...state, step: event.step, phase: event.phase, stalled: false } : state;

    case 'wallet-silent':
      return state.name === 'authorizing' && state.phase !== 'confirming' && state.phase !== 'press'
        ? { ...state, stalled: true }
        : state;

    case 'prompt-confirmed':
      return state.name === 'authorizing' && state.phase === 'press' ? { ...state, phase: 'preparing' } : state;

    case 'step-submitted':
      if (state.name !== 'authorizing' || !isShowing(state, event.payment.requestId))
        return update(state, event.payment);
      if (event.paying) return processing(event.payment, 'waiting', event.at, state);
      return { ...state, payment: event.payment, phase: 'confirming', stalled: false };

    case 'rejected':
      return state.name === 'authorizing' ? reviewAgain(state.payment, event.problem, state.selection) : state;

    case 'outcome-unknown':
      return state.name === 'authorizing'
        ? { ...processing(state.payment, 'unknown', event.at, state), ...(event.problem && { problem: event.problem }) }
        : state;

    case 'wallet-closed':
      return state.name === 'processing' &&
        state.status === 'waiting' &&
        state.payment.batched &&
        state.payment.payingHash === undefined
        ? { ...state, status: 'unknown' }
        : state;

    case 'answered-late':
      return answeredLate(state, event);

    case 'unfinished-found':
      return state.name === 'idle' ? { ...state, unfinished: event.payment } : state;

    case 'resumed':
      if (isCommitted(state)) return withOther(state, event.payment, event.status);
      return {
        ...processing(event.payment, event.status, event.since, state),
        ...(event.wallet !== undefined && { wallet: event.wallet }),
      };

    case 'deposit-awaited': {
      const { payment } = event;
      const { pays } = payment.quote;
      // Do not show a deposit address without an amount, because the payer would not know how much to send.
      if (!payment.deposit || !isKnown(pays) || isCommitted(state) || state.name === 'reviewing') return state;
      return {
        name: 'awaiting-deposit',
        payment,
        depositAddress: payment.deposit.address,
        amount: pays,
        ...('selection' in state && { selection: state.selection }),
      };
    }

    case 'payment-updated':
      return update(state, event.payment);

    case 'sent':
      // If `sent` is already true, keep the state, so that a question to the payer stays on the screen.
      if (state.name !== 'processing' || state.sent) return state;
      return state.status === 'unknown'
        ? { ...withoutProblem(state), status: 'waiting', sent: true }
        : { ...state, sent: true };

    case 'reverted':
    case 'cancelled':
      if (state.name === 'processing' && canStillEnd(state, event))
        return reviewAgain(state.payment, event.problem, state.selection);
      return event.type === 'cancelled' ? withoutUnanswered(state) : state;

    case 'abandoned':
      if (state.name === 'idle' && state.problem?.reason === 'unreadable-entry') return selecting(emptySelection);
      if (state.name !== 'processing' || state.status !== 'unknown') return state;
      return selecting({
        ...(state.selection ?? emptySelection),
        asset: null,
      });

    case 'status': {
      // The status `waiting` does not replace `unknown`, because `waiting` does not show whether the wallet has sent
      // the payment.
      if (state.name !== 'processing' || (state.status === 'unknown' && event.status === 'waiting')) return state;
      const { status, sent = state.sent, told } = event;
      return { ...withoutProblem(state), status, sent, ...(told && { told }) };
    }

    case 'status-silent': {
      if (state.name !== 'processing') return state;
      return event.problem ? { ...state, problem: event.problem } : withoutProblem(state);
    }

    case 'signature-asked': {
      if (state.name !== 'processing') return state;
      const { again: _, ...rest } = state;
      return event.step ? { ...rest, again: { step: event.step, confirmed: false } } : rest;
    }

    case 'signature-confirmed':
      return state.name === 'processing' && state.again && !state.again.confirmed
        ? { ...state, again: { ...state.again, confirmed: true } }
        : state;

    case 'slow':
      return state.name === 'processing' ? { ...state, slow: true } : state;

    case 'succeeded': {
      if (state.name === 'succeeded' && isShowing(state, event.receipt.requestId))
        return withLinks(state, event.receipt);
      const payment = canStillEnd(state, event.receipt) ? state.payment : isBusy(state) ? undefined : event.recalled;
      return payment ? { name: 'succeeded', payment, receipt: event.receipt, at: event.at, ...otherOf(state) } : state;
    }

    case 'refunded':
      if (!canStillEnd(state, event.refund) && !(state.name === 'refunded' && isShowing(state, event.refund.requestId)))
        return state;
      // Keep a refund that a chain has proved, and ignore a later `refunded` event without this proof, for example from
      // another tab.
      if (state.name === 'refunded' && state.refund.confirmed && !event.refund.confirmed) return state;
      return { name: 'refunded', payment: state.payment, refund: event.refund, ...otherOf(state) };

    case 'failure-confirmed':
      return state.name === 'processing'
        ? { name: 'failed', payment: state.payment, problem: event.problem, ...otherOf(state) }
        : state;

    case 'reset':
      return state.name === 'succeeded' || state.name === 'refunded' || state.name === 'failed' ? idle : state;

    // These events change nothing here, because the session's effects handle them.
    case 'wallet-picked':
    case 'resume-asked':
    case 'visibility-changed':
    case 'woken':
      return state;
  }
}

/**
 * Copies the warning about network costs to a renewed quote that has none, so that the payer need not press the pay
 * button twice again. The session then checks the balance again.
 */
function withKeptWarning(quote: QuoteSummary, before: QuoteSummary | undefined): QuoteSummary {
  const kept = quote.warnings.some(isFeeWarning) ? undefined : before?.warnings.find(isFeeWarning);
  return kept ? withFeeWarning(quote, kept) : quote;
}

/**
 * Adds the attestation's warning or problem to the review of this quote. Does nothing if the screen does not show this
 * review, or during the checks after the press on the pay button.
 */
function applyAttestation(
  state: PaymentState,
  { requestId, warning, problem }: { requestId: string; warning?: GuardNote; problem?: ErrorInfo },
): PaymentState {
  if (state.name !== 'reviewing' || state.confirming || state.quote.requestId !== requestId) return state;
  const warnings = [...state.quote.warnings, ...(warning ? [warning] : [])];
  return { ...state, quote: { ...state.quote, warnings }, ...(problem && { problem }) };
}
