/** How a payment with a wallet of the zoo ends: what the payer sees, and what the page may say about the money. */
import type { ErrorCode } from '../../../src/errors.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import type { Money } from '../../../src/types.js';
import { SECOND } from '../times.js';

/** The longest time that a payer may wait without a button, in milliseconds. */
export const PATIENCE_MS: number = 30 * SECOND;

/** `code` and `money` are those of the problem. The problem has the name of the end as its code or its reason. */
type Seen = { screen: 'succeeded' | 'selecting' | 'reviewing' | 'processing'; code?: ErrorCode; money?: Money };

const asksAgain = (code: ErrorCode): Seen => ({ screen: 'reviewing', code, money: 'not-sent' });
/** The wallet was asked to pay, and its words prove nothing. The page looks for the payment. */
const LOOKS: Seen = { screen: 'processing', code: 'outcome-unknown', money: 'unknown' };

export const ENDS = {
  paid: { screen: 'succeeded' },
  unknown: { screen: 'processing' },
  /** The wallet does not answer before it is connected. The payer can give it up, or choose another one. */
  connecting: { screen: 'selecting' },
  'wallet-rejected': asksAgain('wallet-rejected'),
  'wallet-locked': asksAgain('wallet-locked'),
  'wallet-busy': asksAgain('wallet-busy'),
  'wallet-failed': asksAgain('wallet-failed'),
  'wallet-silent': asksAgain('wallet-failed'),
  'wallet-changed': asksAgain('quote-unsafe'),
  'account-changed': asksAgain('account-changed'),
  'wrong-network': asksAgain('wrong-network'),
  reverted: { screen: 'reviewing', code: 'reverted', money: 'in-wallet' },
  'outcome-unknown': LOOKS,
  declined: LOOKS,
  device: LOOKS,
  'no-gas': LOOKS,
  'wallet-gone': LOOKS,
  'window-blocked': LOOKS,
  'would-revert': LOOKS,
} as const satisfies Record<string, Seen>;

export type End = keyof typeof ENDS;

/** The payment has an outcome, or a problem with a button. */
export function hasEnded(state: PaymentState): boolean {
  switch (state.name) {
    case 'succeeded':
    case 'failed':
    case 'refunded':
      return true;
    case 'selecting':
    case 'reviewing':
      return state.problem !== undefined;
    case 'processing':
      return state.status === 'unknown';
    default:
      return false;
  }
}

/** Returns the name of the end. */
export function endOf(state: PaymentState): string {
  if (state.name === 'succeeded') return 'paid';
  const problem = 'problem' in state ? state.problem : undefined;
  if (problem) return problem.reason ?? problem.code;
  if (state.name === 'selecting' && state.connecting !== null) return 'connecting';
  return state.name === 'processing' ? state.status : state.name;
}

/** Returns what the payer sees, in the form of the table. */
export function seenIn(state: PaymentState): { screen: string; code?: string; money?: string } {
  const problem = 'problem' in state ? state.problem : undefined;
  return { screen: state.name, ...(problem && { code: problem.code, money: problem.money }) };
}
