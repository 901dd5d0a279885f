/** The public events: their names and details, for a session and for the element. Types only. */
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

/** The payment that an event belongs to. */
export type PaymentRef = {
  /** The service's id of the payment: 0x-hex of 32 bytes. */
  requestId: string;
  /** The merchant's order id. Null if there is none. */
  reference: string | null;
};

/** The phase that a step of the payer has reached. */
export type StepPhase = 'switching' | 'prompting' | 'submitted' | 'confirmed';

/**
 * The detail of `hub-confirm`, which is emitted before a wallet prompts. The page can stop the payment with
 * `preventDefault()` or `waitUntil()`. Both methods work only while the listener runs.
 */
export type ConfirmDetail = {
  /** The quote that the payer confirms. */
  quote: QuoteSummary;
  /** Makes the payment wait for this promise. The payment does not start if the promise rejects. */
  waitUntil: (promise: Promise<unknown>) => void;
  /** Prevents the payment from starting. */
  preventDefault: () => void;
};

/**
 * The details of the events that a session emits; see `PaymentSession.on`. Each detail is deeply frozen. All details
 * except that of `hub-confirm` can be serialized as JSON.
 */
export type SessionEventMap = {
  /** The list of chains has loaded. Emitted once for each `baseUrl`. */
  'hub-ready': {
    /** The number of chains that the payer can pay from. */
    chains: number;
  };
  /** The `name` of the payment state has changed. */
  'hub-statechange': {
    /** The new name. */
    state: StateName;
    /** The previous name. */
    previous: StateName;
  };
  /** A wallet is connected. */
  'hub-connect': Account;
  /** A wallet is disconnected. */
  'hub-disconnect': Account;
  /** A quote that passed the guard is shown. */
  'hub-quote': {
    /** The shown quote. */
    quote: QuoteSummary;
  };
  /** The payer pressed the pay button. No wallet has prompted yet. */
  'hub-confirm': ConfirmDetail;
  /** A step of the payer changed its phase. */
  'hub-step': PaymentRef & {
    /** The step. */
    step: StepRef;
    /** The phase that the step has reached. */
    phase: StepPhase;
  };
  /** The payer's money was sent. */
  'hub-sent': PaymentRef & {
    /** The transaction that pays. Null if its hash is not known. */
    transaction: TransactionRef | null;
  };
  /** The service reported a new status (`GET /intents/status/v3`). */
  'hub-status': PaymentRef & {
    /**
     * `waiting`, `depositing`, `pending`, `submitted`, `success`, `refund`, `failure`, or a value that is not listed
     * here.
     */
    status: string;
  };
  /** The payment was delivered. */
  'hub-success': PaymentResult;
  /** The payment was refunded. */
  'hub-refund': RefundResult;
  /** The payment failed. The service may still refund or deliver it. */
  'hub-failure': PaymentRef & {
    /** The reason, and where the payer's money is. */
    error: ErrorInfo;
  };
  /** A problem occurred. The payer can retry or choose differently, unless the code is `config`. */
  'hub-error': ErrorInfo;
};

/** Emits an event of a session. */
export type Emit = <K extends keyof SessionEventMap>(type: K, detail: SessionEventMap[K]) => void;

/** The element's events and their types. `detail` is frozen. It can be serialized as JSON, except for `waitUntil`. */
export type HubPayEventMap = {
  /** The list of chains has loaded. Emitted once for each `baseUrl`. */
  'hub-ready': CustomEvent<SessionEventMap['hub-ready']>;
  /** The sheet has opened. */
  'hub-open': CustomEvent<Record<string, never>>;
  /** The sheet is about to close. Cancelable: `preventDefault()` keeps the sheet open. */
  'hub-close': CustomEvent<{
    /** The cause: the sheet's button, the Escape key, a press outside, or `close()`. */
    reason: 'button' | 'escape' | 'outside' | 'method';
    /** True if the payer's money may have been sent, or if the payment has ended. */
    committed: boolean;
  }>;
  /** The `name` of the payment state has changed. */
  'hub-statechange': CustomEvent<SessionEventMap['hub-statechange']>;
  /** A wallet is connected. */
  'hub-connect': CustomEvent<SessionEventMap['hub-connect']>;
  /** A wallet is disconnected. */
  'hub-disconnect': CustomEvent<SessionEventMap['hub-disconnect']>;
  /** A quote that passed the guard is shown. */
  'hub-quote': CustomEvent<SessionEventMap['hub-quote']>;
  /** The payer pressed the pay button. Cancelable: `preventDefault()` stops the payment before a wallet prompts. */
  'hub-confirm': CustomEvent<Omit<ConfirmDetail, 'preventDefault'>>;
  /** A step of the payer changed its phase. */
  'hub-step': CustomEvent<SessionEventMap['hub-step']>;
  /** The payer's money was sent. */
  'hub-sent': CustomEvent<SessionEventMap['hub-sent']>;
  /** The service reported a new status (`GET /intents/status/v3`). */
  'hub-status': CustomEvent<SessionEventMap['hub-status']>;
  /** The payment was delivered. */
  'hub-success': CustomEvent<SessionEventMap['hub-success']>;
  /** The payment was refunded. */
  'hub-refund': CustomEvent<SessionEventMap['hub-refund']>;
  /** The payment failed. The service may still refund or deliver it. */
  'hub-failure': CustomEvent<SessionEventMap['hub-failure']>;
  /** A problem occurred. The payer can retry or choose differently, unless the code is `config`. */
  'hub-error': CustomEvent<SessionEventMap['hub-error']>;
  /** The form value changed. The form value is the request id of a delivered payment. */
  change: Event;
};

type HubEvents = Omit<HubPayEventMap, 'change'>;

declare global {
  // The events bubble. This interface gives the same types to listeners on other nodes, such as `document`.
  interface GlobalEventHandlersEventMap extends HubEvents {
    'hub-error': HubPayEventMap['hub-error'];
  }
}
