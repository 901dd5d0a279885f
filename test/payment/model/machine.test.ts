import { expect } from 'chai';
import { idle, transition } from '../../../src/payment/model/machine.js';
import { isCommitted, isRunning } from '../../../src/payment/model/state.js';
import { hasMissingField } from '../../../src/payment/model/selection.js';
import type { StateName } from '../../../src/events.js';
import type { PaymentEvent, PaymentState } from '../../../src/payment/model/state.js';
import type { Account } from '../../../src/types.js';
import { eventOf } from './events.js';
import {
  account,
  asset,
  eth,
  frozen,
  idOf,
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
  usdc,
} from './samples.js';

const run = (state: PaymentState, ...events: PaymentEvent[]): PaymentState =>
  events.reduce((at, event) => frozen(transition(frozen(at), frozen(event))), state);
const nameAfter = (state: PaymentState, ...events: PaymentEvent[]): StateName => run(state, ...events).name;

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
    ['processing', { type: 'failure-stood', problem }, 'failed'],
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
  /** The states that each event may change. */
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
    'loss-accepted': [],
    'quote-asked': ['selecting'],
    'quote-guarded': ['quoting'],
    'quote-refused': ['quoting'],
    'quote-aged': ['reviewing'],
    'quote-attested': ['reviewing'],
    back: ['quoting', 'reviewing', 'awaiting'],
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
    slow: ['processing'],
    succeeded: ['processing', 'failed'],
    refunded: ['processing', 'failed', 'refunded'],
    'failure-stood': ['processing'],
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
        const next = transition(frozen(state), frozen(event));
        if (from.includes(name as keyof typeof states)) expect(next, `${name} × ${type}`).not.to.equal(state);
        else expect(next, `${name} × ${type}`).to.equal(state);
      }
    });
  }
});

describe('transition with a price impact warning', () => {
  const refusal = problemOf('price-impact');
  const warned = run(states.quoting, { type: 'quote-refused', problem: refusal });
  const accept = { type: 'loss-accepted', refusal } as const;

  it('F-27 keeps the chosen asset and disables no row when the quote is refused with the warning', () => {
    expect(warned).to.deep.equal({ ...states.selecting, asset: selection.asset, problem: refusal });
  });

  it('F-27 sets the override for one quote when the payer accepts, and omits it for the next', () => {
    const quoting = run(warned, accept);
    expect(quoting).to.deep.include({ name: 'quoting', asset });
    expect(quoting).to.have.nested.property('intent.overridePriceImpact', true);
    expect(quoting).not.to.have.nested.property('selection.intent.overridePriceImpact');
    const { intent } = quoting as Extract<PaymentState, { name: 'quoting' }>;
    const aged = run(quoting, { type: 'quote-guarded', intent, quote }, { type: 'quote-aged' });
    expect(aged).to.have.property('name', 'quoting');
    expect(aged).not.to.have.nested.property('intent.overridePriceImpact');
  });

  it('F-27 ignores the acceptance when it names another refusal or its refusal is gone', () => {
    for (const other of [problemOf('price-impact'), problemOf('no-route')]) {
      expect(run(warned, { type: 'loss-accepted', refusal: other })).to.equal(warned);
    }
    for (const gone of [{ type: 'back' }, { type: 'wallet-dropped' }, { type: 'connected', account: otherAccount }]) {
      const left = run(warned, gone as PaymentEvent);
      expect(run(left, accept), gone.type).to.equal(left);
    }
  });
});

