/** From what the guard let through to the steps that the payer takes part in, in order. */
import { HubPayError } from '../../errors.js';
import type { Payment, QuoteSummary, StepRef, TransactionRef, WalletRequest } from '../../types.js';

/** A quote whose requests the guard has built, and when it was asked for. Nothing else can be planned. */
export type GuardedQuote = {
  summary: QuoteSummary;
  requests: readonly WalletRequest[];
  digest: string;
  /** When it was asked for (ms by the session's clock): its age counts from there. */
  quotedAt: number;
  /** Where to send to, on the way that asks no wallet: there are no requests then. */
  depositAddress?: string;
  /** Beside it, as the service gave it: until when something is to arrive is read from there. */
  orderData?: unknown;
};

type Request = Extract<WalletRequest, { kind: 'transaction' | 'signature' }>;

/** The step that moves the payer's funds is `paying`; approvals before it move nothing. */
export type PlannedStep = { ref: StepRef; request: Request; paying: boolean };
export type PaymentPlan = { quote: GuardedQuote; steps: readonly [PlannedStep, ...PlannedStep[]] };

/** 30 s: service.md says to keep quotes fresh, and gives no number. */
export const QUOTE_TTL_MS = 30_000;

export const isFresh = ({ quotedAt }: GuardedQuote, now: number): boolean => now - quotedAt <= QUOTE_TTL_MS;

/** An approval moves nothing: it may be asked again. Every other step is the paying one. */
export const isPaying = (stepId: string): boolean => stepId !== 'approve' && stepId !== 'approval';

/** The transaction that pays, once it is known: the only one that was "sent". */
export const payingOf = ({ submissions, payingHash: paying }: Payment): TransactionRef | undefined =>
  submissions.find(({ hash }) => hash === paying);

/**
 * @throws HubPayError `quote-unsafe` for a request that no wallet can be asked yet, or a plan that does not end in
 * exactly one paying step: the guard lets neither through, and nothing may depend on that alone
 */
export function planSteps(quote: GuardedQuote): PaymentPlan {
  const count = quote.requests.length;
  const steps = quote.requests.map((request, index): PlannedStep => {
    const { kind, step: id } = request;
    if (kind === 'instructions') throw unplannable(`a request of kind ${kind}`);
    return { ref: { id, kind, index, count }, request, paying: isPaying(id) };
  });
  const [first, ...rest] = steps;
  if (!first || steps.findIndex((step) => step.paying) !== count - 1) throw unplannable('no paying step at the end');
  return { quote, steps: [first, ...rest] };
}

const unplannable = (what: string): HubPayError => new HubPayError('quote-unsafe', `The plan holds ${what}.`);
