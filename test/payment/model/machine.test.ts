import { expect } from 'chai';
import { idle, transition } from '../../../src/payment/model/machine.js';
import { deepFreeze } from '../../../src/shared/deep-freeze.js';
import type { StateName } from '../../../src/events.js';
import type { PaymentEvent, PaymentState } from '../../../src/payment/model/state.js';
import { eventOf } from './events.js';
import {
  asset,
  NOW,
  otherAccount,
  payment,
  paymentOf,
  problemOf,
  quote,
  receiptOf,
  selection,
  states,
  stepOf,
  toAddress,
} from '../../support/samples.js';
import { run, nameAfter } from './run.js';

describe('transition for a listed pair', () => {
  const problem = problemOf('reverted');
  const { requestId } = payment;
  const rows: [from: keyof typeof states, event: PaymentEvent, to: StateName][] = [
    ['idle', { type: 'opened' }, 'selecting'],
    ['idle', { type: 'resumed', payment, status: 'pending', since: NOW }, 'processing'],
    ['selecting', { type: 'unavailable', problem }, 'idle'],
    ['selecting', { type: 'connected', account: otherAccount }, 'selecting'],
    ['selecting', { type: 'assets-loaded', assets: [asset], done: true }, 'selecting'],
    ['selecting', { type: 'asset-picked', chainId: asset.chainId, currency: asset.currency }, 'quoting'],
    ['selecting', { type: 'quote-asked' }, 'quoting'],
    ['quoting', { type: 'back' }, 'selecting'],
    ['reviewing', { type: 'back' }, 'selecting'],
    ['confirming', { type: 'back' }, 'selecting'],
    ['quoting', { type: 'quote-guarded', intent: selection.intent, quote }, 'reviewing'],
    ['quoting', { type: 'quote-refused', problem }, 'selecting'],
    ['reviewing', { type: 'quote-aged' }, 'quoting'],
    ['reviewing', { type: 'confirmed' }, 'reviewing'],
    ['confirming', { type: 'authorized', payment, steps: [stepOf('deposit')] }, 'authorizing'],
    ['confirming', { type: 'confirm-vetoed' }, 'reviewing'],
    ['authorizing', { type: 'step-submitted', payment, paying: false, at: NOW }, 'authorizing'],
    ['authorizing', { type: 'step-submitted', payment, paying: true, at: NOW }, 'processing'],
    ['authorizing', { type: 'rejected', problem }, 'reviewing'],
    ['authorizing', { type: 'outcome-unknown', at: NOW }, 'processing'],
    ['processing', { type: 'reverted', requestId, problem }, 'reviewing'],
    ['processing', { type: 'cancelled', requestId, problem }, 'reviewing'],
    ['processing', { type: 'status', status: 'pending' }, 'processing'],
    ['processing', { type: 'succeeded', receipt: receiptOf(payment), at: NOW }, 'succeeded'],
    ['processing', { type: 'refunded', refund: states.refunded.refund }, 'refunded'],
    ['processing', { type: 'failure-confirmed', problem }, 'failed'],
    ['processing', { type: 'slow' }, 'processing'],
    ['awaiting', { type: 'back' }, 'selecting'],
    ['awaiting', { type: 'resumed', payment, status: 'pending', since: NOW }, 'processing'],
    ['awaiting', { type: 'closed' }, 'awaiting-deposit'],
    ['awaiting', { type: 'intent-changed' }, 'awaiting-deposit'],
    ['failed', { type: 'refunded', refund: states.refunded.refund }, 'refunded'],
    ['failed', { type: 'succeeded', receipt: receiptOf(payment), at: NOW }, 'succeeded'],
    ['succeeded', { type: 'reset' }, 'idle'],
    ['refunded', { type: 'reset' }, 'idle'],
    ['failed', { type: 'reset' }, 'idle'],
    ['selecting', { type: 'closed' }, 'idle'],
    ['quoting', { type: 'intent-changed' }, 'idle'],
    ['reviewing', { type: 'closed' }, 'idle'],
  ];
  for (const [from, event, to] of rows) {
    it(`leads from ${from} to ${to} when ${event.type} arrives`, () => {
      expect(nameAfter(states[from], event)).to.equal(to);
    });
  }
});

