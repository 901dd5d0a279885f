/** A payment to a deposit address, from any wallet or exchange. */
import type { Meta } from '@storybook/web-components-vite';
import { nothingLoaded } from '../support/moments.js';
import { amountOf, assetOf, awaiting, hiddenAddress, NOW, selecting } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Deposit address', args, argTypes };
export default meta;

const toDepositAddress = selecting({
  ...nothingLoaded,
  loading: null,
  depositAddressFields: ['refundTo'],
  assets: [assetOf(8453, 'ETH', null)],
});
export const TokensToSend: Story = story(toDepositAddress);
export const AddressToPay: Story = story(awaiting({ deadline: NOW + 1_800_000 }));

const longAmount = amountOf(8453, 'ETH', '0.007112345678901234', '25.04');
export const AddressWithLongAmount: Story = story({ ...awaiting(), amount: longAmount });
export const AddressWithoutDeadline: Story = story(awaiting());
export const AddressExpired: Story = story(awaiting({ deadline: NOW - 1_000 }));
export const AddressAfterReload: Story = story({ ...awaiting(), depositAddress: '' });

export const AddressHiddenAfterReload: Story = story(hiddenAddress());
