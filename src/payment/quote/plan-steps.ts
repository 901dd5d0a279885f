/** Converts a guarded quote to the payer's steps, in order. */
import type { WireStep } from '../../api/responses/types.js';
import { HubPayError } from '../../errors.js';
import { isPaying } from '../../shared/step-ids.js';
import type { QuoteSummary, StepRef, WalletRequest } from '../../types.js';

/** A checked quote, with the wallet requests that the guard built. */
export type GuardedQuote = {
  summary: QuoteSummary;
  requests: readonly WalletRequest[];
  digest: string;
  /** When the session requested the quote, as Unix time in milliseconds by the session's clock. */
  quotedAt: number;
  /** The deposit address; set only for a payment without a wallet. `requests` is then empty. */
  depositAddress?: string;
  /**
   * `protocol.v2.orderData` from the service, which can contain the deadline for the deposit. Set only together with
   * `depositAddress`.
   */
  orderData?: unknown;
  /**
   * Guards other steps of the service together with the values of this quote, and returns the wallet requests. Absent
   * if the quote cannot be guarded again.
   * @throws HubPayError `quote-unsafe` if the guard blocks the steps, or has a warning that the payer has not seen;
   *   `service-down` if code of the guard could not be loaded
   */
  guardSteps?: (steps: readonly WireStep[]) => Promise<readonly WalletRequest[]>;
};

/**
 * `paying` is true only for the step that moves the payer's money, and false for an approval and for the venue's nonce
 * mapping.
 */
export type PlannedStep = { ref: StepRef; request: WalletRequest; paying: boolean };
export type PaymentPlan = { quote: GuardedQuote; steps: readonly [PlannedStep, ...PlannedStep[]] };

/**
 * A quote can be paid for this many milliseconds. After the press on the pay button, a payment from the venue has more
 * time (`LONGEST_MS`). The service documents no maximum age.
 */
export const QUOTE_TTL_MS = 30_000;

export const isFresh = ({ quotedAt }: GuardedQuote, now: number): boolean => now - quotedAt <= QUOTE_TTL_MS;

/**
 * Plans the payer's steps for this quote.
 * @throws HubPayError `quote-unsafe` if the last step is not the only paying step; the guard already blocks this case
 */
export function planSteps(quote: GuardedQuote): PaymentPlan {
  const count = quote.requests.length;
  const steps = quote.requests.map((request, index): PlannedStep => {
    const { kind, step: id } = request;
    const ref: StepRef = { id, kind: kind === 'signature' ? kind : 'transaction', index, count };
    return { ref, request, paying: isPaying(id) };
  });
  const [first, ...rest] = steps;
  if (!first || steps.findIndex((step) => step.paying) !== count - 1) throw unplannable('no paying step at the end');
  return { quote, steps: [first, ...rest] };
}

const unplannable = (what: string): HubPayError =>
  new HubPayError('quote-unsafe', `The plan of this payment has ${what}.`);