describe('transition for an unlisted pair', () => {
  /** For each event type, the states in which the event has an effect. */
  const listed: Record<PaymentEvent['type'], (keyof typeof states)[]> = {
    opened: ['idle'],
    closed: ['selecting', 'quoting', 'reviewing', 'confirming'],
    'intent-changed': ['selecting', 'quoting', 'reviewing', 'confirming', 'succeeded', 'refunded', 'failed'],
    unavailable: ['idle', 'selecting'],
    'intent-parsed': ['selecting', 'quoting', 'reviewing', 'confirming'],
    'wallets-found': ['selecting', 'quoting', 'reviewing', 'confirming'],
    connecting: ['selecting', 'quoting', 'reviewing', 'confirming'],
    'connect-failed': ['selecting', 'quoting', 'reviewing', 'confirming'],
    connected: ['selecting', 'quoting', 'reviewing', 'confirming'],
    disconnected: ['selecting', 'quoting', 'reviewing', 'confirming'],
    'wallet-dropped': ['selecting', 'quoting', 'reviewing', 'confirming'],
    'assets-loaded': ['selecting', 'quoting', 'reviewing', 'confirming'],
    'assets-failed': ['selecting', 'quoting', 'reviewing', 'confirming'],
    'amount-typed': [],
    'recipient-typed': [],
    'refund-to-typed': [],
    'deposit-address-picked': [],
    'deposit-awaited': ['idle', 'selecting', 'quoting', 'awaiting'],
    'asset-picked': ['selecting'],
    'destination-picked': [],
    'loss-accepted': [],
    'quote-asked': ['selecting'],
    'quote-guarded': ['quoting'],
    'quote-refused': ['quoting'],
    'quote-delayed': ['quoting'],
    'quote-aged': ['reviewing'],
    'quote-attested': ['reviewing'],
    'fee-warned': ['reviewing', 'confirming'],
    back: ['quoting', 'reviewing', 'confirming', 'awaiting'],
    confirmed: ['reviewing'],
    'confirm-vetoed': ['confirming'],
    authorized: ['confirming'],
    'step-phase': ['authorizing'],
    'wallet-silent': ['authorizing'],
    'step-submitted': ['awaiting', 'authorizing', 'processing', 'succeeded', 'refunded', 'failed'],
    rejected: ['authorizing'],
    'outcome-unknown': ['authorizing'],
    'unfinished-found': ['idle'],
    resumed: ['idle', 'selecting', 'quoting', 'reviewing', 'confirming', 'awaiting'],
    'payment-updated': ['awaiting', 'authorizing', 'processing', 'succeeded', 'refunded', 'failed'],
    sent: ['processing'],
    reverted: ['processing'],
    cancelled: ['processing'],
    abandoned: [],
    status: ['processing'],
    'status-silent': ['processing'],
    'answered-late': [],
    slow: ['processing'],
    'signature-asked': ['processing'],
    'prompt-confirmed': [],
    'signature-confirmed': [],
    succeeded: ['processing', 'failed'],
    refunded: ['processing', 'failed', 'refunded'],
    'failure-confirmed': ['processing'],
    reset: ['succeeded', 'refunded', 'failed'],
    'wallet-picked': [],
    'wallet-closed': [],
    'resume-asked': [],
    'visibility-changed': [],
    woken: [],
  };
  for (const [type, from] of Object.entries(listed)) {
    it(`returns the very same object when ${type} is not listed for the state`, () => {
      const event = eventOf(type as PaymentEvent['type']);
      for (const [name, state] of Object.entries<PaymentState>(states)) {
        const next = transition(deepFreeze(state), deepFreeze(event));
        if (from.includes(name as keyof typeof states)) expect(next, `${name} × ${type}`).not.to.equal(state);
        else expect(next, `${name} × ${type}`).to.equal(state);
      }
    });
  }
});

