/** The receipt of a delivered payment. */
import type { Meta } from '@storybook/web-components-vite';
import { svmPayment, svmQuote } from '../support/families.js';
import { openAmount, unpriced } from '../support/moments.js';
import { depositPayment, legOf, quote, sentPayment, succeeded } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Receipt', args, argTypes };
export default meta;

export const Receipt: Story = story(succeeded);
export const ReceiptInPanel: Story = story(succeeded, {}, { layout: 'panel' });
export const ReceiptWithWayBack: Story = story(succeeded, { config: { returnUrl: 'https://shop.example/thanks' } });
export const ReceiptOfDonation: Story = story(succeeded, { config: openAmount });
export const ReceiptWithFeeWithoutPrice: Story = story({
  ...succeeded,
  payment: { ...sentPayment, quote: { ...quote, fees: unpriced } },
});
export const ReceiptOfTooLargeDeposit: Story = story({
  ...succeeded,
  payment: depositPayment({ extraDeposits: [legOf('refund')] }),
});
export const ReceiptWithFailedReturn: Story = story({
  ...succeeded,
  payment: depositPayment({ extraDeposits: [legOf('pending'), legOf('failure')] }),
});
export const SolanaReceipt: Story = story({
  ...succeeded,
  payment: svmPayment,
  receipt: { ...succeeded.receipt, paid: svmQuote.pays, origin: svmPayment.submissions },
});
