/** Defines the types of the public events of a session and of the element. */
import type { ErrorInfo } from './errors.js';
import type { Account, PaymentResult, QuoteSummary, RefundResult, StepRef, TransactionRef } from './types.js';

/** The `name` of a `PaymentState`. */
export type StateName =
  | 'idle'
  | 'selecting'
  | 'quoting'
  | 'reviewing'
  | 'authorizing'
  | 'awaiting-deposit'
  | 'processing'
  | 'succeeded'
  | 'refunded'
  | 'failed';

// `npm run docs` writes the names from the tables of screens, such as `src/ui/screens.ts`.
/**
 * The name of a screen of the element. When the screen changes in an open sheet, the focus moves to the heading of the
 * new screen. In a panel, the focus moves only if the element had it. The same applies to a sheet that is a popover,
 * because a wallet or the page asks the payer.
 */
export type ViewName =
  | 'authorizing'
  | 'awaiting-deposit'
  | 'deposit-expired'
  | 'deposit-hidden'
  | 'deposit-leaving'
  | 'deposit-refund'
  | 'failed'
  | 'history'
  | 'history-payment'
  | 'pay-again'
  | 'price-impact'
  | 'processing'
  | 'refunded'
  | 'reviewing'
  | 'selecting'
  | 'succeeded'
  | 'unavailable'
  | 'unfinished'
  | 'unknown'
  | 'wallet-code';

/** The payment that an event belongs to. */
export type PaymentRef = {
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The merchant's order id, or null if the merchant has set none. */
  reference: string | null;
};

/** The phase of a step that the payer completes in the wallet. */
export type StepPhase = 'switching' | 'prompting' | 'submitted' | 'confirmed';

/**
 * The detail of `hub-confirm`. With its methods, a listener can delay or stop the payment. The listener must call them
 * before it returns, and before any `await`. After the event, `waitUntil()` throws, and `preventDefault()` has no
 * effect.
 */
export type ConfirmDetail = {
  /** The quote that the payer confirms. */
  quote: QuoteSummary;
  /**
   * Delays the payment until this promise settles. If the promise rejects, or if the value is no promise, the payment
   * does not start, and the console names the first such reason. The same is so if a listener throws, none has called
   * `waitUntil()`, and there is no `confirmUrl`.
   */
  waitUntil: (promise: Promise<unknown>) => void;
  /** Stops the payment before a wallet is asked to sign or send it. */
  preventDefault: () => void;
};

/**
 * The events of a session. `PaymentSession.on` adds a listener for one of them. Every detail is deeply frozen, and all
 * except that of `hub-confirm` can be serialized as JSON.
 */
export type SessionEventMap = {
  /** The list of chains has loaded. A session emits this event at most once for each `baseUrl`. */
  'hub-ready': {
    /** The number of chains in the merchant's registry and the service's list together. */
    chains: number;
  };
  /** The `name` of the payment state has changed. */
  'hub-statechange': {
    /** The name of the new state. */
    state: StateName;
    /** The name of the previous state. */
    previous: StateName;
  };
  /** An account of the payer's wallet was connected. */
  'hub-connect': Account;
  /** An account of the payer's wallet was disconnected. */
  'hub-disconnect': Account;
  /** The guard has accepted a new quote: one that the payer now sees, or one for a deposit address. */
  'hub-quote': {
    /** The accepted quote. */
    quote: QuoteSummary;
  };
  /**
   * The payer pressed the pay button or asked for a deposit address, or a script confirmed the quote. No wallet was
   * asked to sign or send this payment yet.
   */
  'hub-confirm': ConfirmDetail;
  /** A step in the payer's wallet has entered a new phase. */
  'hub-step': PaymentRef & {
    /** The step that the payer completes in the wallet. */
    step: StepRef;
    /** The phase that the step has entered. */
    phase: StepPhase;
  };
  /** The origin chain or the service has shown that the payer's money was sent. */
  'hub-sent': PaymentRef & {
    /** The transaction that pays, or null if its hash is not known. */
    transaction: TransactionRef | null;
  };
  /** The service reported a new status of the payment, as in `GET /intents/status/v3`. */
  'hub-status': PaymentRef & {
    /**
     * The status: `waiting`, `depositing`, `pending`, `submitted`, `success`, `refund`, `failure`, or another value.
     */
    status: string;
  };
  /** The payment was delivered to the recipient, as the service reports or the destination chain shows. */
  'hub-success': PaymentResult;
  /** The service reports that the payment was refunded to the payer. */
  'hub-refund': RefundResult;
  /** The payment failed, but a refund or a delivery is still possible. */
  'hub-failure': PaymentRef & {
    /** The reason for the failure, and where the payer's money is. */
    error: ErrorInfo;
  };
  /**
   * A problem occurred. `retryable` says whether a retry can succeed, and `money` says where the payer's money is. Only
   * the merchant can solve a problem with the code `config`.
   */
  'hub-error': ErrorInfo;
};

