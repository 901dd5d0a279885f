/** Problems that stop the payer before a payment is sent. */
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { type ErrorCode, type ErrorReason, errorCodes } from '../../src/errors.js';
import { KEYLESS, SVM_PAYER, svmAssets, svmReviewing, svmSelecting } from '../support/families.js';
import { dai, explained } from '../support/moments.js';
import { amountOf, changedBy, problem, quote, reviewing, selecting, selection } from '../support/payments.js';
import { args, type Args, argTypes, show, story, type Story } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Errors', args, argTypes };
export default meta;

/** Shows the text of an error code on the review screen. Choose the code in the controls. */
export const AnyError: StoryObj<Args & { code: ErrorCode }> = {
  args: { code: 'insufficient-native' },
  argTypes: { code: { control: 'select', options: Object.keys(errorCodes) } },
  render: ({ code, ...chosen }) => show(reviewing({ problem: problem(code) }), chosen),
};
export const Unavailable: Story = story({ name: 'idle', problem: problem('service-down') });
export const UnavailableInPanel: Story = story(
  { name: 'idle', problem: problem('service-down') },
  {},
  { layout: 'panel' },
);

const becauseOf = (code: ErrorCode, reason: ErrorReason) => ({ ...problem(code), reason });
export const StoredPaymentUnreadable: Story = story({
  name: 'idle',
  problem: becauseOf('outcome-unknown', 'unreadable-entry'),
});
export const NotSetUp: Story = story({ name: 'idle', problem: problem('config') }, { open: false });
export const RecipientOfAnotherChain: Story = story(
  {
    name: 'idle',
    problem: {
      ...explained('config', ''),
      message: `recipient="${SVM_PAYER}" is a Solana address, but a chain of the kind evm needs an EVM address.`,
    },
  },
  {},
  { layout: 'panel' },
);

const { recipient: _recipient, ...unaddressed } = selection.intent;
export const TypedRecipientOfAnotherChain: Story = story(
  selecting({
    payerFields: ['recipient'],
    intent: unaddressed,
    wrong: {
      recipient: {
        fault: 'family',
        wanted: 'evm',
        found: 'svm',
        names: { wanted: 'Ethereum', found: 'Solana' },
        message: 'For a developer.',
      },
    },
  }),
  { local: { recipient: SVM_PAYER } },
);

const rejected = problem('wallet-rejected');
export const ConnectionRejected: Story = story(selecting({ accounts: [], assets: [], problem: rejected }));
export const SearchFailed: Story = story(selecting(), {
  local: { query: 'zzz', searchResult: { query: 'zzz', assets: [], problem: problem('service-down') } },
});

const loss = { asset: dai, problem: problem('price-impact') };
export const PriceImpact: Story = story(selecting({ assets: [dai], ...loss }));
export const PriceImpactTicked: Story = story(selecting({ assets: [dai], ...loss }), {
  local: { acceptedImpact: loss.problem },
});
const moved = { ...quote, pays: amountOf(8453, 'ETH', '0.0072', '25.39') };
export const PriceMoved: Story = story(reviewing({ quote: moved, problem: problem('price-moved') }));
export const PaymentRejected: Story = story(reviewing({ problem: problem('wallet-rejected') }));
export const WalletFailed: Story = story(reviewing({ problem: problem('wallet-failed') }));
export const WalletGone: Story = story(reviewing({ problem: becauseOf('wallet-failed', 'wallet-gone') }));
export const WalletSilent: Story = story(reviewing({ problem: becauseOf('wallet-failed', 'wallet-silent') }));
export const WalletWindowBlocked: Story = story(reviewing({ problem: becauseOf('wallet-failed', 'window-blocked') }));
export const WalletHoldsTooLittle: Story = story(reviewing({ problem: becauseOf('wallet-failed', 'no-gas') }));
export const WalletGoneWhileConnecting: Story = story(
  selecting({ accounts: [], assets: [], problem: becauseOf('wallet-failed', 'wallet-gone') }),
);
export const CodeNotLoaded: Story = story(reviewing({ problem: becauseOf('service-down', 'not-loaded') }));

const tooLarge = svmAssets.map((asset, index) => ({
  ...asset,
  ...(index === 1 && { disabled: 'transaction-too-large' as const }),
}));
export const SolanaTransactionTooLarge: Story = story(
  svmSelecting({ assets: tooLarge, problem: problem('transaction-too-large') }),
);

const short = { ...problem('transaction-too-large'), values: { old: 'Old wallet' } };
export const SolanaWalletOfShortTransactions: Story = story(svmSelecting({ assets: tooLarge, problem: short }));
export const SolanaWalletUnable: Story = story(svmReviewing({ problem: problem('wallet-unable') }));

const failing = explained('reverted', '{"InstructionError":[1,{"Custom":1}]} Program log: Error', {
  money: 'not-sent',
});
export const SolanaSimulationFailed: Story = story(svmSelecting({ problem: failing }));
export const SolanaSimulationFailedLate: Story = story(svmReviewing({ problem: failing }));
export const SolanaQuoteExpired: Story = story(svmReviewing({ problem: problem('quote-expired') }));
export const SolanaPaymentExpired: Story = story(svmReviewing({ problem: problem('expired') }));
const changed = explained('quote-unsafe', 'G46 The wallet changed the transaction: a call was added to a program.');
export const SolanaPaymentAltered: Story = story(
  svmReviewing({
    problem: { ...changed, reason: 'wallet-changed', values: changedBy },
  }),
);
export const SolanaAccountChanged: Story = story(
  svmReviewing({
    problem: { ...problem('account-changed'), values: { old: SVM_PAYER, new: KEYLESS } },
  }),
);
export const SolanaFeeMissing: Story = story(
  svmReviewing({ problem: { ...problem('insufficient-native'), values: { native: 'SOL', amount: '0.00089088 SOL' } } }),
);
