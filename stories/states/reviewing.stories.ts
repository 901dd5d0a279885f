/** The review of a quote, before the payer presses the pay button. */
import type { Meta } from '@storybook/web-components-vite';
import type { KnownAmount } from '../../src/types.js';
import { KEYLESS, svmAmount, svmAssets, svmQuote, svmReviewing } from '../support/families.js';
import { dai, stranger, unpriced } from '../support/moments.js';
import { amountOf, cappedQuote, freeQuote, PAYER, price, quote, reviewing } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story, unfolded } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Reviewing', args, argTypes };
export default meta;

export const Review: Story = story(reviewing());
export const ReviewInPanel: Story = story(reviewing(), {}, { layout: 'panel' });
export const ReviewWithFeesOpen: Story = unfolded(story(reviewing()));
export const ReviewWithoutFees: Story = story(reviewing({ quote: { ...quote, fees: {} } }));
export const ReviewWithWarnings: Story = unfolded(
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
export const ReviewWithUncheckedRate: Story = story(reviewing({ quote: { ...quote, rateUnchecked: true } }));
export const FeesPaidByMerchant: Story = story(reviewing({ quote: freeQuote }));
export const FeesPaidUpToALimit: Story = story(reviewing({ quote: cappedQuote }));

const dollars = (amount: string): KnownAmount => amountOf(42161, 'USDC', amount, amount);
export const FeesPaidInPart: Story = unfolded(
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
export const FeeWithoutPrice: Story = story(reviewing({ quote: { ...quote, fees: unpriced } }));
export const HighPriceImpactAccepted: Story = story(
  reviewing({
    asset: dai,
    intent: { ...reviewing().intent, overridePriceImpact: true },
    quote: { ...quote, pays: amountOf(137, 'DAI', '32.05', '32.04'), exchangeLossUsd: '6.90' },
  }),
);
export const UnverifiedToken: Story = story(
  reviewing({ asset: stranger, quote: { ...quote, pays: amountOf(8453, 'PEPE', '212.4') } }),
);

const toOwnAddress = reviewing({
  intent: { ...reviewing().intent, recipient: PAYER },
  quote: {
    ...quote,
    recipient: PAYER,
    warnings: [{ rule: 'account', path: 'intent.recipient', message: 'The account is a contract.' }],
  },
});
export const OwnAddress: Story = story(toOwnAddress);
export const OwnAddressTicked: Story = story(toOwnAddress, {
  local: { ownAddress: `${PAYER} ${quote.receives.chainId}` },
});
export const RecipientWithoutKey: Story = unfolded(
  story(
    svmReviewing({
      intent: { ...svmReviewing().intent, recipient: KEYLESS },
      quote: {
        ...svmQuote,
        receives: svmAmount('USDC', price.amountFormatted, price.amountUsd),
        recipient: KEYLESS,
        warnings: [{ rule: 'G02', path: 'intent.recipient', message: 'No key can control the account.' }],
      },
    }),
  ),
);
export const CostsPerhapsMissing: Story = story(
  reviewing({
    quote: {
      ...quote,
      warnings: [
        {
          rule: 'fee',
          path: 'account.native',
          message: 'The account has too little for the network costs.',
          values: { native: 'ETH', costs: '0.00021 ETH', held: '0.00004 ETH', amount: '0.00017 ETH' },
        },
      ],
    },
  }),
);
export const PayButtonNotReady: Story = story(reviewing(), { mayPress: false });
export const AfterThePress: Story = story(reviewing({ confirming: true }));
export const SolanaReview: Story = unfolded(story(svmReviewing()));
export const SolanaReviewInPanel: Story = story(svmReviewing(), {}, { layout: 'panel' });
export const SolanaUnverifiedToken: Story = story(
  svmReviewing({
    asset: svmAssets.at(-1)!,
    quote: { ...svmQuote, pays: svmAmount('BONK', '1043210.12345', '25.06') },
  }),
);
