/** Defines the states of a payment and its events. */
import type {
  Account,
  Asset,
  AssetRef,
  Destination,
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
  TransactionRef,
} from '../../types.js';
import type { StateName } from '../../events.js';
import type { AddressProblems, PayerEvent } from './payer-event.js';
import type { ConnectionEvent, WalletInfo } from '../../wallets/wallet.js';

export type { AssetRef } from '../../types.js';
export type { AddressProblems, PayerEvent } from './payer-event.js';

/** A field that the merchant left open for the payer. */
export type PayerField = 'amount' | 'recipient' | 'refundTo';

/** The data of the selection screen. Most later states keep this data, so that *back* shows the same list. */
export type Selection = {
  /** The intent of the payment, with what the payer has typed and chosen so far, except the asset to pay with. */
  intent: PaymentIntent;
  /**
   * The currency of the intent's amount, or null until the chain list is loaded. If the payer chooses the received
   * token, the currency is null until the session has read the terms of the paid and the received token. After another
   * choice of the received token, it is null again until then. `receives.amount` is null if the payer types the amount.
   */
  receives: TokenAmount | null;
  /**
   * The tokens that the payer can receive; absent if the merchant has set the received token, and until the chain list
   * is loaded.
   */
  destinations?: readonly Destination[] | undefined;
  /**
   * The wallet family whose accounts can receive the money; empty if no wallet can. If the payer chooses the received
   * token, also empty until the session has first read the terms of both tokens.
   * @default `evm`
   */
  payee?: string | undefined;
  /** The connected accounts, at most one of each wallet family. */
  accounts: readonly Account[];
  /**
   * The assets of the list: those of the connected accounts, or those that a deposit address accepts. Empty until the
   * first of them have loaded, and after a failed load.
   */
  assets: readonly Asset[];
  /** The wallets that the payer can pick from. */
  wallets: readonly WalletInfo[];
  /** The id of the wallet that the screen shows as connecting, or null if there is none. */
  connecting: string | null;
  /**
   * The code of the wallet that is connecting, such as a `wc:` URI. A wallet on another device scans it, and a link
   * with it opens a wallet's app on this device. Absent if no wallet is connecting, or if it shows no code now. Anybody
   * who has the code can answer the connect request.
   */
  code?: string | null;
  /** True if the wallet that is connecting has neither answered nor shown a code for a while. */
  stalled?: boolean;
  /** The list that is loading: first the chain list, then the assets. Null if neither is loading. */
  loading: 'chains' | 'assets' | null;
  /** The chosen asset, or null if no asset is chosen. */
  asset: AssetRef | null;
  /** The fields that the merchant left open, and that the payer can type and change. */
  payerFields: readonly PayerField[];
  /** The fields that the payer can type for a payment to a deposit address, or null for a payment from a wallet. */
  depositAddressFields: readonly PayerField[] | null;
  /** What is wrong with the typed addresses; absent if no problem is known, and after the payer has typed again. */
  wrong?: AddressProblems;
  /** Set after the payer has changed the field of the recipient, also if the field is empty again. */
  recipientTyped?: true;
};

