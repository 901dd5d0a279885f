/** Every screen of a payment, in the order in which a payer sees them. The stories need no network and no wallet. */
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { errorCodes, type ErrorCode } from '../src/errors.js';
import { UNREADABLE } from '../src/payment/model/state.js';
import { NOT_LOADED } from '../src/shared/load-code.js';
import type { KnownAmount } from '../src/types.js';
import {
  amountOf,
  assetOf,
  assets,
  authorizing,
  awaiting,
  cappedQuote,
  depositPayment,
  eth,
  failed,
  freeQuote,
  legOf,
  NOW,
  PAYER,
  payment,
  price,
  problem,
  processing,
  quote,
  refunded,
  reviewing,
  selecting,
  selection,
  sentPayment,
  succeeded,
  transaction,
} from './support/payments.js';
import { historyScreen, payments, unreachable } from './support/past-payments.js';
import { argTypes, args, show, story, unfolded, type Args, type Story } from './support/story.js';

const meta: Meta<Args> = { title: 'States', args, argTypes };
export default meta;

/** Creates an error whose details are a short mark, and not the service's text. */
const marked = (code: ErrorCode, details: string) => ({ ...problem(code), details });
const open = { receives: { ...price, amount: null, amountFormatted: null }, payerFields: ['amount'] as const };
const openAmount = { fixedAmount: false, price: null };
const { amount: _amount, ...openIntent } = selection.intent;
const donation = selecting({ ...open, intent: openIntent });

export const Button: Story = story({ name: 'idle' }, { open: false });
export const ButtonOpenAmount: Story = story({ name: 'idle' }, { open: false, config: openAmount });
export const ButtonDisabled: Story = story({ name: 'idle' }, { open: false, config: { disabled: true } });
export const ButtonWithUnfinishedPayment: Story = story({ name: 'idle', unfinished: sentPayment }, { open: false });
export const ButtonWhileProcessing: Story = story(processing({ sent: true }), { open: false });
export const Unavailable: Story = story({ name: 'idle', problem: problem('service-down') });
export const UnavailableUnreadable: Story = story({ name: 'idle', problem: marked('outcome-unknown', UNREADABLE) });
export const NotSetUp: Story = story({ name: 'idle', problem: problem('config') }, { open: false });

