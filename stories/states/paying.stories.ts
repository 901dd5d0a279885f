/** The steps of the payment, while the wallet asks the payer. */
import type { Meta } from '@storybook/web-components-vite';
import type { StateOf } from '../../src/payment/model/state.js';
import { svmAuthorizing } from '../support/families.js';
import { amountOf, authorizing, payment, problem, quote } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Paying', args, argTypes };
export default meta;

/** Creates the state of a payment with a token that needs an approval. */
const approving = (...[index, ids, change]: Parameters<typeof authorizing>): StateOf<'authorizing'> =>
  authorizing(index, ids, {
    payment: { ...payment, quote: { ...quote, pays: amountOf(8453, 'USDC', '25.06', '25.06') } },
    ...change,
  });

export const WalletIsAskedForItsNetwork: Story = story(authorizing(0, ['deposit'], { phase: 'preparing' }));
export const WalletDoesNotTellItsNetwork: Story = story(
  authorizing(0, ['deposit'], { phase: 'preparing', stalled: true }),
);
export const WalletNeedsAPress: Story = story(approving(1, ['approve', 'deposit'], { phase: 'press' }));
export const WalletAsksForApproval: Story = story(approving(0, ['approve', 'deposit']));
export const WalletAsksForPayment: Story = story(approving(1, ['approve', 'deposit']));
export const WalletAsksThreeTimes: Story = story(approving(1, ['approve', 'approve', 'deposit']));

/** One wallet prompt asks for the approval and the payment. Both steps complete at the same time. */
const batch = approving(0, ['approve', 'deposit']);
export const WalletAsksOnce: Story = story({ ...batch, step: { ...batch.steps[1]!, index: 0 } });
export const WalletAsksToSwitchNetwork: Story = story(authorizing(0, ['deposit'], { phase: 'switching' }));
export const ApprovalConfirming: Story = story(approving(0, ['approve', 'deposit'], { phase: 'confirming' }));
export const AlreadyPaid: Story = story(approving(1, ['approve', 'deposit'], { problem: problem('already-paid') }));
export const WalletDoesNotAnswer: Story = story(approving(1, ['approve', 'deposit'], { stalled: true }));
export const SolanaWalletAsks: Story = story(svmAuthorizing());
export const SolanaWalletDoesNotAnswer: Story = story(svmAuthorizing({ stalled: true }));
