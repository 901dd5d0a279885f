/** Defines the states of a payment and its events. */
import type {
  Account,
  Asset,
  AssetRef,
  ErrorInfo,
  GuardNote,
  KnownAmount,
  Payment,
  PaymentIntent,
  PaymentResult,
  QuoteSummary,
  RefundResult,
  StepRef,
  TokenAmount,
} from '../../types.js';
import type { StateName } from '../../events.js';
import type { PayerEvent } from './payer-event.js';
import type { ConnectionEvent, WalletInfo } from '../../wallets/wallet.js';

export type { AssetRef } from '../../types.js';
export type { PayerEvent } from './payer-event.js';

/** A field that the merchant left open. The payer types it. */
export type PayerField = 'amount' | 'recipient' | 'refundTo';

/** The data of the selection screen. It is kept during quote and review, so that *back* shows the same list. */
export type Selection = {
  /** The intent, with the choices made so far. */
  intent: PaymentIntent;
  /**
   * The currency of the intent's amount. Null before the chain list is loaded. Its `amount` is null until the payer
   * types it.
   */
  receives: TokenAmount | null;
  /** The connected accounts, at most one of each chain family. */
  accounts: readonly Account[];
  /** The assets of the account. Empty until they are loaded. */
  assets: readonly Asset[];
  /** The wallets to pick from. */
  wallets: readonly WalletInfo[];
  /** The id of the wallet with a pending connect request. Null if there is none. */
  connecting: string | null;
  /** The list that is loading: first the chain list, then the payer's balances. Null if nothing is loading. */
  loading: 'chains' | 'assets' | null;
  /** The chosen asset. Null if there is none. */
  asset: AssetRef | null;
  /** The fields that the merchant left open. The payer types them or may change them. */
  payerFields: readonly PayerField[];
  /** The open fields of a payment to a deposit address without a wallet. Null while a wallet pays. */
  depositAddressFields: readonly PayerField[] | null;
};

/** The state of a payment. `name` is one of ten names. Each change creates a new object. */
export type PaymentState =
  | {
      /** The checkout is closed, or the payment cannot start. */
      name: 'idle';
      /** Why the payment cannot start. Absent if it can. */
      problem?: ErrorInfo;
      /**
       * A payment in progress. It is tracked only if the payer requests it (`resume="ask"`). Absent if there is none.
       */
      unfinished?: Payment;
    }
  | ({
      /** The payer chooses a wallet and an asset. */
      name: 'selecting';
      /** Why the payer could not pay with the last choice. Absent if there is no problem. */
      problem?: ErrorInfo;
    } & Selection)
  | {
      /** A quote is requested. */
      name: 'quoting';
      /** The quoted intent. */
      intent: PaymentIntent;
      /** The payer's account. Null for a payment to a deposit address. */
      account: Account | null;
      /** The asset to pay with. */
      asset: Asset;
      /** The previous numbers, dimmed while new ones load. Absent for the first quote. */
      quote?: QuoteSummary;
      /**
       * The problem to show beside the previous numbers, and later beside the new numbers. Absent if there is no
       * problem.
       */
      problem?: ErrorInfo;
      /** The data of the selection screen. *Back* shows this screen again. */
      selection: Selection;
    }
  | {
      /** The payer reads the quote. */
      name: 'reviewing';
      /** The quoted intent. */
      intent: PaymentIntent;
      /** The payer's account. */
      account: Account;
      /** The asset to pay with. */
      asset: Asset;
      /** The guarded quote. */
      quote: QuoteSummary;
      /** Why the last attempt to pay failed. Absent if there is no problem. */
      problem?: ErrorInfo;
      /** The data of the selection screen. *Back* shows this screen again. */
      selection: Selection;
      /**
       * True from the press on the pay button until the last checks and the page's `hub-confirm` listeners have
       * finished.
       */
      confirming: boolean;
    }
  | {
      /** The wallet prompts the payer. */
      name: 'authorizing';
      /** The payment. */
      payment: Payment;
      /** The current step. */
      step: StepRef;
      /**
       * What the step waits for: the wallet's chain switch, the payer's answer to the prompt, or the transaction's
       * confirmation.
       */
      phase: 'switching' | 'prompting' | 'confirming';
      /** All steps of the payer, for the stepper. */
      steps: readonly StepRef[];
      /** True if the wallet has not answered for 20 s. */
      stalled: boolean;
      /**
       * The data of the selection screen. It is kept for a return to the review, for example after a rejected prompt.
       */
      selection: Selection;
    }
  | {
      /** The payer sends to a deposit address. */
      name: 'awaiting-deposit';
      /** The payment. */
      payment: Payment;
      /** The deposit address, on the chain of `amount`. */
      depositAddress: string;
      /** What the payer must send. */
      amount: KnownAmount;
      /** The data of the selection screen. *Back* shows this screen again. Absent after a reload. */
      selection?: Selection;
    }
  | {
      /** The payment was sent, or may have been sent. */
      name: 'processing';
      /** The payment. */
      payment: Payment;
      /**
       * The last status of the service; `waiting` before the first one. `unknown` if the wallet's answer is missing.
       */
      status: string;
      /** When the payment was sent. Unix time in milliseconds. */
      since: number;
      /** True if the payment takes longer than usual. */
      slow: boolean;
      /** True if the paying transaction is confirmed on the origin chain or seen by the service. */
      sent: boolean;
      /** Why no status arrives, for example `offline` or `service-down`. The payment continues. Absent otherwise. */
      problem?: ErrorInfo;
      /** The selection screen's data. Absent after a reload. */
      selection?: Selection;
    }
  | {
      /** The payment was delivered. */
      name: 'succeeded';
      /** The payment. */
      payment: Payment;
      /** The paid and the received amounts. */
      receipt: PaymentResult;
      /** When the delivery was detected. Unix time in milliseconds. */
      at: number;
    }
  | {
      /** The payment was refunded. */
      name: 'refunded';
      /** The payment. */
      payment: Payment;
      /** The refunded amount. */
      refund: RefundResult;
    }
  | {
      /** The payment failed. A refund or a delivery may follow. */
      name: 'failed';
      /** The payment. */
      payment: Payment;
      /** Why it failed, and where the payer's funds are. */
      problem: ErrorInfo;
    };