const nothingLoaded = { accounts: [], wallets: [], assets: [] };
export const SelectingChains: Story = story(selecting({ ...nothingLoaded, receives: null, loading: 'chains' }));
const swap = {
  receives: null,
  intent: { tradeType: 'EXACT_INPUT' },
  payerFields: ['amount'],
  destinations: assets.map(({ chainId, currency, symbol, name, decimals }) => ({
    chainId,
    currency,
    symbol,
    name,
    decimals,
  })),
} as const;
export const SwapNothingChosen: Story = story(selecting(swap));
export const SwapWithoutWallet: Story = story(selecting({ ...swap, accounts: [], assets: [] }));
export const SwapBothChosen: Story = story(
  selecting({
    ...swap,
    receives: { ...eth, amount: null, amountFormatted: null },
    asset: { chainId: eth.chainId, currency: eth.currency },
    intent: {
      tradeType: 'EXACT_INPUT',
      destinationChainId: price.chainId,
      destinationCurrency: price.currency,
    },
    destinations: [...swap.destinations, { ...price, name: 'USD Coin' }],
  }),
);
export const SelectingNoWallet: Story = story(selecting(nothingLoaded));
export const SelectingWallet: Story = story(selecting({ accounts: [], assets: [] }));
export const SelectingConnecting: Story = story(selecting({ accounts: [], assets: [], connecting: 'io.metamask' }));
export const SelectingBalances: Story = story(selecting({ assets: [], loading: 'assets' }));
export const SelectingAsset: Story = story(selecting());
export const SelectingWithSummary: Story = story(selecting(), {
  config: {
    summary: [
      { label: 'Espresso beans, 1 kg', amount: '$22.00' },
      { label: 'Shipping', amount: '$3.00' },
    ],
  },
});
export const SelectingWithMethods: Story = story(selecting({ accounts: [], assets: [] }), {
  methods: 'Pay by card or bank transfer',
});
const toDepositAddress = selecting({
  ...nothingLoaded,
  loading: null,
  depositAddressFields: ['refundTo'],
  assets: [assetOf(8453, 'ETH', null)],
});
export const SelectingWalletOrAddress: Story = story(selecting({ accounts: [], assets: [] }), {
  config: { depositAddress: true },
});
export const SelectingDepositAddress: Story = story(toDepositAddress);
export const SelectingReasons: Story = story(
  selecting({
    assets: [
      eth,
      ...assets.slice(-1),
      assetOf(137, 'USDT', '40', { usd: '40.00', disabled: 'chain-paused' }),
      assetOf(10, 'DAI', '300', { usd: '300.00', disabled: 'no-route' }),
      assetOf(8453, 'USDC.e', '12', { verified: false, disabled: 'amount-too-low' }),
      assetOf(42161, 'ETH', null),
    ],
  }),
);
export const SelectingMany: Story = story(
  selecting({
    assets: ['USDC', 'USDT', 'DAI', 'ETH'].flatMap((symbol, row) =>
      [1, 10, 8453].map((chainId, column) => {
        const held = String(900 - row * 100 - column * 30);
        return assetOf(chainId, symbol, held, { usd: held });
      }),
    ),
  }),
);
export const SelectingManyNoMatch: Story = story(
  selecting({ assets: Array.from({ length: 12 }, (_, index) => assetOf(8453, `TOK${index}`, '5')) }),
  { local: { query: 'zzz' } },
);
const stranger = assetOf(8453, 'PEPE', '300', { verified: false });
const unheld = [
  assetOf(1, 'LINK', '0', { disabled: 'insufficient-funds' }),
  assetOf(137, 'PEPE', '0', { verified: false, disabled: 'insufficient-funds' }),
];
export const SearchLoading: Story = story(selecting(), { local: { query: 'pepe' } });
export const SearchFound: Story = story(selecting(), {
  local: { query: 'e', searchResult: { query: 'e', assets: [unheld[0]!, stranger, unheld[1]!] } },
});
export const SearchWithoutResult: Story = story(selecting(), {
  local: { query: 'zzz', searchResult: { query: 'zzz', assets: [], problem: problem('service-down') } },
});
export const ReviewingUnverified: Story = story(
  reviewing({ asset: stranger, quote: { ...quote, pays: amountOf(8453, 'PEPE', '212.4') } }),
);
const dai = assetOf(137, 'DAI', '300', { usd: '300.00' });
const loss = { asset: dai, problem: problem('price-impact') };
export const SelectingHighPriceImpact: Story = story(
  selecting({ assets: [eth, { ...dai, highPriceImpact: true }, ...assets.slice(-1)] }),
);
export const PriceImpact: Story = story(selecting({ assets: [dai], ...loss }));
export const PriceImpactAccepted: Story = story(selecting({ assets: [dai], ...loss }), {
  local: { acceptedImpact: loss.problem },
});
export const SelectingWithoutFunds: Story = story(selecting({ assets: assets.slice(-1) }));
export const SelectingEmptyWallet: Story = story(selecting({ assets: [] }));
export const SelectingOpenAmount: Story = story(donation, { config: openAmount });
export const SelectingOpenAmountTyped: Story = story(
  { ...donation, intent: { ...openIntent, amount: '12500000' }, asset: eth },
  { config: openAmount, local: { amount: '12.5' } },
);
export const SelectingSuggestedAmounts: Story = story(donation, {
  config: { ...openAmount, minAmount: '5', presets: ['5', '10', '25'] },
  local: { amount: '4' },
});
export const SelectingOpenAmountAmbiguous: Story = story(donation, {
  config: openAmount,
  local: { amount: '1,234' },
});
export const SelectingOpenRecipient: Story = story(
  selecting({ payerFields: ['recipient'], intent: { ...openIntent, amount: price.amount } }),
  { local: { recipient: '0x12' } },
);
const rejected = problem('wallet-rejected');
export const SelectingRejected: Story = story(selecting({ accounts: [], assets: [], problem: rejected }));

const { quote: _quote, confirming: _no, ...first } = reviewing();
export const QuotingFirst: Story = story({ ...first, name: 'quoting' });
export const QuotingAgain: Story = story({ ...reviewing(), name: 'quoting', quote });