/** The state of a payment. Each change creates a new object. */
export type PaymentState =
  | {
      /** The checkout is closed, or the payment cannot start. */
      name: 'idle';
      /** Why the payment cannot start; absent if no reason is known. */
      problem?: ErrorInfo;
      /**
       * An unfinished payment, which the payer can track (`resume="ask"`). Absent if there is no such payment, and
       * after the checkout has closed.
       */
      unfinished?: Payment;
    }
  | ({
      /** The checkout is open, and the payer chooses a wallet and an asset. */
      name: 'selecting';
      /** The last problem, such as a refused quote or a failed connection; absent if there is none. */
      problem?: ErrorInfo;
    } & Selection)
  | {
      /** The session requests a quote for the chosen asset. */
      name: 'quoting';
      /** The intent of the requested quote. */
      intent: PaymentIntent;
      /** The payer's account, or null for a payment to a deposit address. */
      account: Account | null;
      /** The asset that the payer pays with. */
      asset: Asset;
      /** The previous quote, which the screen shows dimmed; absent for the first quote. */
      quote?: QuoteSummary;
      /** The problem that the screen shows beside the numbers; absent if there is none. */
      problem?: ErrorInfo;
      /** The data of the selection screen, which *back* shows again. */
      selection: Selection;
    }
  | {
      /** The payer reads the quote and can press the pay button. */
      name: 'reviewing';
      /** The intent with which the shown quote was requested. */
      intent: PaymentIntent;
      /** The account that the payer pays from. */
      account: Account;
      /** The asset that the payer pays with. */
      asset: Asset;
      /** The shown quote, which the guard has checked. */
      quote: QuoteSummary;
      /** The problem that the screen shows, such as a failed attempt or a worse price; absent if there is none. */
      problem?: ErrorInfo;
      /** The data of the selection screen, which *back* shows again. */
      selection: Selection;
      /** True after the press on the pay button, while the last checks and the `hub-confirm` listeners run. */
      confirming: boolean;
    }
  | {
      /** The payment has begun, and the wallet prompts the payer. */
      name: 'authorizing';
      /** The payment that the screen shows. */
      payment: Payment;
      /** The step that the payer must complete now. */
      step: StepRef;
      /**
       * What the step waits for:
       * - `preparing`: the answers of the wallet and the chain before the prompt.
       * - `switching`: the wallet's switch to the chain of the step.
       * - `press`: another press of the payer, which is the event `prompt-confirmed`.
       * - `prompting`: the payer's answer in the wallet.
       * - `confirming`: the confirmation of a step that does not pay, such as an approval.
       */
      phase: 'preparing' | 'switching' | 'press' | 'prompting' | 'confirming';
      /** All steps that the payer must approve, in their order. */
      steps: readonly StepRef[];
      /** True if the wallet or, before the prompt, the chain has not answered for 20 seconds. */
      stalled: boolean;
      /** Set if another payment of this order was sent, so that the payer must reject the wallet's request. */
      problem?: ErrorInfo;
      /** A second payment of this order that was sent or perhaps sent; absent if there is none. */
      otherPayment?: Payment;
      /** The data of the selection screen, which the review needs again after a rejected prompt. */
      selection: Selection;
    }
  | {
      /** The screen shows a deposit address, to which the payer sends the money. */
      name: 'awaiting-deposit';
      /** The payment that the screen shows. */
      payment: Payment;
      /**
       * The deposit address, on the chain of `amount`. After a reload, it is empty if the options do not fix the
       * recipient, because the page then cannot show the address again. If the options do not fix the refund address,
       * it is then empty until the payer has typed this address again (`refund-to-typed`).
       */
      depositAddress: string;
      /** The amount that the payer must send. */
      amount: KnownAmount;
      /** The data of the selection screen, which *back* shows again. Can be absent, for example after a reload. */
      selection?: Selection;
    }
  | {
      /** The payment was sent, or may have been sent. */
      name: 'processing';
      /** The payment that the screen shows. */
      payment: Payment;
      /**
       * The last status of the payment, or `waiting` if the service has reported none yet. With `unknown`, the screen
       * asks the payer whether to keep waiting or to start over.
       */
      status: string;
      /**
       * About when the payment was sent, as Unix time in milliseconds. For a deposit that arrives while the page awaits
       * it, when the page noticed it. For any other payment that the page shows again, when this payment began.
       */
      since: number;
      /** True if the payment takes longer than usual, or if the service has reported a status unknown to this code. */
      slow: boolean;
      /**
       * True after the origin chain, the venue or the service has shown the payment to this page. Can be false again
       * while the screen asks the payer whether to wait.
       */
      sent: boolean;
      /** True if the service reported progress or a result before the screen asked the payer whether to wait. */
      told?: true;
      /** The id of the wallet that an earlier page asked to pay; absent if there is none, or if this page asked it. */
      wallet?: string;
      /** A problem of the running payment, such as `offline` while no status arrives; absent if there is none. */
      problem?: ErrorInfo;
      /** Set while the service asks for a second signature, which replaces the first one. */
      again?: {
        /** The step of the second signature. */
        step: StepRef;
        /** True after the payer's press. */
        confirmed: boolean;
      };
      /** A second payment of this order that was sent or perhaps sent; absent if there is none. */
      otherPayment?: Payment;
      /** The data of the selection screen. Can be absent, for example after a reload. */
      selection?: Selection;
    }
  | {
      /** The payment was delivered, and the screen shows a receipt. */
      name: 'succeeded';
      /** The payment that the screen shows. */
      payment: Payment;
      /** The receipt, with the paid and the received amounts. */
      receipt: PaymentResult;
      /**
       * When the delivery was detected, as Unix time in milliseconds. For a payment that the page shows again, when its
       * stored entry last changed.
       */
      at: number;
      /** A second payment of this order that was sent or perhaps sent; absent if there is none. */
      otherPayment?: Payment;
    }
  | {
      /** The payment was refunded, as the service or a chain shows. */
      name: 'refunded';
      /** The payment that the screen shows. */
      payment: Payment;
      /** The refund, with its amount as far as it is known. */
      refund: RefundResult;
      /** A second payment of this order that was sent or perhaps sent; absent if there is none. */
      otherPayment?: Payment;
    }
  | {
      /** The payment failed, but a refund or a delivery can still follow. */
      name: 'failed';
      /** The payment that the screen shows. */
      payment: Payment;
      /** Why the payment failed, and where the payer's money is. */
      problem: ErrorInfo;
      /** A second payment of this order that was sent or perhaps sent; absent if there is none. */
      otherPayment?: Payment;
    };

