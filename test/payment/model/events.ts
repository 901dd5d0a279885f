/** Provides a sample and a fast-check generator for each event type of a payment. */
import fc from 'fast-check';
import type { PaymentEvent } from '../../../src/payment/model/state.js';
import type { ErrorInfo } from '../../../src/types.js';
import {
  account,
  asset,
  idOf,
  NOW,
  otherAccount,
  payment,
  paymentOf,
  problemOf,
  quote,
  receiptOf,
  selection,
  stepOf,
  toAddress,
  usdc,
} from '../../support/samples.js';

type EventType = PaymentEvent['type'];
type Members<T, E = PaymentEvent> = E extends { type: infer U } ? (T extends U ? Omit<E, 'type'> : never) : never;
type Arbitraries = { [T in EventType]: fc.Arbitrary<Members<T>> };

const nothing = fc.constant({});
const hash = { chainId: 8453, hash: idOf(99), url: null };
const payments = fc.constantFrom(payment, paymentOf(1, [hash]), paymentOf(2), paymentOf(2, [hash]));
export const loss: ErrorInfo = problemOf('price-impact');
const problem = fc.constantFrom(
  problemOf('service-down'),
  problemOf('no-route'),
  loss,
  problemOf('wallet-rejected'),
  problemOf('reverted'),
);
const warning = { rule: 'G60', path: 'attestation', message: 'is missing' };
const feeNote = { rule: 'fee', path: 'account.native', message: 'too little' };
const requestId = payments.map((each) => each.requestId);
const step = fc.constantFrom(stepOf('approve', 0, 2), stepOf('deposit', 1, 2));
const status = fc.constantFrom('waiting', 'depositing', 'pending', 'submitted', 'failure');
const text = fc.constantFrom(null, '1', '25000000');
const anAccount = fc.constantFrom(account, otherAccount);
const open = fc.constantFrom([], ['amount'] as const);

const arbitraries: Arbitraries = {
  opened: nothing,
  closed: nothing,
  'wallet-dropped': fc.constantFrom({}, { vmType: 'evm' }, { vmType: 'svm' }),
  'quote-asked': nothing,
  back: nothing,
  confirmed: nothing,
  'prompt-confirmed': nothing,
  'signature-confirmed': nothing,
  'wallet-closed': nothing,
  abandoned: nothing,
  'resume-asked': nothing,
  reset: nothing,
  woken: nothing,
  disconnected: fc.record({ vmType: fc.constantFrom('evm', 'svm') }),
  'quote-aged': nothing,
  'wallet-silent': nothing,
  sent: nothing,
  slow: nothing,
  'intent-changed': nothing,
  'visibility-changed': fc.record({ visible: fc.boolean() }),
  'wallet-picked': fc.record({ wallet: fc.constant('one.test') }),
  connecting: fc.record({ wallet: fc.constant('one.test'), stalled: fc.boolean() }),
  'amount-typed': fc.record({ amount: text }),
  'recipient-typed': fc.record({ recipient: text }),
  'refund-to-typed': fc.record({ refundTo: fc.constantFrom(null, account.address) }),
  'deposit-address-picked': nothing,
  'deposit-awaited': fc.record({ payment: payments.map(toAddress) }),
  'destination-picked': fc.record({ chainId: fc.constant(10), currency: fc.constant(asset.currency) }),
  'asset-picked': fc.record({ chainId: fc.constantFrom(asset.chainId, 1), currency: fc.constant(asset.currency) }),
  'loss-accepted': fc.constant({ refusal: loss }),
  'intent-parsed': fc.record({
    intent: fc.constant(selection.intent),
    receives: fc.constant(quote.receives),
    open,
    asset: fc.constantFrom(null, selection.asset),
  }),
  unavailable: fc.record({ problem }),
  'wallets-found': fc.record({ wallets: fc.constant([]) }),
  'connect-failed': fc.record({ problem: fc.option(problem) }),
  connected: fc.record({ account: anAccount }),
  'assets-loaded': fc.record({
    assets: fc.constantFrom([asset], [], [{ ...asset, disabled: 'no-route' }]),
    done: fc.boolean(),
  }),
  'assets-failed': fc.record({ problem }),
  'quote-guarded': fc.record({
    intent: fc.constantFrom(payment.intent, { ...payment.intent, overridePriceImpact: true }),
    quote: fc.constant(quote),
  }),
  'quote-refused': fc.record({ problem }),
  'quote-delayed': fc.record({ problem }),
  'quote-attested': fc.record(
    { requestId: fc.constant(quote.requestId), warning: fc.constant(warning), problem },
    { requiredKeys: ['requestId'] },
  ),
  'fee-warned': fc.record({ requestId: fc.constant(quote.requestId), warning: fc.constant(feeNote) }),
  'confirm-vetoed': fc.record({ problem }, { requiredKeys: [] }),
  authorized: fc.record({ payment: payments, steps: fc.constantFrom([stepOf('deposit')], []) }),
  'step-phase': fc.record({ step, phase: fc.constantFrom('switching', 'prompting', 'confirming') }),
  'step-submitted': fc.record({ payment: payments, paying: fc.boolean(), at: fc.constant(NOW) }),
  rejected: fc.record({ problem }),
  'outcome-unknown': fc.record({ at: fc.constant(NOW) }),
  'answered-late': fc.record({
    wallet: fc.constant(account.wallet),
    chainId: fc.constant(quote.pays.chainId),
    problem,
  }),
  'unfinished-found': fc.record({ payment: payments }),
  resumed: fc.record({ payment: payments, status, since: fc.constant(NOW) }),
  'payment-updated': fc.record({ payment: payments }),
  reverted: fc.record({ requestId, problem }),
  cancelled: fc.record({ requestId, problem }),
  status: fc.record({ status }),
  'signature-asked': fc.record({ step: fc.option(step) }),
  'status-silent': fc.record({ problem: fc.option(problem) }),
  succeeded: fc.tuple(payments, fc.boolean()).map(([each, isRecalled]) => ({
    receipt: receiptOf(each),
    at: NOW,
    ...(isRecalled && { recalled: each }),
  })),
  refunded: fc.record({
    refund: fc.record({
      requestId,
      reference: fc.constant('order-7'),
      returned: fc.constantFrom(null, usdc('1', '0.000001')),
    }),
  }),
  'failure-confirmed': fc.record({ problem }),
};

