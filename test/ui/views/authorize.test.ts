import { expect } from '@open-wc/testing';
import { errorInfo, HubPayError } from '../../../src/errors.js';
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

const signing: StepRef[] = [
  { id: 'approve', kind: 'transaction', index: 0, count: 2 },
  { id: 'authorize2', kind: 'signature', index: 1, count: 2 },
];

describe('authorize view after an earlier payment went out', () => {
  afterEach(clear);

  const problem = errorInfo(new HubPayError('already-paid', 'Another payment went out'));

  it('shows and announces that the payer must reject the request, and does not ask to confirm', () => {
    for (const phase of ['switching', 'prompting'] as const) {
      for (const stalled of [false, true]) {
        const state = authorizing(0, ['deposit'], { phase, stalled, problem });
        const said = 'Another payment went out. Your money is on its way. Decline this request in';
        expect(screen(state).text())
          .to.contain(said)
          .and.not.match(/Confirm in|not sent yet|will ask/);
        expect(announced(state)).to.contain(said).and.to.contain('or you pay twice.');
        expect(announcementOf(state, contextOf({})).urgent).to.equal(true);
      }
    }
  });
});

describe('authorize view before the wallet is asked', () => {
  afterEach(clear);

  it('blames neither the wallet nor the network when one of them does not answer', () => {
    const state = authorizing(0, ['deposit'], { phase: 'preparing', stalled: true });
    const said = 'Your wallet or the network has not answered yet.';
    expect(screen(state).text())
      .to.contain(said)
      .and.contain('Getting ready for MetaMask. This payment is not sent yet.')
      .and.not.contain('Don’t see it?');
    expect(announced(state)).to.equal(said);
    expect(announced({ ...state, phase: 'switching' })).to.equal('Don’t see it? Open your wallet.');
  });
});

describe('authorize view of an approval', () => {
  afterEach(clear);

  const ids = ['approve', 'approve', 'deposit'];

  it('waits for the chain, not for the wallet, while the approval confirms', () => {
    const { read, text } = screen(authorizing(1, ids, { phase: 'confirming' }));
    expect(read('primary')).to.equal('Waiting for Base');
    expect(text()).not.to.match(/Confirm in|wallet shows|Don’t see it/);
    expect(text()).to.contain('If you stop, this payment is not sent.');
  });

  it('says that the wallet shows an allowance, and a payment only for the paying step', () => {
    expect(screen(authorizing(0, ids)).text()).not.to.contain('wallet shows');
    expect(screen(authorizing(1, ids)).text()).to.contain('Your wallet shows that 0.0071 ETH may be spent.');
    expect(screen(authorizing(2, ids)).text()).to.contain(
      'Your wallet shows 0.0071 ETH going to the payment contract.',
    );
  });
});

describe('payment by signature', () => {
  afterEach(clear);

  it('has a step to sign the payment, not to approve it', () => {
    const state = { ...authorizing(1, ['approve', 'deposit']), steps: signing, step: signing[1]! };
    expect(steps(state)).to.deep.equal(['done: Allow ETH, done', 'current: Sign the payment, now']);
  });

  it('shows that nothing was sent while the wallet does not answer', () => {
    const state = { ...authorizing(1, ['approve', 'deposit'], { stalled: true }), steps: signing, step: signing[1]! };
    expect(screen(state).text()).to.contain('This payment is not sent yet.');
  });

  it('shows the signature first and the transaction once it is known', () => {
    const { payingHash: _, ...payment } = sentPayment;
    const signed: Payment = { ...payment, submissions: [], signed: true };
    expect(steps(processing({ payment: signed }))[0]).to.equal('done: Payment signed, done');
    expect(announced(processing({ payment: signed }))).to.equal('Payment signed');
    expect(steps(processing({ payment: { ...sentPayment, signed: true } }))[0]).to.contain('Payment sent');
  });

  it('shows the approval in the wallet first when the payment is a batch', () => {
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
    expect(slow).to.contain('Your wallet is sending it').and.contain('reject it in your wallet');
    expect(screen(processing({ payment: batched, sent: true })).text()).to.contain('On its way');
    expect(steps(processing({ payment: { ...sentPayment, batched: true } }))[0]).to.contain('Payment sent');
  });
});

describe('question about a payment of which the service told more before', () => {
  afterEach(clear);

  it('S-3 names the merchant, who knows whether it was paid, and says nothing of a service that never saw it', () => {
    const state = processing({ status: 'unknown', told: true });
    expect(screen(state).text())
      .to.contain('We can’t confirm this payment right now')
      .and.contain('I know it did not arrive, start over')
      .and.not.match(/has not seen it|Pay again/);
    expect(announced(state)).to.equal('We can’t confirm this payment right now');
  });
});