/** The state with this name, such as `StateOf<'reviewing'>`. */
export type StateOf<N extends StateName> = Extract<
  PaymentState,
  {
    /** The name of the state. */
    name: N;
  }
>;

/** Events that the session's own effects dispatch. */
export type EffectEvent =
  | ({ type: 'intent-parsed'; open: readonly PayerField[] } & Pick<
      Selection,
      'intent' | 'receives' | 'payee' | 'asset' | 'destinations'
    >)
  | { type: 'unavailable'; problem: ErrorInfo }
  | ConnectionEvent
  | { type: 'assets-loaded'; assets: readonly Asset[]; done: boolean }
  | { type: 'assets-failed'; problem: ErrorInfo }
  /** The guard has passed the quote; if `problem` is null, this event also removes the shown problem. */
  | { type: 'quote-guarded'; intent: PaymentIntent; quote: QuoteSummary; problem?: ErrorInfo | null }
  | { type: 'quote-refused'; problem: ErrorInfo }
  /**
   * The session will repeat the quote request after the service's `Retry-After` or, while the browser is offline, after
   * 15 seconds or when the page wakes.
   */
  | { type: 'quote-delayed'; problem: ErrorInfo }
  /** The result of the attestation check for the quote on the screen. */
  | { type: 'quote-attested'; requestId: string; warning?: GuardNote; problem?: ErrorInfo }
  /** The warning that the account perhaps cannot pay the network costs, or null, which removes an earlier warning. */
  | { type: 'fee-warned'; requestId: string; warning: GuardNote | null }
  | { type: 'confirm-vetoed'; problem?: ErrorInfo }
  | { type: 'authorized'; payment: Payment; steps: readonly StepRef[] }
  | { type: 'step-phase'; step: StepRef; phase: 'switching' | 'press' | 'prompting' | 'confirming' }
  | { type: 'wallet-silent' }
  | { type: 'step-submitted'; payment: Payment; paying: boolean; at: number }
  | { type: 'rejected'; problem: ErrorInfo }
  /** `problem` contains the wallet's unclear answer; absent if the wallet gave none. */
  | { type: 'outcome-unknown'; at: number; problem?: ErrorInfo }
  | { type: 'unfinished-found'; payment: Payment }
  /** The payment to a deposit address is stored in the journal, so the page can show this payment. */
  | { type: 'deposit-awaited'; payment: Payment }
  /** `wallet` is the id of the asked wallet; absent if `payment.account` names it, or if there is none. */
  | { type: 'resumed'; payment: Payment; status: string; since: number; wallet?: string }
  /** The data of the payment has changed, for example its transaction hash. */
  | { type: 'payment-updated'; payment: Payment }
  | { type: 'sent' }
  | { type: 'reverted' | 'cancelled'; requestId: string; problem: ErrorInfo }
  /** `sent` replaces this field of the state `processing` if it is set, and `told` does so if it is true. */
  | { type: 'status'; status: string; sent?: boolean; told?: boolean }
  | { type: 'status-silent'; problem: ErrorInfo | null }
  | { type: 'slow' }
  /** The service asks for a signature that replaces the first one, or no longer asks if `step` is null. */
  | { type: 'signature-asked'; step: StepRef | null }
  /** `recalled` is an earlier payment that paid this order. The screen shows its receipt again. */
  | { type: 'succeeded'; receipt: PaymentResult; at: number; recalled?: Payment }
  | { type: 'refunded'; refund: RefundResult }
  | { type: 'failure-confirmed'; problem: ErrorInfo }
  | { type: 'intent-changed' };

/** All events that the state machine handles. */
export type PaymentEvent = PayerEvent | EffectEvent;

/**
 * True from the state `authorizing` on, also after the payment has ended, but not in `awaiting-deposit`. In these
 * states, no other payment replaces the shown one.
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

/** True while a payment is in progress. The event `reset` does not end it. */
export const isRunning = (state: PaymentState): boolean =>
  state.name === 'authorizing' || state.name === 'processing' || state.name === 'awaiting-deposit';

/** True if the screen shows a payment, in progress or ended. */
export const isBusy = (state: PaymentState): boolean => isCommitted(state) || isRunning(state);

/** The states that show a payment, in progress or ended. */
type StateWithPayment = Extract<PaymentState, { payment: Payment }>;

/** True if the screen shows the payment with this request id, in progress or ended. */
export const isShowing = (state: PaymentState, requestId: string): state is StateWithPayment =>
  'payment' in state && state.payment.requestId === requestId;

/** A copy of the state without its problem. */
export const withoutProblem = <S extends { problem?: ErrorInfo }>({ problem: _, ...rest }: S): Omit<S, 'problem'> =>
  rest;

/** Finds the paying transaction, never an approval, or returns undefined while the paying transaction is unknown. */
export const payingOf = ({ submissions, payingHash: paying }: Payment): TransactionRef | undefined =>
  submissions.find(({ hash }) => hash === paying);
