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
 * The detail of `hub-confirm`: the page's last chance to stop the payment before a wallet prompt. Both methods work
 * only in the listener.
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
 * The details of the events that a session emits; see `PaymentSession.on`. Each detail is deeply frozen. Except for
 * `hub-confirm`, it can be serialised as JSON.
 */
export type SessionEventMap = {
  /** The chain list is loaded. Emitted once for each service. */
  'hub-ready': {
    /** The number of chains that the payer can pay from. */
    chains: number;
  };
  /** The `name` of the state has changed. */
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
  /** A guarded quote is shown. */
  'hub-quote': {
    /** The shown quote. */
    quote: QuoteSummary;
  };
  /** The payer pressed pay. */
  'hub-confirm': ConfirmDetail;
  /** A step of the payer reached a phase. */
  'hub-step': PaymentRef & {
    /** The step. */
    step: StepRef;
    /** The phase that it has reached. */
    phase: StepPhase;
  };
  /** The payment was sent. */
  'hub-sent': PaymentRef & {
    /** The transaction that pays. Null if its hash is not known. */
    transaction: TransactionRef | null;
  };
  /** The service reported another status (`GET /intents/status/v3`). */
  'hub-status': PaymentRef & {
    /** `waiting`, `depositing`, `pending`, `submitted`, `success`, `refund`, `failure`, or one not listed here. */
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
  /** A problem occurred. The payer can continue after it. */
  'hub-error': ErrorInfo;
};

/** Emits an event of a session. */
export type Emit = <K extends keyof SessionEventMap>(type: K, detail: SessionEventMap[K]) => void;

/** The element's events and their types. `detail` is frozen and, except for `waitUntil`, can be serialised as JSON. */
export type HubPayEventMap = {
  /** The chain list is loaded. Emitted once for each service. */
  'hub-ready': CustomEvent<SessionEventMap['hub-ready']>;
  /** The sheet has opened. */
  'hub-open': CustomEvent<Record<string, never>>;
  /** The sheet is about to close. Cancelable: `preventDefault()` keeps it open. */
  'hub-close': CustomEvent<{
    /** The cause: the sheet's button, the Escape key, a press outside, or `close()`. */
    reason: 'button' | 'escape' | 'outside' | 'method';
    /** True if the payer's money may have been sent. */
    committed: boolean;
  }>;
  /** The `name` of the state has changed. */
  'hub-statechange': CustomEvent<SessionEventMap['hub-statechange']>;
  /** A wallet is connected. */
  'hub-connect': CustomEvent<SessionEventMap['hub-connect']>;
  /** A wallet is disconnected. */
  'hub-disconnect': CustomEvent<SessionEventMap['hub-disconnect']>;
  /** A guarded quote is shown. */
  'hub-quote': CustomEvent<SessionEventMap['hub-quote']>;
  /** The payer pressed pay. Cancelable: the page's last chance to stop the payment before a wallet prompt. */
  'hub-confirm': CustomEvent<Omit<ConfirmDetail, 'preventDefault'>>;
  /** A step of the payer reached a phase. */
  'hub-step': CustomEvent<SessionEventMap['hub-step']>;
  /** The payment was sent. */
  'hub-sent': CustomEvent<SessionEventMap['hub-sent']>;
  /** The service reported another status (`GET /intents/status/v3`). */
  'hub-status': CustomEvent<SessionEventMap['hub-status']>;
  /** The payment was delivered. */
  'hub-success': CustomEvent<SessionEventMap['hub-success']>;
  /** The payment was refunded. */
  'hub-refund': CustomEvent<SessionEventMap['hub-refund']>;
  /** The payment failed. The service may still refund or deliver it. */
  'hub-failure': CustomEvent<SessionEventMap['hub-failure']>;
  /** A problem occurred. The payer can continue after it. */
  'hub-error': CustomEvent<SessionEventMap['hub-error']>;
  /** The value of the form control changed: the request id of a delivered payment. */
  change: Event;
};

type HubEvents = Omit<HubPayEventMap, 'change'>;

declare global {
  // The events bubble, so this also gives types to `document.addEventListener('hub-success', …)`.
  interface GlobalEventHandlersEventMap extends HubEvents {
    'hub-error': HubPayEventMap['hub-error'];
  }
}
