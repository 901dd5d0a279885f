/** The pay button before the payer presses it, and the question about an unfinished payment. */
import type { Meta } from '@storybook/web-components-vite';
import { openAmount } from '../support/moments.js';
import { sentPayment } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Button', args, argTypes };
export default meta;

export const PayButton: Story = story({ name: 'idle' }, { open: false });
export const PayButtonWithoutAmount: Story = story({ name: 'idle' }, { open: false, config: openAmount });
export const PayButtonDisabled: Story = story({ name: 'idle' }, { open: false, config: { disabled: true } });
export const PayButtonWithUnfinishedPayment: Story = story({ name: 'idle', unfinished: sentPayment }, { open: false });
export const UnfinishedPaymentInPanel: Story = story(
  { name: 'idle', unfinished: sentPayment },
  {},
  { layout: 'panel' },
);