/** Emits an event of a session with its detail. Returns true if a listener has thrown. */
export type Emit = <K extends keyof SessionEventMap>(type: K, detail: SessionEventMap[K]) => boolean;

/** The member that marks the details of events in test mode. */
export type TestMark = {
  /** True if the element is in test mode (`base-url="demo:"`), so that no money moves. Absent in a real payment. */
  test?: true;
};

/**
 * The events of the element. Every `detail` of a `hub-*` event is frozen, and all except that of `hub-confirm` can be
 * serialized as JSON.
 */
export type HubPayEventMap = {
  /** The list of chains has loaded. A session emits this event at most once for each `baseUrl`. */
  'hub-ready': CustomEvent<SessionEventMap['hub-ready'] & TestMark>;
  /** The sheet has opened. */
  'hub-open': CustomEvent<TestMark>;
  /** The sheet is about to close, unless a listener calls `preventDefault()`. */
  'hub-close': CustomEvent<
    {
      /**
       * The cause: a button of the sheet, the Escape key or another close request of the browser, a press outside, or a
       * call such as `close()`.
       */
      reason: 'button' | 'escape' | 'outside' | 'method';
      /**
       * True in the states `authorizing`, `processing`, `succeeded`, `refunded` and `failed`. False while a deposit
       * address waits for money, although the payer may have sent some.
       */
      committed: boolean;
    } & TestMark
  >;
  /** The `name` of the payment state has changed. */
  'hub-statechange': CustomEvent<SessionEventMap['hub-statechange'] & TestMark>;
  /** An account of the payer's wallet was connected. */
  'hub-connect': CustomEvent<SessionEventMap['hub-connect'] & TestMark>;
  /** An account of the payer's wallet was disconnected. */
  'hub-disconnect': CustomEvent<SessionEventMap['hub-disconnect'] & TestMark>;
  /** The guard has accepted a new quote: one that the payer now sees, or one for a deposit address. */
  'hub-quote': CustomEvent<SessionEventMap['hub-quote'] & TestMark>;
  /**
   * The payer pressed the pay button or asked for a deposit address, or a script confirmed the quote.
   * `preventDefault()` stops the payment before a wallet is asked to sign or send it.
   */
  'hub-confirm': CustomEvent<Omit<ConfirmDetail, 'preventDefault'> & TestMark>;
  /** A step in the payer's wallet has entered a new phase. */
  'hub-step': CustomEvent<SessionEventMap['hub-step'] & TestMark>;
  /** The origin chain or the service has shown that the payer's money was sent. */
  'hub-sent': CustomEvent<SessionEventMap['hub-sent'] & TestMark>;
  /** The service reported a new status of the payment, as in `GET /intents/status/v3`. */
  'hub-status': CustomEvent<SessionEventMap['hub-status'] & TestMark>;
  /** The payment was delivered to the recipient, as the service reports or the destination chain shows. */
  'hub-success': CustomEvent<SessionEventMap['hub-success'] & TestMark>;
  /** The service reports that the payment was refunded to the payer. */
  'hub-refund': CustomEvent<SessionEventMap['hub-refund'] & TestMark>;
  /** The payment failed, but a refund or a delivery is still possible. */
  'hub-failure': CustomEvent<SessionEventMap['hub-failure'] & TestMark>;
  /**
   * A problem occurred. `retryable` says whether a retry can succeed, and `money` says where the payer's money is. Only
   * the merchant can solve a problem with the code `config`.
   */
  'hub-error': CustomEvent<SessionEventMap['hub-error'] & TestMark>;
  /** The element shows another screen to the payer, or the same one again after it has shown none. */
  'hub-view': CustomEvent<
    {
      /** The name of the screen. */
      view: ViewName;
    } & TestMark
  >;
  /** The payer chose a token. The detail contains neither its address nor an account. */
  'hub-pick': CustomEvent<
    {
      /** Whether the payer chose the token to pay with, or the token to receive. */
      side: 'pay' | 'receive';
      /** The id of the token's chain. */
      chainId: number;
      /** The token's symbol. */
      symbol: string;
    } & TestMark
  >;
  /**
   * The form value has changed. The value is the request id of the delivered payment, or an empty string. No event
   * follows if the element only shows a delivery of an earlier page again.
   */
  change: Event;
};

type HubEvents = Omit<HubPayEventMap, 'change'>;

declare global {
  // The types for a listener on another node, such as `document`. The element's events bubble, and so reach other
  // nodes.
  interface GlobalEventHandlersEventMap extends HubEvents {
    'hub-error': HubPayEventMap['hub-error'];
  }
}
