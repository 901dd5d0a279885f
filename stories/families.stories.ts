/** The screens of a payer with an SVM wallet, of a payer at the perps venue, and of a payer with two wallets. */
import type { Meta } from '@storybook/web-components-vite';
import { errorInfo, HubPayError, type ErrorCode } from '../src/errors.js';
import type { ErrorInfo } from '../src/types.js';
import {
  allAssets,
  allWallets,
  KEYLESS,
  SVM_PAYER,
  svmAccount,
  svmAmount,
  svmAssets,
  svmAuthorizing,
  svmPayment,
  svmQuote,
  svmReviewing,
  svmSelecting,
  venueAuthorizing,
  venueQuote,
  venueReviewing,
} from './support/families.js';
import {
  account,
  NOW,
  payment,
  price,
  problem,
  processing,
  selecting,
  selection,
  succeeded,
} from './support/payments.js';
import { argTypes, args, story, unfolded, unfoldedAtEnd, type Args, type Story } from './support/story.js';

const meta: Meta<Args> = { title: 'Families', args, argTypes };
export default meta;

/** Creates an error whose details contain the reason of a chain, of a guard rule or of the venue. */
const explained = (code: ErrorCode, details: string, given: Partial<ErrorInfo> = {}): ErrorInfo => ({
  ...errorInfo(new HubPayError(code, 'For a developer.', { details })),
  ...given,
});

const both = selecting({ accounts: [account, svmAccount], assets: allAssets, wallets: allWallets });
export const BothConnected: Story = story(both);
export const PanelBothConnected: Story = story(both, {}, { layout: 'panel' });
export const OneDropped: Story = story(svmSelecting());
export const AddWallet: Story = story(selecting({ wallets: allWallets }));
export const AddWalletOpen: Story = unfoldedAtEnd(AddWallet);
export const SecondConnecting: Story = unfoldedAtEnd(story(selecting({ wallets: allWallets, connecting: 'Phantom' })));
export const SecondLoading: Story = story({ ...both, assets: selection.assets, loading: 'assets' });
export const WalletsOfBoth: Story = story(selecting({ accounts: [], assets: [], wallets: allWallets }));

export const SvmAssets: Story = story(svmSelecting({ wallets: allWallets.slice(-2) }));
export const SvmReviewing: Story = unfolded(story(svmReviewing()));
export const SvmReviewingUnverified: Story = story(
  svmReviewing({
    asset: svmAssets.at(-1)!,
    quote: { ...svmQuote, pays: svmAmount('BONK', '1043210.12345', '25.06') },
  }),
);
export const PanelSvmReviewing: Story = story(svmReviewing(), {}, { layout: 'panel' });
export const SvmAuthorizing: Story = story(svmAuthorizing());
export const SvmAuthorizingStalled: Story = story(svmAuthorizing({ stalled: true }));
export const SvmProcessing: Story = story(processing({ payment: svmPayment, sent: true }));
export const SvmSucceeded: Story = story({
  ...succeeded,
  payment: svmPayment,
  receipt: { ...succeeded.receipt, paid: svmQuote.pays, origin: svmPayment.submissions },
});

const tooLarge = svmAssets.map((asset, index) => ({
  ...asset,
  ...(index === 1 && { disabled: 'transaction-too-large' as const }),
}));
export const SvmTooLarge: Story = story(svmSelecting({ assets: tooLarge, problem: problem('transaction-too-large') }));
const failing = explained('reverted', '{"InstructionError":[1,{"Custom":1}]} Program log: Error', {
  money: 'not-sent',
});
export const SvmSimulationFailed: Story = story(svmSelecting({ problem: failing }));
export const SvmSimulationFailedLate: Story = story(svmReviewing({ problem: failing }));
export const SvmBlockhashExpired: Story = story(svmReviewing({ problem: problem('quote-expired') }));
export const SvmExpiredAfterSend: Story = story(svmReviewing({ problem: problem('expired') }));
export const SvmAlteredByWallet: Story = story(
  svmReviewing({ problem: explained('quote-unsafe', 'G46 The wallet changed the transaction.') }),
);
export const SvmAccountChanged: Story = story(
  svmReviewing({
    problem: { ...problem('account-changed'), values: { old: SVM_PAYER, new: KEYLESS } },
  }),
);
export const SvmNoNative: Story = story(
  svmReviewing({ problem: { ...problem('insufficient-native'), values: { native: 'SOL', amount: '0.00089088 SOL' } } }),
);

export const VenueReviewing: Story = story(venueReviewing());
export const VenueFirstSignature: Story = story(venueAuthorizing(0));
export const VenueSecondSignature: Story = story(venueAuthorizing(1));
export const VenueSecondStalled: Story = story(venueAuthorizing(1, { stalled: true }));
const signed = { ...payment, quote: venueQuote, signed: true } as const;
export const VenueProcessing: Story = story(processing({ payment: signed }));
export const VenueRefused: Story = story(
  venueReviewing({ problem: explained('venue-refused', 'Insufficient margin for the transfer') }),
);
export const VenueUnknown: Story = story(
  processing({
    payment: signed,
    since: NOW - 180_000,
    slow: true,
    problem: explained('outcome-unknown', 'The exchange of the venue gave no answer.'),
  }),
);

export const RecipientOfOtherFamily: Story = story(
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
export const TypedRecipientOfOtherFamily: Story = story(
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
export const KeylessRecipient: Story = unfolded(
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
