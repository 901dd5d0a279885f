/**
 * Creates and recognizes the warning that the payer perhaps cannot pay the network costs. These costs are an estimate,
 * and somebody else may pay them, so the payer can pay despite the warning.
 */
import type { GuardNote } from '../../types.js';
import type { PaymentState } from './state.js';

/** Returns true for the warning about network costs. */
export const isFeeWarning = ({ rule }: Pick<GuardNote, 'rule'>): boolean => rule === 'fee';

/** Creates the warning. `values` has the form of the result of `lackValues`. */
export const feeWarning = (values: Record<string, string>): GuardNote => ({
  rule: 'fee',
  path: 'account.native',
  message: `the network costs may reach ${values['costs']}, and the account has ${values['held']} for them`,
  values,
});

/**
 * Adds the warning about network costs to the quote in place of an older one, or only removes the older one if
 * `warning` is null. Returns the same quote if there is neither an old nor a new warning.
 */
export function withFeeWarning<Q extends { warnings: GuardNote[] }>(quote: Q, warning: GuardNote | null): Q {
  const others = quote.warnings.filter((each) => !isFeeWarning(each));
  if (!warning && others.length === quote.warnings.length) return quote;
  return { ...quote, warnings: warning ? [...others, warning] : others };
}

/**
 * Returns the review's warning about network costs, or undefined if there is none. While the screen shows this warning,
 * a press on the pay button pays.
 */
export const feeWarningIn = (state: PaymentState): GuardNote | undefined =>
  state.name === 'reviewing' ? state.quote.warnings.find(isFeeWarning) : undefined;
