/**
 * Where a payment stands and what may happen to it: the two unions that the machine, the session and the views share.
 */
import type {
  Account,
  Asset,
  ErrorInfo,
  GuardNote,
  Payment,
  PaymentIntent,
  PaymentResult,
  QuoteSummary,
  RefundResult,
  StepRef,
  TokenAmount,
} from '../../types.js';
import type { ConnectionEvent, WalletInfo } from '../../wallets/wallet.js';

/** A token of a chain. */
export type AssetRef = { chainId: number; currency: string };

/** What the merchant left open and the payer types. */
export type PayerField = 'amount' | 'recipient' | 'refundTo';

/** What the payer chooses from. It is kept while a quote is looked at, so that going back shows the same list. */
export type Selection = {
  intent: PaymentIntent;
  /** What is paid for, once the listing is known: the destination currency. `amount` is '' while it is open. */
  receives: TokenAmount | null;
  accounts: readonly Account[];
  assets: readonly Asset[];
  wallets: readonly WalletInfo[];
  /** The id of the wallet that is being asked to connect. */
  connecting: string | null;
  /** What is on its way: the chains listing, then the payer's balances. Null: everything is there. */
  loading: 'chains' | 'assets' | null;
  /** The chosen asset. */
  asset: AssetRef | null;
  /** What the payer has yet to type, or may change: every field the merchant left open. */
  payerFields: readonly PayerField[];
  /** The same where no wallet is connected and the payer sends to an address: null while a wallet is to pay. */
  depositAddressFields: readonly PayerField[] | null;
};

export type PaymentState =
  | {
      name: 'idle';
      problem?: ErrorInfo;
      /** A payment in progress that is watched only when the payer asks for it (`resume="ask"`). */
      unfinished?: Payment;
    }
  | ({ name: 'selecting'; problem?: ErrorInfo } & Selection)
  | {
      name: 'quoting';
      intent: PaymentIntent;
      account: Account | null;
      asset: Asset;
      /** The numbers shown so far, dimmed while new ones come. */
      quote?: QuoteSummary;
      /** What was shown beside those numbers stays shown beside the new ones. */
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
      /** True from the press until the last checks and the page's `hub-confirm` listeners have answered. */
      confirming: boolean;
    }
  | {
      name: 'authorizing';
      payment: Payment;
      step: StepRef;
      phase: 'switching' | 'prompting' | 'confirming';
      /** Every step of the payer's, for the stepper. */
      steps: readonly StepRef[];
      /** The wallet has not answered for 20 s. */
      stalled: boolean;
      selection: Selection;
    }
  | {
      name: 'awaiting-deposit';
      payment: Payment;
      depositAddress: string;
      amount: TokenAmount;
      /** Absent after a reload. */
      selection?: Selection;
    }
  | {
      name: 'processing';
      payment: Payment;
      /** The service's word; `waiting` before the first; `unknown`: the wallet's answer was lost. */
      status: string;
      /** When the payment was sent, as the clock tells it (ms). */
      since: number;
      slow: boolean;
      /** The paying transaction is confirmed on the origin chain, or the service has seen it. */
      sent: boolean;
      /** Why no news comes, while none comes: `offline`, `service-down`. The payment goes on. */
      problem?: ErrorInfo;
      /** Absent after a reload. */
      selection?: Selection;
    }
  | { name: 'succeeded'; payment: Payment; receipt: PaymentResult; at: number }
  | { name: 'refunded'; payment: Payment; refund: RefundResult }
  | { name: 'failed'; payment: Payment; problem: ErrorInfo };

export type StateName = PaymentState['name'];
export type StateOf<N extends StateName> = Extract<PaymentState, { name: N }>;

/** What a payer or the page asks for. Views dispatch these and no others. */
export type PayerEvent =
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'wallet-picked'; wallet: string }
  /** Show the wallets again: pay with another one. */
  | { type: 'wallet-dropped' }
  /** Smallest unit of the currency that `tradeType` names; null while what stands in the field is no amount. */
  | { type: 'amount-typed'; amount: string | null }
  | { type: 'recipient-typed'; recipient: string | null }
  /** Where a payment by deposit address goes back to; null while what stands in the field is no address. */
  | { type: 'refund-to-typed'; refundTo: string | null }
  /** "Send from any wallet or exchange". */
  | { type: 'deposit-address-picked' }
  /** `found`: the asset itself, where the payer found it beyond the list. */
  | ({ type: 'asset-picked'; found?: Asset } & AssetRef)
  /** The payer ticked, below this refusal for a loss, that they accept it: one quote is asked for in spite of it. */
  | { type: 'loss-accepted'; refusal: ErrorInfo }
  /** `primary` of *selecting*: everything is typed and chosen. */
  | { type: 'quote-asked' }
  | { type: 'back' }
  /** `primary` of *reviewing*. */
  | { type: 'confirmed' }
  /** "I closed it": the payer says that the wallet's window is gone. */
  | { type: 'wallet-closed' }
  /** "It shows nothing, start over." */
  | { type: 'abandoned' }
  /** *View* on the banner of a payment in progress. */
  | { type: 'resume-asked' }
  | { type: 'reset' }
  | { type: 'visibility-changed'; visible: boolean }
  /** The page came back: from sleep, from the back-forward cache, from being offline. */
  | { type: 'woken' };

/** What the session's own effects found out. */
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
  | { type: 'quote-aged' }
  /** What was found out about the quote on the screen while it was read. */
  | { type: 'quote-attested'; requestId: string; warning?: GuardNote; problem?: ErrorInfo }
  | { type: 'confirm-vetoed'; problem?: ErrorInfo }
  | { type: 'authorized'; payment: Payment; steps: readonly StepRef[] }
  | { type: 'step-phase'; step: StepRef; phase: 'switching' | 'prompting' | 'confirming' }
  | { type: 'wallet-silent' }
  | { type: 'step-submitted'; payment: Payment; paying: boolean; at: number }
  | { type: 'rejected'; problem: ErrorInfo }
  | { type: 'outcome-unknown'; at: number }
  | { type: 'unfinished-found'; payment: Payment }
  /** An address to pay to may be shown: the journal holds it. */
  | { type: 'deposit-awaited'; payment: Payment }
  | { type: 'resumed'; payment: Payment; status: string; since: number }
  /** The payment's record changed without changing where it stands: another hash, a repriced transaction. */
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

/** The payer's money may be out: no way back is offered, and nothing may be asked twice. */
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

/** Committed, and not at an end: `reset` must not touch it. */
export const isRunning = (state: PaymentState): boolean =>
  state.name === 'authorizing' || state.name === 'processing' || state.name === 'awaiting-deposit';

/** One payment has the screen, under way or at its end: no other one may be shown in its place. */
export const isBusy = (state: PaymentState): boolean => isCommitted(state) || isRunning(state);
