/** The end of a payment that was not delivered. */
import type { Meta } from '@storybook/web-components-vite';
import { underpaid } from '../support/moments.js';
import { amountOf, depositPayment, failed, quote, refunded } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Refunded or failed', args, argTypes };
export default meta;

export const Refunded: Story = story(refunded(quote.pays));
export const RefundedLess: Story = story(refunded(amountOf(8453, 'ETH', '0.0069')));
export const RefundedInAnotherToken: Story = story(refunded(amountOf(42161, 'USDC', '24.2')));
export const RefundOnlyClaimed: Story = story(refunded(null));
export const RefundedTooSmallDeposit: Story = story({
  ...refunded(amountOf(8453, 'ETH', '0.007')),
  payment: underpaid,
});
export const RefundedLateDeposit: Story = story({ ...refunded(null), payment: depositPayment({ isLate: true }) });
export const Failed: Story = story(failed());
export const FailedWithSupportLink: Story = story(failed(), {
  config: { supportUrl: 'mailto:help@shop.example' },
});
