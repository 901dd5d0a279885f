/** What the shop tells a payer about an order whose payment has not shipped it, by the reason. */
import type { Refusal } from './orders.js';

/**
 * The heading and the text of the order's page. `isBound`: the payer must not pay this order again, because money is on
 * its way, or has arrived, or nobody knows.
 */
export interface Standing {
  readonly heading: string;
  readonly text: string;
  readonly isBound: boolean;
}

/** The reason of an order without a reserved payment. */
export type Reason = Refusal | 'none';

const WRITE = 'Write to orders@acme.example.';

const mismatch: Standing = {
  heading: 'We cannot accept your payment',
  text: `A payment was made, but it does not match this order. Do not pay again. ${WRITE}`,
  isBound: true,
};

/** The reasons, the most important first: an order with several payments shows the first of their reasons. */
export const standings: Readonly<Record<Reason, Standing>> = {
  pending: {
    heading: 'We are waiting for your payment',
    text: 'Your payment is on its way, but it has not arrived yet. Do not pay again.',
    isBound: true,
  },
  failed: {
    heading: 'Your payment did not arrive',
    text: `The payment failed. The money can still reach us, or return to you. Do not pay again. ${WRITE}`,
    isBound: true,
  },
  unreachable: {
    heading: 'We cannot see your payment',
    text: 'The payments service does not answer us. If you have paid, do not pay again.',
    isBound: true,
  },
  recipient: mismatch,
  chain: mismatch,
  currency: mismatch,
  amount: mismatch,
  calls: mismatch,
  disputed: {
    heading: 'We must look at your payment',
    text: `The same money has already paid another order. Do not pay again. ${WRITE}`,
    isBound: true,
  },
  'too-old': {
    heading: 'This payment is not for this order',
    text: `The money was sent before this order was made. ${WRITE}`,
    isBound: false,
  },
  second: {
    heading: 'You have paid this order twice',
    text: `Another payment has already paid this order. We owe you this payment. ${WRITE}`,
    isBound: true,
  },
  'already-used': {
    heading: 'This payment is not for this order',
    text: `The payment was not started for this order. ${WRITE}`,
    isBound: false,
  },
  'unknown-id': {
    heading: 'This order is not paid',
    text: 'No payment has reached us. If you have just approved one in your wallet, look here again in a minute.',
    isBound: false,
  },
  refunded: {
    heading: 'Your payment was sent back',
    text: 'The payment did not arrive, and was sent back to you. You can pay this order again.',
    isBound: false,
  },
  none: { heading: 'This order is not paid', text: 'We know of no payment for this order.', isBound: false },
};

/** Returns the most important of these reasons. */
export const reasonOf = (reasons: readonly Reason[]): Reason =>
  (Object.keys(standings) as Reason[]).find((each) => reasons.includes(each)) ?? 'none';
