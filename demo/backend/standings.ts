/** What the shop tells a payer about an order that is not paid, by the status of a payment in the ledger. */
import type { PaymentStatus } from '../../src/server/index.js';

/** The heading and the text of the order's page. */
interface Standing {
  readonly heading: string;
  readonly text: string;
}

/** `none`: the order has no payment. `unseen`: the service did not answer, so nobody knows whether there is one. */
export type Reason = Exclude<PaymentStatus, 'paid' | 'same'> | 'none' | 'unseen';

const WRITE = 'Write to orders@acme.example.';

const mismatch: Standing = {
  heading: 'We cannot accept your payment',
  text: `A payment was made, but it does not match this order. Do not pay again. ${WRITE}`,
};

const arriving: Standing = {
  heading: 'We are waiting for your payment',
  text: 'Your payment may be on its way, but it has not arrived yet. Do not pay again.',
};

/** The reasons, the most important first: an order with several payments shows the first of their reasons. */
export const standings: Readonly<Record<Reason, Standing>> = {
  pending: arriving,
  confirming: arriving,
  failed: {
    heading: 'Your payment did not arrive',
    text: `The payment failed. The money can still reach us, or return to you. Do not pay again. ${WRITE}`,
  },
  unreadable: {
    heading: 'We cannot see your payment',
    text: `We do not know whether your payment has arrived. Do not pay again. ${WRITE}`,
  },
  wrong: mismatch,
  'other-token': mismatch,
  short: mismatch,
  late: {
    heading: 'Your payment came too late',
    text: `This offer had ended when you paid. Do not pay again. ${WRITE}`,
  },
  disputed: {
    heading: 'We must look at your payment',
    text: `The same money has already paid another order. Do not pay again. ${WRITE}`,
  },
  conflicting: {
    heading: 'We must look at your payment',
    text: `We do not know whether your money has reached us or went back to you. Do not pay again. ${WRITE}`,
  },
  reversed: {
    heading: 'Your payment was sent back',
    text: `The payment had paid this order, and was sent back to you. Do not pay again. ${WRITE}`,
  },
  second: {
    heading: 'You have paid this order twice',
    text: `Another payment has already paid this order. We owe you this payment. ${WRITE}`,
  },
  'too-old': {
    heading: 'This payment is not for this order',
    text: `The money was sent before this order was made. ${WRITE}`,
  },
  unseen: {
    heading: 'We cannot see your payment',
    text: 'The payments service does not answer us. If you have paid, do not pay again.',
  },
  stored: {
    heading: 'This order is not paid',
    text: 'No payment has reached us. If you have just approved one in your wallet, look here again in a minute.',
  },
  refunded: {
    heading: 'Your payment was sent back',
    text: 'The payment did not arrive, and was sent back to you. You can pay this order again.',
  },
  none: { heading: 'This order is not paid', text: 'We know of no payment for this order.' },
};

/** Returns the most important reason of these payments. A payment that has paid the order gives none. */
export const reasonOf = (statuses: readonly (PaymentStatus | 'unseen')[]): Reason =>
  (Object.keys(standings) as Reason[]).find((each) => (statuses as readonly string[]).includes(each)) ?? 'none';
