/** Every screen once. Stories and tests use this list, so add each new screen here. */
import type { PaymentState } from '../../src/payment/model/state.js';
import {
  amountOf,
  assetOf,
  awaiting,
  depositPayment,
  legOf,
  NOW,
  authorizing,
  eth,
  failed,
  freeQuote,
  payment,
  problem,
  processing,
  refunded,
  reviewing,
  selecting,
  succeeded,
} from './payments.js';

const { quote: _quote, confirming: _confirming, ...quoting } = reviewing();

export const everyState: readonly PaymentState[] = [
  { name: 'idle', problem: problem('service-down') },
  selecting({ accounts: [], assets: [], connecting: 'io.metamask' }),
  selecting({ problem: problem('no-route') }),
  selecting({ accounts: [], wallets: [], assets: [] }),
  selecting({ asset: eth, problem: problem('price-impact') }),
  { ...selecting(), assets: [], loading: 'assets' },
  { ...quoting, name: 'quoting' },
  reviewing(),
  reviewing({ quote: freeQuote, problem: problem('insufficient-native') }),
  authorizing(1, ['approve', 'approve', 'deposit'], { stalled: true }),
  selecting({
    accounts: [],
    depositAddressFields: ['amount', 'recipient', 'refundTo'],
    assets: [assetOf(8453, 'ETH', null)],
  }),
  awaiting(),
  awaiting({ deadline: NOW - 1 }),
  { ...succeeded, payment: depositPayment({ extraDeposits: [legOf('refund'), legOf('failure')] }) },
  { ...refunded(null), payment: depositPayment({ arrived: '1', isLate: true }) },
  processing({ sent: true, slow: true, problem: problem('offline', 'on-its-way') }),
  processing({ status: 'unknown', payment }),
  processing({ payment: { ...payment, batched: true } }),
  processing({ payment: { ...payment, signed: true } }),
  succeeded,
  refunded(amountOf(8453, 'ETH', '0.0069')),
  failed('unknown'),
  failed('in-wallet'),
];