describe('transition', () => {
  it('F-41 keeps the payer of a committed payment when the wallet switches the account', () => {
    expect(run(states.processing, { type: 'connected', account: otherAccount })).to.equal(states.processing);
  });

  it('keeps the open prompt and reports already-paid once when another payment resumes', () => {
    const other = { type: 'resumed', payment: paymentOf(2), status: 'waiting', since: NOW } as const;
    const told = run(states.authorizing, other);
    expect(told).to.include({ name: 'authorizing' }).and.to.have.nested.property('problem.code', 'already-paid');
    expect(told).to.have.property('payment', states.authorizing.payment);
    expect(run(told, other)).to.equal(told);
    const sent = run(told, { type: 'step-submitted', payment, paying: true, at: NOW });
    expect(sent).to.include({ name: 'processing' }).and.not.to.have.property('problem');
  });

  it('keeps the old quote when a new one is requested', () => {
    expect(run(states.reviewing, { type: 'quote-aged' })).to.have.property('quote', quote);
  });

  it('F-61 keeps the state when a second press or quote-aged arrives during the check of the first press', () => {
    expect(run(states.confirming, { type: 'confirmed' })).to.equal(states.confirming);
    expect(run(states.confirming, { type: 'quote-aged' })).to.equal(states.confirming);
  });

  it('authorizes a payment only when the review was pressed and there are steps', () => {
    const authorized = { type: 'authorized', payment, steps: [stepOf('deposit')] } as const;
    expect(run(states.reviewing, authorized)).to.equal(states.reviewing);
    expect(run(states.confirming, { ...authorized, steps: [] })).to.equal(states.confirming);
  });

  it('abandons a payment only when the wallet’s answer was lost', () => {
    const uncertain = run(states.authorizing, { type: 'outcome-unknown', at: NOW });
    expect(nameAfter(uncertain, { type: 'abandoned' })).to.equal('selecting');
    expect(run(states.processing, { type: 'abandoned' })).to.equal(states.processing);
  });

  it('F-156 shows an order as paid when no other payment is on the screen', () => {
    const recalled = paymentOf(2);
    const event = { type: 'succeeded', receipt: receiptOf(recalled), at: NOW, recalled } as const;
    for (const from of [states.idle, states.selecting, states.quoting, states.reviewing])
      expect(run(from, event)).to.deep.include({ name: 'succeeded', payment: recalled });
    for (const from of [states.authorizing, states.processing, states.succeeded, states.refunded, states.failed])
      expect(run(from, event)).to.equal(from);
  });

  it('shows a problem when the status is silent, and removes it with the next status', () => {
    const silent = run(states.processing, { type: 'status-silent', problem: problemOf('offline') });
    expect(silent).to.have.nested.property('problem.code', 'offline');
    expect(run(silent, { type: 'status-silent', problem: null })).to.deep.equal(states.processing);
    expect(run(silent, { type: 'status', status: 'pending' })).not.to.have.property('problem');
  });

  it('S-43 asks for another signature until the press or the end of the question, and only one press counts', () => {
    const asked = run(states.processing, { type: 'signature-asked', step: stepOf('authorize1') });
    expect(asked).to.deep.include({ again: { step: stepOf('authorize1'), confirmed: false } });
    const pressed = run(asked, { type: 'signature-confirmed' });
    expect(pressed).to.have.nested.property('again.confirmed', true);
    expect(run(pressed, { type: 'signature-confirmed' })).to.equal(pressed);
    for (const state of [asked, pressed])
      expect(run(state, { type: 'signature-asked', step: null })).to.deep.equal(states.processing);
  });

  it('marks the wallet as stalled only when its prompt is open', () => {
    expect(run(states.authorizing, { type: 'wallet-silent' })).to.have.property('stalled', true);
    const mined = run(states.authorizing, { type: 'step-submitted', payment, paying: false, at: NOW });
    expect(run(mined, { type: 'wallet-silent' })).to.have.property('stalled', false);
  });

  it('offers an unfinished payment when the state is idle', () => {
    expect(run(idle, { type: 'unfinished-found', payment })).to.deep.equal({ name: 'idle', unfinished: payment });
  });

  it('shows no deposit address when the amount to send is unknown', () => {
    const payment = toAddress(paymentOf(1));
    const { quote: known } = payment;
    const unknown = { ...known, pays: { ...known.pays, amount: null, amountFormatted: null } };
    for (const from of [states.idle, states.selecting, states.quoting]) {
      expect(nameAfter(from, { type: 'deposit-awaited', payment })).to.equal('awaiting-deposit');
      expect(run(from, { type: 'deposit-awaited', payment: { ...payment, quote: unknown } })).to.equal(from);
    }
  });
});
