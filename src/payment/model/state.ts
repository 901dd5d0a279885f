/** The states of a payment and its events, shared by machine, session and views. */
import type {
  Account,
  Asset,
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
import type { ConnectionEvent, WalletInfo } from '../../wallets/wallet.js';

/** A token of a chain. */
export type AssetRef = { chainId: number; currency: string };

/** What the merchant left open and the payer types. */
export type PayerField = 'amount' | 'recipient' | 'refundTo';

/** What the payer chooses from. Kept during quote and review, so that going back shows the same list. */
export type Selection = {
  intent: PaymentIntent;
  /**
   * The currency of the intent's amount; null before the chain list is loaded. `amount` is null until the payer types it.
   */
  receives: TokenAmount | null;
  accounts: readonly Account[];
  assets: readonly Asset[];
  wallets: readonly WalletInfo[];
  /** Id of the wallet with a pending connect request. */
  connecting: string | null;
  /** What is loading: the chain list, then the payer's balances. Null: nothing. */
  loading: 'chains' | 'assets' | null;
  /** The chosen asset; null if there is none. */
  asset: AssetRef | null;
  /** Every field that the merchant left open: the payer types it or may change it. */
  payerFields: readonly PayerField[];
  /** The same for a payment to a deposit address without a wallet. Null while a wallet pays. */
  depositAddressFields: readonly PayerField[] | null;
};

export type PaymentState =
  | {
      name: 'idle';
      problem?: ErrorInfo;
      /** A payment in progress that is tracked only on the payer's request (`resume="ask"`). */
      unfinished?: Payment;
    }
  | ({ name: 'selecting'; problem?: ErrorInfo } & Selection)
  | {
      name: 'quoting';
      intent: PaymentIntent;
      account: Account | null;
      asset: Asset;
      /** The previous numbers, dimmed while new ones load. */
      quote?: QuoteSummary;
      /** Shown beside the previous numbers, and still shown beside the new ones. */
      problem?: ErrorInfo;
      selection: Selection;
    }
  | {
      name: 'reviewing';
      intent: PaymentIntent;
      account: Account;
      asset: Asset;
      quote: QuoteSummary;
      problem?: ErrorInfo;
      selection: Selection;
      /** True from the press until the last checks and the page's `hub-confirm` listeners have finished. */
      confirming: boolean;
    }
  | {
      name: 'authorizing';
      payment: Payment;
      step: StepRef;
      phase: 'switching' | 'prompting' | 'confirming';
      /** All steps of the payer, for the stepper. */
      steps: readonly StepRef[];
      /** True if the wallet has not answered for 20 s. */
      stalled: boolean;
      selection: Selection;
    }
  | {
      name: 'awaiting-deposit';
      payment: Payment;
      depositAddress: string;
      amount: KnownAmount;
      /** Absent after a reload. */
      selection?: Selection;
    }
  | {
      name: 'processing';
      payment: Payment;
      /** The last status of the service; `waiting` before the first one. `unknown`: the wallet's answer is missing. */
      status: string;
      /** When the payment was sent, Unix time in milliseconds. */
      since: number;
      slow: boolean;
      /** True if the paying transaction is confirmed on the origin chain, or the service has seen it. */
      sent: boolean;
      /** Why no status arrives, for example `offline` or `service-down`. The payment continues. */
      problem?: ErrorInfo;
      /** Absent after a reload. */
      selection?: Selection;
    }
  | { name: 'succeeded'; payment: Payment; receipt: PaymentResult; at: number }
  | { name: 'refunded'; payment: Payment; refund: RefundResult }
  | { name: 'failed'; payment: Payment; problem: ErrorInfo };

export type StateOf<N extends StateName> = Extract<PaymentState, { name: N }>;

/** Requests of the payer or the page. Views dispatch only these. */
export type PayerEvent =
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'wallet-picked'; wallet: string }
  /** Show the wallets again, to pay with another one. */
  | { type: 'wallet-dropped' }
  /** Smallest unit of the currency that `tradeType` names. Null while the field holds no valid amount. */
  | { type: 'amount-typed'; amount: string | null }
  | { type: 'recipient-typed'; recipient: string | null }
  /** Refund address of a payment to a deposit address. Null while the field holds no valid address. */
  | { type: 'refund-to-typed'; refundTo: string | null }
  /** "Send from any wallet or exchange" (a deposit address). */
  | { type: 'deposit-address-picked' }
  /** `found`: the asset itself, if the payer found it by search and not in the list. */
  | ({ type: 'asset-picked'; found?: Asset } & AssetRef)
  /** The payer ticked, below this refusal for price impact, that they accept it: one quote is requested despite it. */
  | { type: 'loss-accepted'; refusal: ErrorInfo }
  /** Primary button of `selecting`: everything is typed and chosen. */
  | { type: 'quote-asked' }
  | { type: 'back' }
  /** The shown quote must be replaced: the page asks for that (`refreshQuote()`), or the quote has aged. */
  | { type: 'quote-aged' }
  /** Primary button of `reviewing`. */
  | { type: 'confirmed' }
  /** "I closed it": the payer reports that the wallet's window is gone. */
  | { type: 'wallet-closed' }
  /** "It shows nothing, start over." */
  | { type: 'abandoned' }
  /** *View* on the banner of a payment in progress. */
  | { type: 'resume-asked' }
  | { type: 'reset' }
  | { type: 'visibility-changed'; visible: boolean }
  /** The page came back: from sleep, from the back-forward cache, or online again. */
  | { type: 'woken' };

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
  /** A deposit address may be shown: the journal holds it. */
  | { type: 'deposit-awaited'; payment: Payment }
  | { type: 'resumed'; payment: Payment; status: string; since: number }
  /** The payment's record changed but not its state: another hash, or a repriced transaction. */
  | { type: 'payment-updated'; payment: Payment }
  | { type: 'sent' }
  | { type: 'reverted' | 'cancelled'; requestId: string; problem: ErrorInfo }
  | { type: 'status'; status: string }
  | { type: 'status-silent'; problem: ErrorInfo | null }
  | { type: 'slow' }
  /** `recalled`: the order was paid before, and its success is shown again. */
  | { type: 'succeeded'; receipt: PaymentResult; at: number; recalled?: Payment }
  | { type: 'refunded'; refund: RefundResult }
  | { type: 'failure-stood'; problem: ErrorInfo }
  | { type: 'intent-changed' };

export type PaymentEvent = PayerEvent | EffectEvent;

/**
 * True if the payer's money may have been sent or the payment has ended: no way back, and nothing may be prompted
 * twice.
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

/** True for a payment in progress without an end: `reset` must not change it. */
export const isRunning = (state: PaymentState): boolean =>
  state.name === 'authorizing' || state.name === 'processing' || state.name === 'awaiting-deposit';

/** True if a payment occupies the screen, in progress or ended: no other one may replace it. */
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