export const Reviewing: Story = story(reviewing());
export const ReviewingFeesOpen: Story = unfolded(story(reviewing()));
export const ReviewingFree: Story = story(reviewing({ quote: freeQuote }));
export const ReviewingCapped: Story = story(reviewing({ quote: cappedQuote }));
const dollars = (amount: string): KnownAmount => amountOf(42161, 'USDC', amount, amount);
export const ReviewingPartlySponsored: Story = unfolded(
  story(
    reviewing({
      quote: {
        ...cappedQuote,
        sponsored: {
          ...cappedQuote.sponsored!,
          shares: {
            execution: { total: dollars('1.20'), sponsored: dollars('1.20') },
            swap: { total: dollars('1.10'), sponsored: dollars('0.80') },
            hub: { total: dollars('0.01'), sponsored: dollars('0') },
          },
        },
        topup: amountOf(42161, 'ETH', '0.0006', '2.00'),
        exchangeLossUsd: '0.31',
      },
    }),
  ),
);
export const ReviewingPriceImpactAccepted: Story = story(
  reviewing({
    intent: { ...reviewing().intent, overridePriceImpact: true },
    quote: { ...quote, pays: amountOf(137, 'DAI', '32.05', '32.04'), exchangeLossUsd: '6.90' },
  }),
);
export const ReviewingNoFees: Story = story(reviewing({ quote: { ...quote, fees: {} } }));
const unpriced = { ...quote.fees, gas: amountOf(8453, 'ETH', '0.0000021') };
export const ReviewingFeeWithoutPrice: Story = story(reviewing({ quote: { ...quote, fees: unpriced } }));
export const ReviewingNotReady: Story = story(reviewing(), { mayPress: false });
export const ReviewingConfirming: Story = story(reviewing({ confirming: true }));
export const ReviewingPriceMoved: Story = story(reviewing({ problem: problem('price-moved') }));
export const ReviewingRejected: Story = story(reviewing({ problem: problem('wallet-rejected') }));
export const ReviewingCodeNotLoaded: Story = story(reviewing({ problem: marked('service-down', NOT_LOADED) }));
const toOwnAddress = reviewing({
  intent: { ...reviewing().intent, recipient: PAYER },
  quote: {
    ...quote,
    recipient: PAYER,
    warnings: [{ rule: 'account', path: 'intent.recipient', message: 'The account is a contract.' }],
  },
});
export const ReviewingOwnAddress: Story = story(toOwnAddress);
export const ReviewingOwnAddressTicked: Story = story(toOwnAddress, {
  local: { ownAddress: `${PAYER} ${quote.receives.chainId}` },
});
export const ReviewingWarnings: Story = unfolded(
  story(
    reviewing({
      quote: {
        ...quote,
        refundTo: '0x00000000000000000000000000000000000000aa',
        warnings: [{ rule: 'G12', path: 'details', message: 'The service expects this to take longer than usual.' }],
      },
    }),
    { config: { pinned: false } },
  ),
);

export const AuthorizingApproval: Story = story(authorizing(0, ['approve', 'deposit']));
export const AuthorizingPayment: Story = story(authorizing(1, ['approve', 'deposit']));
export const AuthorizingThreeSteps: Story = story(authorizing(1, ['approve', 'approve', 'deposit']));
export const AuthorizingSwitch: Story = story(authorizing(0, ['deposit'], { phase: 'switching' }));
export const AuthorizingConfirming: Story = story(authorizing(0, ['approve', 'deposit'], { phase: 'confirming' }));
/** One wallet prompt asks for the approval and the payment. Both steps complete at the same time. */
const batch = authorizing(0, ['approve', 'deposit']);
export const AuthorizingBatch: Story = story({ ...batch, step: { ...batch.steps[1]!, index: 0 } });
export const AuthorizingAlreadyPaid: Story = story(
  authorizing(1, ['approve', 'deposit'], { problem: problem('already-paid') }),
);
export const AuthorizingStalled: Story = story(authorizing(1, ['approve', 'deposit'], { stalled: true }));

export const AwaitingDeposit: Story = story(awaiting({ deadline: NOW + 1_800_000 }));
const longAmount = amountOf(8453, 'ETH', '0.007112345678901234', '25.04');
export const AwaitingDepositLongAmount: Story = story({ ...awaiting(), amount: longAmount });
export const AwaitingDepositWithoutDeadline: Story = story(awaiting());
export const AwaitingDepositExpired: Story = story(awaiting({ deadline: NOW - 1_000 }));
const underpaid = depositPayment({ arrived: '7000000000000000' });
export const ProcessingUnderpaid: Story = story(processing({ payment: underpaid, sent: true, status: 'failure' }));
export const RefundedUnderpaid: Story = story({ ...refunded(amountOf(8453, 'ETH', '0.007')), payment: underpaid });
export const RefundedAfterDeadline: Story = story({ ...refunded(null), payment: depositPayment({ isLate: true }) });
export const SucceededOverpaid: Story = story({
  ...succeeded,
  payment: depositPayment({ extraDeposits: [legOf('refund')] }),
});
export const SucceededOverpaidRefundFailed: Story = story({
  ...succeeded,
  payment: depositPayment({ extraDeposits: [legOf('pending'), legOf('failure')] }),
});

