/** Every screen once. Stories and tests use this list, so add each new screen here. */
import type { PaymentState } from '../../src/payment/model/state.js';
import {
  amountOf,
  assetOf,
  awaiting,
  depositPayment,
  legOf,
  NOW,
  account,
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
import { allAssets, allWallets, svmAccount, svmAssets, svmReviewing, venueAuthorizing } from './families.js';

const { quote: _quote, confirming: _confirming, ...quoting } = reviewing();

export const everyState: readonly PaymentState[] = [
  { name: 'idle', problem: problem('service-down') },
  selecting({ accounts: [], assets: [], connecting: 'io.metamask' }),
  selecting({ problem: problem('no-route') }),
  selecting({ accounts: [], wallets: [], assets: [] }),
  selecting({ asset: eth, problem: problem('price-impact') }),
  { ...selecting(), assets: [], loading: 'assets' },
  selecting({ accounts: [account, svmAccount], assets: allAssets, wallets: allWallets }),
  selecting({ accounts: [svmAccount], assets: svmAssets, wallets: allWallets }),
  { ...quoting, name: 'quoting' },
  reviewing(),
  reviewing({ quote: freeQuote, problem: problem('insufficient-native') }),
  svmReviewing(),
  authorizing(1, ['approve', 'approve', 'deposit'], { stalled: true }),
  venueAuthorizing(0),
  venueAuthorizing(1),
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
  failed(),
];
