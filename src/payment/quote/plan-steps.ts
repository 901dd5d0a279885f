/** Converts a guarded quote to the payer's steps, in order. */
import { HubPayError } from '../../errors.js';
import type { Payment, QuoteSummary, StepRef, TransactionRef, WalletRequest } from '../../types.js';

/** A quote with the requests that the guard built. `planSteps` accepts only such a quote. */
export type GuardedQuote = {
  summary: QuoteSummary;
  requests: readonly WalletRequest[];
  digest: string;
  /** When the quote was requested. Unix time in milliseconds by the session's clock. The quote's age starts here. */
  quotedAt: number;
  /** The address to send to, for a payment without a wallet. Such a quote has no requests. */
  depositAddress?: string;
  /** `protocol.v2.orderData` as received. It contains the order's deadline. Set only with `depositAddress`. */
  orderData?: unknown;
};

type Request = Extract<WalletRequest, { kind: 'transaction' | 'signature' }>;

/** `paying`: true for the step that moves the payer's funds. The approvals before it move no funds. */
export type PlannedStep = { ref: StepRef; request: Request; paying: boolean };
export type PaymentPlan = { quote: GuardedQuote; steps: readonly [PlannedStep, ...PlannedStep[]] };

/** A quote may be paid for 30 s. The service recommends fresh quotes but documents no maximum age. */
export const QUOTE_TTL_MS = 30_000;

export const isFresh = ({ quotedAt }: GuardedQuote, now: number): boolean => now - quotedAt <= QUOTE_TTL_MS;

/**
 * True for the paying step, which is any step except an approval. An approval moves no funds and may be prompted again.
 */
export const isPaying = (stepId: string): boolean => stepId !== 'approve' && stepId !== 'approval';

/** The paying transaction. Undefined while it is unknown. An approval is never the paying transaction. */
export const payingOf = ({ submissions, payingHash: paying }: Payment): TransactionRef | undefined =>
  submissions.find(({ hash }) => hash === paying);

/**
 * @throws HubPayError `quote-unsafe` if no wallet supports the kind of a request, or if the last step is not the only
 *   paying step. The guard already blocks both cases.
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