export const ProcessingSent: Story = story(processing());
export const ProcessingSigned: Story = story(processing({ payment: { ...payment, signed: true } }));
export const ProcessingBatchPending: Story = story(processing({ payment: { ...payment, batched: true } }));
export const ProcessingConfirmed: Story = story(processing({ sent: true, status: 'pending' }));
export const ProcessingSlow: Story = story(processing({ sent: true, slow: true, since: NOW - 180_000 }));
export const ProcessingNotDelivered: Story = story(processing({ sent: true, status: 'failure' }));
export const ProcessingOffline: Story = story(processing({ sent: true, problem: problem('offline', 'on-its-way') }));
const unlinked = { ...sentPayment, submissions: [{ ...transaction(8453), url: null }] };
export const ProcessingNoExplorer: Story = story(processing({ payment: unlinked }));
export const ProcessingUnknown: Story = story(processing({ payment, status: 'unknown' }));

export const Succeeded: Story = story(succeeded);
export const SucceededFeeWithoutPrice: Story = story({
  ...succeeded,
  payment: { ...sentPayment, quote: { ...quote, fees: unpriced } },
});
export const SucceededOpenAmount: Story = story(succeeded, { config: openAmount });
export const RefundedWhole: Story = story(refunded(quote.pays));
export const RefundedLess: Story = story(refunded(amountOf(8453, 'ETH', '0.0069')));
export const RefundedOtherToken: Story = story(refunded(amountOf(42161, 'USDC', '24.2')));
export const RefundedOnlyClaimed: Story = story(refunded(null));
export const FailedChecking: Story = story(failed('unknown'));
export const FailedWithSupport: Story = story(failed('unknown'), {
  config: { supportUrl: 'mailto:help@shop.example' },
});
export const SucceededWithReturn: Story = story(succeeded, { config: { returnUrl: 'https://shop.example/thanks' } });
export const FailedInWallet: Story = story(failed('in-wallet'));
export const FailedOnItsWay: Story = story(failed('on-its-way'));

const history = (of: Parameters<typeof historyScreen>[0], args?: Partial<Args>): Story =>
  story(selecting(), { history: historyScreen(of) }, args);
export const HistoryLoading: Story = history({ loading: true });
export const HistoryEmpty: Story = history({});
export const HistoryUnavailable: Story = history({ problem: unreachable });
export const History: Story = history({ payments, hasMore: true });
export const HistoryLoadingMore: Story = history({ payments: payments.slice(0, 2), hasMore: true, loading: true });
export const HistoryOfThisDevice: Story = history({ payments: payments.slice(0, 2), problem: unreachable });
export const HistoryNoWallet: Story = story(selecting({ accounts: [] }), {
  history: historyScreen({ payments: payments.slice(0, 3) }),
});
export const HistoryPayment: Story = history({ payments, opened: payments[1]! });
export const HistoryPaymentRunning: Story = history({ payments, opened: payments[0]! });
export const HistoryPaymentUnknown: Story = history({ payments, opened: payments[5]! });
export const PanelHistory: Story = history({ payments }, { layout: 'panel' });

export const PanelSelecting: Story = story(selecting(), {}, { layout: 'panel' });
export const PanelReviewing: Story = story(reviewing(), {}, { layout: 'panel' });
export const PanelSelectingWallet: Story = story(selecting({ accounts: [], assets: [] }), {}, { layout: 'panel' });
export const PanelProcessing: Story = story(processing({ sent: true }), {}, { layout: 'panel' });
export const PanelSucceeded: Story = story(succeeded, {}, { layout: 'panel' });
export const PanelUnavailable: Story = story(
  { name: 'idle', problem: problem('service-down') },
  {},
  { layout: 'panel' },
);
export const PanelUnfinished: Story = story({ name: 'idle', unfinished: sentPayment }, {}, { layout: 'panel' });

/** Shows the text of an error code on the review screen. Choose the code in the controls. */
export const AnyError: StoryObj<Args & { code: ErrorCode }> = {
  args: { code: 'insufficient-native' },
  argTypes: { code: { control: 'select', options: Object.keys(errorCodes) } },
  render: ({ code, ...chosen }) => show(reviewing({ problem: problem(code) }), chosen),
};
