/** Everything that the payer sees while the payer waits for the delivery. */
import type { Meta } from '@storybook/web-components-vite';
import type { ErrorReason } from '../../src/errors.js';
import { svmPayment, venueQuote } from '../support/families.js';
import { explained, underpaid } from '../support/moments.js';
import { NOW, payment, problem, processing, sentPayment, transaction } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/On its way', args, argTypes };
export default meta;

export const Sent: Story = story(processing());
export const SentInPanel: Story = story(processing({ sent: true }), {}, { layout: 'panel' });

const signed = { ...payment, quote: venueQuote, signed: true } as const;
export const Signed: Story = story(processing({ payment: { ...payment, signed: true } }));
export const SignAgain: Story = story(
  processing({
    payment: { ...payment, signed: true },
    again: { step: { id: 'authorize1', kind: 'signature', index: 0, count: 1 }, confirmed: false },
  }),
);
export const BatchPending: Story = story(processing({ payment: { ...payment, batched: true } }));
export const ConfirmedByChain: Story = story(processing({ sent: true, status: 'pending' }));

const unlinked = { ...sentPayment, submissions: [{ ...transaction(8453), url: null }] };
export const SentWithoutExplorer: Story = story(processing({ payment: unlinked }));
export const TakesLongerThanUsual: Story = story(processing({ sent: true, slow: true, since: NOW - 180_000 }));
export const NotDeliveredYet: Story = story(processing({ sent: true, status: 'failure' }));
export const DepositTooSmall: Story = story(processing({ payment: underpaid, sent: true, status: 'failure' }));
export const Offline: Story = story(processing({ sent: true, problem: problem('offline', 'on-its-way') }));
export const OutcomeUnknown: Story = story(processing({ payment, status: 'unknown' }));
const saying = (reason: ErrorReason): Story =>
  story(processing({ payment, status: 'unknown', problem: { ...problem('outcome-unknown'), reason } }));
export const DeclinedInWords: Story = saying('declined');
export const TooLittleInWords: Story = saying('no-gas');
export const PayButtonWhilePayerWaits: Story = story(processing({ sent: true }), { open: false });
export const SolanaPaymentSent: Story = story(processing({ payment: svmPayment, sent: true }));
export const VenuePaymentSigned: Story = story(processing({ payment: signed }));
export const VenueOutcomeUnknown: Story = story(
  processing({
    payment: signed,
    since: NOW - 180_000,
    slow: true,
    problem: explained('outcome-unknown', 'The exchange of the venue gave no answer.'),
  }),
);
