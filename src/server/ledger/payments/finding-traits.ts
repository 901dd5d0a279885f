/** What the findings of a verification mean for the ledger. `status.ts` says what a recorded status means. */
import type { Finding } from './find-payment.js';

/** What a finding means. */
type FindingTraits = {
  /** The money arrived at the recipient, so the payment takes the keys of its delivery. */
  takesDelivery: boolean;
  /** If the service says this about a `paid` payment, a person is told. */
  contradictsPaid: boolean;
};

const NEITHER: FindingTraits = { takesDelivery: false, contradictsPaid: false };

/** The meaning of each finding. `delivered` takes its delivery, and confirms a `paid` payment. */
export const FINDING_TRAITS: Readonly<Record<Exclude<Finding['status'], 'delivered'>, FindingTraits>> = {
  stored: NEITHER,
  pending: NEITHER,
  confirming: NEITHER,
  // A `paid` payment becomes `reversed`, about which a person is told anyway.
  refunded: NEITHER,
  failed: { takesDelivery: false, contradictsPaid: true },
  short: { takesDelivery: true, contradictsPaid: true },
  'other-token': { takesDelivery: true, contradictsPaid: true },
  wrong: { takesDelivery: false, contradictsPaid: true },
  'too-old': { takesDelivery: false, contradictsPaid: true },
  unreadable: { takesDelivery: false, contradictsPaid: true },
};
