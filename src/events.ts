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

/** The payment that an event belongs to. `reference` is the merchant's order id. */
export type PaymentRef = { requestId: string; reference: string | null };

/** What a step of the payer has reached. */
export type StepPhase = 'switching' | 'prompting' | 'submitted' | 'confirmed';

/** The detail of `hub-confirm`: the page's last veto before a wallet prompt. Both methods work only in the listener. */
export type ConfirmDetail = {
  quote: QuoteSummary;
  /** The payment waits for this promise. It does not start if the promise rejects. */
  waitUntil: (promise: Promise<unknown>) => void;
  /** The payment does not start. */
  preventDefault: () => void;
};

/**
 * The details of the events that a session emits; see `PaymentSession.on`. Each detail is deeply frozen. Except for
 * `hub-confirm`, it can be serialised as JSON.
 */
export type SessionEventMap = {
  /** The chain list is loaded. Emitted once for each service. */
  'hub-ready': { chains: number };
  /** The state has another name. */
  'hub-statechange': { state: StateName; previous: StateName };
  /** A wallet is connected. */
  'hub-connect': Account;
  /** A wallet is disconnected. */
  'hub-disconnect': Account;
  /** A guarded quote is shown. */
  'hub-quote': { quote: QuoteSummary };
  /** The payer pressed pay. */
  'hub-confirm': ConfirmDetail;
  /** A step of the payer reached a phase. */
  'hub-step': PaymentRef & { step: StepRef; phase: StepPhase };
  /** The payer's funds have left. `transaction` is null until its hash is known. */
  'hub-sent': PaymentRef & { transaction: TransactionRef | null };
  /** The service reported another status (`GET /intents/status/v3`). */
  'hub-status': PaymentRef & { status: string };
  /** The payment was delivered. */
  'hub-success': PaymentResult;
  /** The payment was refunded. */
  'hub-refund': RefundResult;
  /** The payment failed. A refund or a delivery may follow. */
  'hub-failure': PaymentRef & { error: ErrorInfo };
  /** A problem that the payer can continue after. */
  'hub-error': ErrorInfo;
};

/** Emits an event of a session. */
export type Emit = <K extends keyof SessionEventMap>(type: K, detail: SessionEventMap[K]) => void;

/** The element's events and their types. `detail` is frozen and, except for `waitUntil`, can be serialised as JSON. */
export type HubPayEventMap = {
  'hub-ready': CustomEvent<SessionEventMap['hub-ready']>;
  'hub-open': CustomEvent<Record<string, never>>;
  'hub-close': CustomEvent<{ reason: 'button' | 'escape' | 'outside' | 'method'; committed: boolean }>;
  'hub-statechange': CustomEvent<SessionEventMap['hub-statechange']>;
  'hub-connect': CustomEvent<SessionEventMap['hub-connect']>;
  'hub-disconnect': CustomEvent<SessionEventMap['hub-disconnect']>;
  'hub-quote': CustomEvent<SessionEventMap['hub-quote']>;
  'hub-confirm': CustomEvent<Omit<ConfirmDetail, 'preventDefault'>>;
  'hub-step': CustomEvent<SessionEventMap['hub-step']>;
  'hub-sent': CustomEvent<SessionEventMap['hub-sent']>;
  'hub-status': CustomEvent<SessionEventMap['hub-status']>;
  'hub-success': CustomEvent<SessionEventMap['hub-success']>;
  'hub-refund': CustomEvent<SessionEventMap['hub-refund']>;
  'hub-failure': CustomEvent<SessionEventMap['hub-failure']>;
  'hub-error': CustomEvent<SessionEventMap['hub-error']>;
  change: Event;
};

type HubEvents = Omit<HubPayEventMap, 'change'>;

declare global {
  // The events bubble, so `document.addEventListener('hub-success', …)` is typed as well.
  interface GlobalEventHandlersEventMap extends HubEvents {
    'hub-error': HubPayEventMap['hub-error'];
  }
}