describe('transition', () => {
  it('F-39 drops the quote and the chosen asset when another account connects', () => {
    for (const from of [states.quoting, states.reviewing, states.confirming]) {
      const next = run(from, { type: 'connected', account: otherAccount });
      expect(next).to.deep.include({
        name: 'selecting',
        accounts: [otherAccount],
        assets: [],
        asset: null,
        loading: 'assets',
      });
    }
  });

  it('F-42 keeps the state when the same account connects again', () => {
    for (const from of [states.selecting, states.quoting, states.reviewing]) {
      expect(run(from, { type: 'connected', account })).to.deep.equal(from);
    }
  });

  it('F-41 keeps the payer of a committed payment when the wallet switches the account', () => {
    expect(run(states.processing, { type: 'connected', account: otherAccount })).to.equal(states.processing);
  });

  it('returns to the same list with no asset chosen when the payer goes back', () => {
    const next = run(states.reviewing, { type: 'back' });
    expect(next).to.deep.equal({ name: 'selecting', ...selection, asset: null });
  });

  it('removes the chosen asset and account from the intent when the payer goes back', () => {
    const picked = run(states.selecting, { type: 'asset-picked', chainId: 8453, currency: asset.currency });
    expect(picked).to.have.nested.property('intent.originChainId', 8453);
    expect(picked).to.have.nested.property('intent.user', account.address);
    const back = run(picked, { type: 'back' });
    expect(back).to.have.property('intent').that.deep.equals(selection.intent);
  });

  it('keeps the state when the picked asset is disabled or not in the list', () => {
    const poor: PaymentState = { ...states.selecting, assets: [{ ...asset, disabled: 'insufficient-funds' }] };
    const pick = { type: 'asset-picked', chainId: asset.chainId, currency: asset.currency } as const;
    expect(run(poor, pick)).to.equal(poor);
    expect(run(states.selecting, { ...pick, chainId: 1 })).to.equal(states.selecting);
  });

  it('disables the row when the quote is refused because of the asset, but not when the service is down', () => {
    const refused = run(states.quoting, { type: 'quote-refused', problem: problemOf('no-route') });
    expect(refused).to.have.nested.property('assets[0].disabled', 'no-route');
    const down = run(states.quoting, { type: 'quote-refused', problem: problemOf('service-down') });
    expect(down).to.have.nested.property('assets[0].disabled', null);
    expect(down).to.have.nested.property('problem.code', 'service-down');
  });

  it('requests no quote when a field is still to be typed', () => {
    const { amount: _, ...openIntent } = selection.intent;
    const open: PaymentState = { ...states.selecting, intent: openIntent, payerFields: ['amount'] };
    const pick = { type: 'asset-picked', chainId: asset.chainId, currency: asset.currency } as const;
    expect(hasMissingField(open)).to.equal(true);
    const waiting = run(open, pick);
    expect(waiting).to.deep.include({ name: 'selecting', asset: selection.asset });
    expect(nameAfter(waiting, { type: 'quote-asked' })).to.equal('selecting');
    expect(nameAfter(waiting, { type: 'amount-typed', amount: '7' }, { type: 'quote-asked' })).to.equal('quoting');
    expect(
      nameAfter(
        waiting,
        { type: 'amount-typed', amount: '7' },
        { type: 'amount-typed', amount: null },
        { type: 'quote-asked' },
      ),
    ).to.equal('selecting');
  });

  it('keeps the old quote when a new one is requested', () => {
    expect(run(states.reviewing, { type: 'quote-aged' })).to.have.property('quote', quote);
  });

  it('F-61 keeps the state when a second press, quote-aged or back arrives during the check of the first press', () => {
    expect(run(states.confirming, { type: 'confirmed' })).to.equal(states.confirming);
    expect(run(states.confirming, { type: 'quote-aged' })).to.equal(states.confirming);
    expect(run(states.confirming, { type: 'back' })).to.equal(states.confirming);
  });

  it('authorizes a payment only when the review was pressed and there are steps', () => {
    const authorized = { type: 'authorized', payment, steps: [stepOf('deposit')] } as const;
    expect(run(states.reviewing, authorized)).to.equal(states.reviewing);
    expect(run(states.confirming, { ...authorized, steps: [] })).to.equal(states.confirming);
  });

  it('restores the review with its list, quote and problem when the wallet rejects', () => {
    const next = run(states.authorizing, { type: 'rejected', problem: problemOf('wallet-rejected') });
    expect(next).to.deep.include({ name: 'reviewing', quote, account, asset, selection, confirming: false });
    expect(next).to.have.nested.property('problem.code', 'wallet-rejected');
  });

  it('restores the review from the payment alone when the page was reloaded', () => {
    const { selection: _, ...reloaded } = states.processing;
    const next = run(reloaded, { type: 'cancelled', requestId: payment.requestId, problem: problemOf('replaced') });
    expect(next).to.deep.include({ name: 'reviewing', intent: payment.intent, account, quote: payment.quote });
    expect(next).to.have.nested.property('asset.currency', quote.pays.currency);
    const back = run(next, { type: 'back' });
    expect(back).to.have.property('loading', 'chains');
    expect(back)
      .to.have.property('intent')
      .that.does.not.have.any.keys('user', 'originChainId', 'originCurrency', 'refundTo');
  });

  it('keeps the status unknown when the service reports waiting, and ends it when a deposit or hash is found', () => {
    const lost = run(states.authorizing, { type: 'outcome-unknown', at: NOW });
    expect(run(lost, { type: 'status', status: 'waiting' })).to.have.property('status', 'unknown');
    expect(run(lost, { type: 'status', status: 'depositing' })).to.have.property('status', 'depositing');
    const hash = { chainId: 8453, hash: idOf(9), url: null };
    const found = run(lost, { type: 'step-submitted', payment: paymentOf(1, [hash]), paying: true, at: NOW });
    expect(found).to.deep.include({ name: 'processing', status: 'waiting' });
    expect(found).to.have.deep.nested.property('payment.submissions', [hash]);
  });

  it('abandons a payment only when the wallet’s answer was lost', () => {
    const lost = run(states.authorizing, { type: 'outcome-unknown', at: NOW });
    expect(nameAfter(lost, { type: 'abandoned' })).to.equal('selecting');
    expect(run(states.processing, { type: 'abandoned' })).to.equal(states.processing);
  });

  it('F-63 keeps the payment that is being authorized when a late answer names another payment', () => {
    const other = paymentOf(2, [{ chainId: 8453, hash: idOf(9), url: null }]);
    expect(run(states.authorizing, { type: 'step-submitted', payment: other, paying: true, at: NOW })).to.equal(
      states.authorizing,
    );
    expect(run(states.authorizing, { type: 'payment-updated', payment: other })).to.equal(states.authorizing);
  });

  it('ignores an outcome when it names another payment', () => {
    const refund = { requestId: idOf(2), reference: null, returned: null };
    for (const from of [states.processing, states.failed, states.refunded]) {
      expect(run(from, { type: 'refunded', refund })).to.equal(from);
      expect(run(from, { type: 'succeeded', receipt: receiptOf(paymentOf(2)), at: NOW })).to.equal(from);
      expect(run(from, { type: 'reverted', requestId: idOf(2), problem: problemOf('reverted') })).to.equal(from);
    }
  });

  it('F-156 shows an order as paid when no other payment is on the screen', () => {
    const recalled = paymentOf(2);
    const event = { type: 'succeeded', receipt: receiptOf(recalled), at: NOW, recalled } as const;
    for (const from of [states.idle, states.selecting, states.quoting, states.reviewing])
      expect(run(from, event)).to.deep.include({ name: 'succeeded', payment: recalled });
    for (const from of [states.authorizing, states.processing, states.succeeded, states.refunded, states.failed])
      expect(run(from, event)).to.equal(from);
  });

  it('F-110 adds the refunded amount when it arrives after the refund', () => {
    const returned = eth('8000000000000000', '0.008');
    const next = run(states.refunded, { type: 'refunded', refund: { ...states.refunded.refund, returned } });
    expect(next).to.deep.include({ name: 'refunded', refund: { ...states.refunded.refund, returned } });
  });

  it('shows a problem when the status is silent, and removes it with the next status', () => {
    const silent = run(states.processing, { type: 'status-silent', problem: problemOf('offline') });
    expect(silent).to.have.nested.property('problem.code', 'offline');
    expect(run(silent, { type: 'status-silent', problem: null })).to.deep.equal(states.processing);
    expect(run(silent, { type: 'status', status: 'pending' })).not.to.have.property('problem');
  });

  it('marks the wallet as stalled only when its prompt is open', () => {
    expect(run(states.authorizing, { type: 'wallet-silent' })).to.have.property('stalled', true);
    const mined = run(states.authorizing, { type: 'step-submitted', payment, paying: false, at: NOW });
    expect(run(mined, { type: 'wallet-silent' })).to.have.property('stalled', false);
  });

  it('replaces only the account of the same kind when another wallet connects', () => {
    const svm = { address: 'So1', vmType: 'svm' as const, wallet: 'two.test' };
    const both: PaymentState = { ...states.selecting, accounts: [account, svm] };
    expect(run(both, { type: 'connected', account: otherAccount })).to.have.deep.property('accounts', [
      otherAccount,
      svm,
    ]);
  });

  it('removes the account and its assets when the wallet disconnects', () => {
    for (const from of [states.selecting, states.quoting, states.reviewing]) {
      expect(run(from, { type: 'disconnected' })).to.deep.include({
        name: 'selecting',
        accounts: [],
        assets: [],
        asset: null,
      });
    }
  });

  it('offers an unfinished payment when the state is idle', () => {
    expect(run(idle, { type: 'unfinished-found', payment })).to.deep.equal({ name: 'idle', unfinished: payment });
  });

  it('keeps a running payment when the sheet closes, the attributes change or a reset arrives', () => {
    for (const from of [states.authorizing, states.processing]) {
      for (const type of ['closed', 'intent-changed', 'reset'] as const) expect(run(from, { type })).to.equal(from);
      expect([isCommitted(from), isRunning(from)]).to.deep.equal([true, true]);
    }
    for (const end of [states.succeeded, states.refunded, states.failed]) {
      expect(run(end, { type: 'closed' })).to.equal(end);
      expect([isCommitted(end), isRunning(end)]).to.deep.equal([true, false]);
    }
    for (const free of [states.idle, states.selecting, states.quoting, states.reviewing]) {
      expect(isCommitted(free)).to.equal(false);
    }
  });

  it('keeps every digit when the payer types an amount', () => {
    const { amount: _, ...openIntent } = selection.intent;
    const open: PaymentState = {
      ...states.selecting,
      intent: openIntent,
      payerFields: ['amount'],
      receives: usdc('', ''),
    };
    const text = '123456789012345678901234567890';
    expect(run(open, { type: 'amount-typed', amount: text })).to.have.nested.property('intent.amount', text);
  });
});
