import { expect } from '@open-wc/testing';
import type { PaymentState } from '../../../src/payment/model/state.js';
import type { Payment, StepRef } from '../../../src/types.js';
import { authorizing, processing, sentPayment } from '../../../stories/support/payments.js';
import { announcementOf } from '../../../src/ui/announcement.js';
import { contextOf } from '../../../stories/support/stage.js';
import { clear, screen } from '../support.js';

const announced = (state: PaymentState): string => announcementOf(state, contextOf({})).text;

const steps = (state: PaymentState): string[] =>
  screen(state)
    .all('step')
    .map((step) => `${step.dataset['status'] ?? ''}: ${step.textContent.replace(/\s+/g, ' ').trim()}`);

/** An approval, then a signature that pays. */
const signing: StepRef[] = [
  { id: 'approve', kind: 'transaction', index: 0, count: 2 },
  { id: 'authorize2', kind: 'signature', index: 1, count: 2 },
];

describe('a payment by signature, on the screen', () => {
  afterEach(clear);

  it('is signed, not approved', () => {
    const state = { ...authorizing(1, ['approve', 'deposit']), steps: signing, step: signing[1]! };
    expect(steps(state)).to.deep.equal(['done: Allow ETH, done', 'current: Sign the payment, now']);
  });

  it('cannot be out while the wallet is silent: nothing else is said', () => {
    const state = { ...authorizing(1, ['approve', 'deposit'], { stalled: true }), steps: signing, step: signing[1]! };
    expect(screen(state).text()).to.contain('Nothing has left your wallet yet.');
  });

  it('is signed before it is sent, by somebody else: that is told once it is known', () => {
    const { payingHash: _, ...payment } = sentPayment;
    const signed: Payment = { ...payment, submissions: [], signed: true };
    expect(steps(processing({ payment: signed }))[0]).to.equal('done: Payment signed, done');
    expect(announced(processing({ payment: signed }))).to.equal('Payment signed');
    expect(steps(processing({ payment: { ...sentPayment, signed: true } }))[0]).to.contain('Payment sent');
  });

  it('is approved in the wallet before it is sent, where it goes with its approval', () => {
    const asked = authorizing(0, ['approve', 'deposit']);
    expect(steps({ ...asked, step: { ...asked.steps[1]!, index: 0 } })).to.deep.equal([
      'current: Allow ETH, now',
      'current: Approve the payment, now',
    ]);
    const { payingHash: _, ...payment } = sentPayment;
    const batched: Payment = { ...payment, submissions: [], batched: true };
    expect(steps(processing({ payment: batched }))[0]).to.equal('done: Approved in the wallet, done');
    expect(announced(processing({ payment: batched }))).to.equal('Approved in the wallet');
    const held = screen(processing({ payment: batched })).text();
    expect(held).to.contain('Your wallet is sending it').and.not.contain(' left').and.not.contain('On its way');
    const slow = screen(processing({ payment: batched, slow: true })).text();
    expect(slow).to.contain('Your wallet is sending it').and.contain('not confirmed it yet');
    expect(screen(processing({ payment: batched, sent: true })).text()).to.contain('On its way');
    expect(steps(processing({ payment: { ...sentPayment, batched: true } }))[0]).to.contain('Payment sent');
  });
});
