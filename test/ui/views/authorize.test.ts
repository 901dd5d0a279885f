import { expect } from '@open-wc/testing';
import { errorInfo, HubPayError } from '../../../src/errors.js';
import type { PaymentState, StateOf } from '../../../src/payment/model/state.js';
import type { Payment, StepRef } from '../../../src/types.js';
import {
  authorizing,
  processing,
  selection,
  sentPayment,
  stepsOf,
  wallets,
} from '../../../stories/support/payments.js';
import { announcementOf } from '../../../src/ui/announcement.js';
import { contextOf, type StageOptions } from '../../../stories/support/stage.js';
import { clear, screen, type Screen } from '../support.js';

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

describe('authorize view of a wallet on the payer’s phone', () => {
  afterEach(clear);

  const phone: StageOptions = { device: { isTouch: true } };
  /** The payer's wallet, with the link to its app. */
  const asked = (appLink: string, change: Partial<StateOf<'authorizing'>> = {}): StateOf<'authorizing'> => ({
    ...authorizing(0, ['deposit'], change),
    selection: { ...selection, wallets: wallets.map((wallet) => ({ ...wallet, appLink })) },
  });
  const link = (view: Screen): HTMLAnchorElement | null => view.root.querySelector('a[part~=wallet]');

  it('has a plain link that opens the app of the wallet while it is asked', () => {
    for (const change of [{ phase: 'switching' }, { phase: 'prompting' }, { stalled: true }] as const) {
      const view = screen(asked('rainbow://wc', change), phone);
      expect(view.read('wallet')).to.equal('MOpen MetaMask');
      const { href, target, rel, dataset } = link(view)!;
      expect({ href, target, rel }).to.deep.equal({ href: 'rainbow://wc', target: '', rel: 'noopener noreferrer' });
      expect(dataset['wallet']).to.equal('io.metamask');
      expect(link(view)!.getBoundingClientRect().height).to.be.at.least(48);
      clear();
    }
  });

  it('opens an https link in a new tab, and says so, because the app can be missing', () => {
    const view = screen(asked('https://rnbwapp.com/wc'), phone);
    expect(link(view)).to.include({ href: 'https://rnbwapp.com/wc', target: '_blank' });
    expect(view.read('wallet')).to.contain('Open MetaMask (opens in a new tab)');
  });

  it('T26 has no link that runs code, reads a file, or leaves the choice of the app to somebody else', () => {
    for (const href of [
      'javascript:alert(1)',
      'data:text/html,x',
      'intent://x',
      'file:///x',
      'http://x.example',
      'x',
    ]) {
      expect(screen(asked(href), phone).all('wallet'), href).to.have.lengthOf(0);
      clear();
    }
  });

  it('T28 shows the name of a stranger as plain text of its own direction', () => {
    const view = screen(asked('rainbow://wc'), phone);
    view.show(asked('rainbow://wc'), { ...phone, locale: 'en', messages: { 'phone.wake': '<b>{app}</b>' } });
    expect(view.read('wallet')).to.contain('<b>MetaMask</b>');
    expect(link(view)!.querySelectorAll('bdi')).to.have.lengthOf(1);
  });

  it('has no link on a computer, in the browser of another app, and for a wallet that names none', () => {
    const cases: [StateOf<'authorizing'>, StageOptions][] = [
      [asked('rainbow://wc'), {}],
      [asked('rainbow://wc'), { device: { isTouch: true, userAgent: 'iPhone Instagram 357' } }],
      [authorizing(0, ['deposit']), phone],
    ];
    for (const [state, options] of cases) {
      const view = screen(state, options);
      expect(view.root.querySelectorAll('[part~=wallet], .vacant')).to.have.lengthOf(0);
      clear();
    }
  });

  it('P-25 moves nothing when the link appears and goes, and offers nothing to press before and after', () => {
    const approval = (phase: StateOf<'authorizing'>['phase']): StateOf<'authorizing'> =>
      asked('rainbow://wc', { phase, steps: stepsOf('approve', 'deposit') });
    const view = screen(approval('preparing'), phone);
    const places = (): number[] =>
      ['heading', 'stepper', 'card', 'primary', 'secondary'].map((part) => view.one(part)?.offsetTop ?? -1);
    view.show(approval('prompting'), phone);
    const shown = places();
    expect(view.all('wallet')).to.have.lengthOf(1);
    for (const phase of ['preparing', 'confirming', 'press'] as const) {
      view.show(approval(phase), phone);
      expect(view.all('wallet'), phase).to.have.lengthOf(0);
      const vacant = view.root.querySelector('.vacant')!;
      expect(vacant.checkVisibility({ visibilityProperty: true }), phase).to.equal(false);
      if (phase === 'preparing') expect(places()).to.deep.equal(shown);
    }
  });

  it('P-25 moves nothing when its code loads while the wallet is asked', () => {
    const view = screen(asked('rainbow://wc'), { ...phone, lateLoaded: false });
    view.show(asked('rainbow://wc'), { ...phone, lateLoaded: false });
    const places = (): number[] => ['heading', 'stepper', 'card', 'primary'].map((part) => view.one(part)!.offsetTop);
    const before = places();
    view.show(asked('rainbow://wc'), phone);
    expect(view.all('wallet')).to.have.lengthOf(1);
    expect(places()).to.deep.equal(before);
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