/** The state with this name: `StateOf<'reviewing'>`. */
export type StateOf<N extends StateName> = Extract<
  PaymentState,
  {
    /** The name of the state. */
    name: N;
  }
>;

/** Results of the session's own effects. */
export type EffectEvent =
  | {
      type: 'intent-parsed';
      intent: PaymentIntent;
      receives: TokenAmount;
      open: readonly PayerField[];
      asset: AssetRef | null;
    }
  | { type: 'unavailable'; problem: ErrorInfo }
  | ConnectionEvent
  | { type: 'assets-loaded'; assets: readonly Asset[]; done: boolean }
  | { type: 'assets-failed'; problem: ErrorInfo }
  | { type: 'quote-guarded'; intent: PaymentIntent; quote: QuoteSummary; problem?: ErrorInfo }
  | { type: 'quote-refused'; problem: ErrorInfo }
  /** Result of the attestation check for the quote on the screen. */
  | { type: 'quote-attested'; requestId: string; warning?: GuardNote; problem?: ErrorInfo }
  | { type: 'confirm-vetoed'; problem?: ErrorInfo }
  | { type: 'authorized'; payment: Payment; steps: readonly StepRef[] }
  | { type: 'step-phase'; step: StepRef; phase: 'switching' | 'prompting' | 'confirming' }
  | { type: 'wallet-silent' }
  | { type: 'step-submitted'; payment: Payment; paying: boolean; at: number }
  | { type: 'rejected'; problem: ErrorInfo }
  | { type: 'outcome-unknown'; at: number }
  | { type: 'unfinished-found'; payment: Payment }
  /** The journal holds the deposit address, so the page may show it. */
  | { type: 'deposit-awaited'; payment: Payment }
  | { type: 'resumed'; payment: Payment; status: string; since: number }
  /** The data of the payment changed, for example its transaction hash or its deposit. The state keeps its name. */
  | { type: 'payment-updated'; payment: Payment }
  | { type: 'sent' }
  | { type: 'reverted' | 'cancelled'; requestId: string; problem: ErrorInfo }
  | { type: 'status'; status: string }
  | { type: 'status-silent'; problem: ErrorInfo | null }
  | { type: 'slow' }
  /** `recalled`: the payment of an order that was paid before. Its success is shown again. */
  | { type: 'succeeded'; receipt: PaymentResult; at: number; recalled?: Payment }
  | { type: 'refunded'; refund: RefundResult }
  | { type: 'failure-confirmed'; problem: ErrorInfo }
  | { type: 'intent-changed' };

/** All events that the state machine handles. */
export type PaymentEvent = PayerEvent | EffectEvent;

/**
 * True if the payer's funds may have been sent, or the payment has ended. Then the payer cannot go back, and no wallet
 * may prompt for another payment.
 */
export function isCommitted(state: PaymentState): boolean {
  switch (state.name) {
    case 'authorizing':
    case 'processing':
    case 'succeeded':
    case 'refunded':
    case 'failed':
      return true;
    case 'idle':
    case 'selecting':
    case 'quoting':
    case 'reviewing':
    case 'awaiting-deposit':
      return false;
  }
}

/** True for a payment in progress. `reset` does not end such a payment. */
export const isRunning = (state: PaymentState): boolean =>
  state.name === 'authorizing' || state.name === 'processing' || state.name === 'awaiting-deposit';

/** True if the screen shows a payment, in progress or ended. No other payment may replace it. */
export const isBusy = (state: PaymentState): boolean => isCommitted(state) || isRunning(state);

/** The states that show a payment, running or ended. */
type StateWithPayment = Extract<PaymentState, { payment: Payment }>;

/** True if the payment with this request id is on the screen, running or ended. */
export const isShowing = (state: PaymentState, requestId: string): state is StateWithPayment =>
  'payment' in state && state.payment.requestId === requestId;

/** A copy of the state without its problem. */
export function withoutProblem<S extends { problem?: ErrorInfo }>(state: S): Omit<S, 'problem'> {
  const { problem: _, ...rest } = state;
  return rest;
}