const arbitraryOf = (type: EventType): fc.Arbitrary<PaymentEvent> =>
  (arbitraries[type] as fc.Arbitrary<object>).map((members) => ({ type, ...members }) as PaymentEvent);

export const anyEvent: fc.Arbitrary<PaymentEvent> = fc.oneof(
  ...(Object.keys(arbitraries) as EventType[]).map(arbitraryOf),
);

/** The events of a normal payment. With these events, more random runs reach the end of a payment. */
export const leadingEvent: fc.Arbitrary<PaymentEvent> = fc.oneof(
  ...(
    [
      'opened',
      'intent-parsed',
      'connected',
      'assets-loaded',
      'asset-picked',
      'loss-accepted',
      'deposit-address-picked',
      'deposit-awaited',
      'quote-guarded',
      'confirmed',
      'authorized',
      'step-submitted',
      'outcome-unknown',
      'status',
      'failure-confirmed',
      'refunded',
      'succeeded',
    ] as const
  ).map(arbitraryOf),
);

/** Returns one event of this type. If the event names a payment, that payment is the sample `payment`. */
export function eventOf(type: EventType): PaymentEvent {
  const [event] = fc.sample(arbitraryOf(type).filter(isAboutThePayment), { numRuns: 1, seed: 3 });
  return event!;
}

function isAboutThePayment(event: PaymentEvent): boolean {
  switch (event.type) {
    case 'authorized':
      return event.payment.requestId === payment.requestId && event.steps.length > 0;
    case 'step-submitted':
    case 'payment-updated':
    case 'resumed':
    case 'deposit-awaited':
      return event.payment.requestId === payment.requestId;
    case 'reverted':
    case 'cancelled':
      return event.requestId === payment.requestId;
    case 'succeeded':
      return event.receipt.requestId === payment.requestId && !event.recalled;
    case 'refunded':
      return event.refund.requestId === payment.requestId;
    case 'asset-picked':
      return event.chainId === asset.chainId;
    default:
      return true;
  }
}
