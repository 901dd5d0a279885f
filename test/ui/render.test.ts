/** Tests of the views: each state's parts, texts and button actions. */
import { expect } from '@open-wc/testing';
import type { PayerEvent, PaymentState } from '../../src/payment/model/state.js';
import type { TransactionRef } from '../../src/types.js';
import {
  authorizing,
  awaiting,
  eth,
  failed,
  NOW,
  payment,
  problem,
  processing,
  quote,
  refunded,
  reviewing,
  selecting,
  selection,
  sentPayment,
  stepsOf,
  succeeded,
  transaction,
} from '../../stories/support/payments.js';
import { clear, screen } from './support.js';

const { quote: _quote, confirming: _confirming, ...asked } = reviewing();
const quoting: PaymentState = { ...asked, name: 'quoting' };
const ready = selecting({ asset: eth });

/**
 * For each state, the event that the `primary` button dispatches, or `off` (disabled), or `none` (no button). The last
 * column is for the `secondary` button.
 */
const table: [
  title: string,
  state: PaymentState,
  primary: PayerEvent['type'] | 'close' | 'off' | 'none',
  secondary?: PayerEvent['type'],
][] = [
  ['idle with a problem', { name: 'idle', problem: problem('service-down') }, 'opened'],
  ['idle, an unfinished payment found', { name: 'idle', unfinished: sentPayment }, 'resume-asked', 'opened'],
  ['selecting without a wallet', selecting({ accounts: [], assets: [] }), 'off'],
  ['selecting, nothing chosen', selecting(), 'off', 'wallet-dropped'],
  [
    'selecting while a wallet is asked to connect',
    selecting({ accounts: [], assets: [], connecting: 'io.metamask' }),
    'off',
    'wallet-dropped',
  ],
  [
    'selecting, chosen, an amount to type',
    { ...ready, payerFields: ['amount'], intent: { tradeType: 'EXACT_OUTPUT' } },
    'off',
    'wallet-dropped',
  ],
  ['selecting, chosen and typed', { ...ready, payerFields: ['amount'] }, 'quote-asked', 'wallet-dropped'],
  ['quoting', quoting, 'off', 'back'],
  ['quoting again', { ...quoting, quote }, 'off', 'back'],
  ['reviewing', reviewing(), 'confirmed', 'back'],
  ['reviewing with a problem', reviewing({ problem: problem('price-moved') }), 'confirmed', 'back'],
  ['authorizing', authorizing(0, ['approve', 'deposit']), 'off'],
  ['authorizing, the wallet silent', authorizing(0, ['deposit'], { stalled: true }), 'off', 'wallet-closed'],
  ['awaiting-deposit', { name: 'awaiting-deposit', payment, depositAddress: '0xd390', amount: quote.pays }, 'off'],
  ['processing', processing(), 'off'],
  [
    'processing, the wallet holds a batch',
    processing({ payment: { ...payment, batched: true } }),
    'off',
    'wallet-closed',
  ],
  ['processing, the answer lost', processing({ status: 'unknown', payment }), 'off', 'abandoned'],
  ['succeeded', succeeded, 'close'],
  ['refunded', refunded(quote.pays), 'reset'],
  ['failed', failed(), 'none'],
];

describe('screens', () => {
  afterEach(clear);

  for (const [title, state, primary, secondary] of table) {
    it(`set primary to ${primary}${secondary ? `, secondary ${secondary}` : ''} when the state is: ${title}`, () => {
      const view = screen(state);
      const button = view.one('primary');
      const press = (name: 'primary' | 'secondary'): string[] => {
        view.asked.length = 0;
        view.one(name)?.click();
        return view.asked.map(({ type }) => type);
      };
      expect(button ? button.disabled : 'none').to.equal(primary === 'none' ? 'none' : primary === 'off');
      expect(press('primary')).to.deep.equal(primary === 'off' || primary === 'none' ? [] : [primary]);
      expect(press('secondary')).to.deep.equal(secondary ? [secondary] : []);
      expect(view.one('dialog')?.dataset['state']).to.equal(state.name);
      expect(view.root.querySelectorAll('[data-heading][tabindex="-1"]')).to.have.length(1);
    });
  }

  it('disable the primary button in review until the quote is unchanged and while the last checks run', () => {
    expect(screen(reviewing(), { mayPress: false }).one('primary')?.disabled).to.equal(true);
    const view = screen(reviewing({ confirming: true }));
    expect(view.one('primary')?.disabled).to.equal(true);
    expect(view.one('secondary')?.disabled, 'the payer can leave').to.equal(false);
  });

  it('keep the primary button in place until the payment is sent', () => {
    const states = [
      { name: 'idle' } as const,
      selecting({ accounts: [] }),
      selecting(),
      quoting,
      reviewing(),
      authorizing(0, ['deposit']),
    ];
    const view = screen({ name: 'idle' });
    const tops = [...states, authorizing(0, ['deposit'], { stalled: true })].map((state) => {
      view.show(state);
      return view.one('primary')?.getBoundingClientRect().top;
    });
    expect([...new Set(tops)]).to.have.length(1);
  });

  it('keep the elements of the pay button and the primary button when the state changes', () => {
    const view = screen(quoting);
    const [button, primary] = [view.one('button'), view.one('primary')];
    view.show(reviewing());
    expect(view.one('button')).to.equal(button);
    expect(view.one('primary')).to.equal(primary);
  });

  it('show only the pay button with the status of the payment when the sheet is closed', () => {
    const words = (state: PaymentState, config = {}): string | undefined =>
      screen(state, { open: false, config }).read('button');
    expect(words({ name: 'idle' })).to.equal('Pay 25.00 USDC');
    expect(words({ name: 'idle' }, { price: null })).to.equal('Pay Acme Coffee');
    expect(words(processing())).to.equal('Payment in progress');
    expect(words(succeeded)).to.equal('Paid');
    const view = screen(reviewing(), { open: false });
    expect(view.one('primary')).to.equal(null);
    view.press('button');
    expect(view.asked).to.deep.equal([{ type: 'show' }]);
  });

  it('show the page’s own label only while a press can begin a payment', () => {
    const own = document.createElement('span');
    own.slot = 'label';
    for (const [state, isShown] of [
      [{ name: 'idle' }, true],
      [reviewing(), true],
      [authorizing(0, ['deposit']), false],
      [processing(), false],
      [awaiting(), false],
      [succeeded, false],
      [refunded(null), true],
    ] as const) {
      const view = screen(state, { open: false });
      view.append(own);
      expect(own.assignedSlot?.closest('[part~="button"]') === view.one('button'), state.name).to.equal(isShown);
    }
  });

  it('disable the pay button when the element is disabled, unless a payment is ongoing', () => {
    expect(screen({ name: 'idle' }, { open: false, config: { disabled: true } }).one('button')?.disabled).to.equal(
      true,
    );
    expect(screen(processing(), { open: false, config: { disabled: true } }).one('button')?.disabled).to.equal(false);
  });

  it('show no button, close button or primary button in a panel when the payment succeeded', () => {
    const view = screen(succeeded, { layout: 'panel' });
    for (const name of ['button', 'close', 'dialog', 'primary']) expect(view.one(name), name).to.equal(null);
    expect(view.one('panel')?.dataset['state']).to.equal('succeeded');
  });

  it('show the page’s fallback instead of the pay button when the setup is invalid', () => {
    const view = screen({ name: 'idle', problem: problem('config') }, { open: false });
    expect(view.one('button')).to.equal(null);
    expect(view.root.querySelector<HTMLSlotElement>('slot:not([name])')?.assignedElements()).to.have.length(1);
    expect(view.text()).to.contain('Nothing was sent.');
  });

  it('show the fallback in the sheet when payments are unavailable, with the text of the error', () => {
    const view = screen({ name: 'idle', problem: problem('service-down') });
    expect(view.root.querySelector('dialog slot:not([name])')).to.exist;
    expect(view.text()).to.contain('Payments are not available right now Nothing was charged.');
    const unknown = screen({ name: 'idle', problem: problem('service-down', 'unknown') });
    expect(unknown.text()).to.contain('It may have been sent.').and.not.contain('Nothing was charged');
    expect(screen({ name: 'idle', problem: problem('reverted') }).text()).to.contain(
      'Your money is still in your wallet.',
    );
  });

  it('name an unfinished payment and resume it only when the payer presses the button', () => {
    const view = screen({ name: 'idle', unfinished: sentPayment }, { open: false });
    const banner = view.one('banner');
    expect(banner?.textContent).to.contain('25.00 USDC to Acme Coffee');
    expect(view.asked).to.deep.equal([]);
    banner?.querySelector('button')?.click();
    expect(view.asked).to.deep.equal([{ type: 'resume-asked' }, { type: 'show' }]);
    const panel = screen({ name: 'idle', unfinished: sentPayment }, { layout: 'panel' });
    panel.press('primary');
    expect(panel.asked).to.deep.equal([{ type: 'resume-asked' }]);
  });
});

describe('authorize and processing views', () => {
  afterEach(clear);
  const steps = (state: PaymentState): string[] =>
    screen(state)
      .all('step')
      .map((step) => `${step.dataset['status'] ?? ''}: ${step.textContent.replace(/\s+/g, ' ').trim()}`);

  it('name the payer’s steps and mark the current one', () => {
    expect(steps(authorizing(1, ['approve', 'approve', 'deposit']))).to.deep.equal([
      'done: Clear the old allowance of ETH, done',
      'current: Allow ETH, now',
      'todo: Approve the payment, to do',
    ]);
    const view = screen(authorizing(0, ['approval', 'swap']));
    expect(view.root.querySelectorAll('[aria-current="step"]')).to.have.length(1);
    expect(view.text()).to.contain('This payment is not sent yet.');
    expect(stepsOf('a', 'b').map(({ count }) => count)).to.deep.equal([2, 2]);
  });

  it('announce a change of network', () => {
    expect(screen(authorizing(0, ['deposit'], { phase: 'switching' })).text()).to.contain(
      'MetaMask will ask to switch to Base.',
    );
  });

  it('mark sent, confirmed and delivered as soon as each is known', () => {
    expect(steps(processing())).to.deep.equal([
      'done: Payment sent (opens in a new tab), done',
      'current: Confirmation on Base, now',
      'todo: Delivery to Acme Coffee, to do',
    ]);
    expect(steps(processing({ sent: true })).map((step) => step.split(':')[0])).to.deep.equal([
      'done',
      'done',
      'current',
    ]);
  });

  it('N6 I16 offer to copy the payment id from the prompt on, also when the outcome is unknown', async () => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    const states = [
      authorizing(0, ['approve', 'deposit'], { phase: 'switching' }),
      authorizing(1, ['approve', 'deposit']),
      processing({ payment }),
      processing({ sent: true, slow: true }),
      processing({ status: 'unknown', payment }),
    ];
    for (const state of states) {
      const view = screen(state);
      const [button] = [...view.root.querySelectorAll('button')].filter((each) => /^\s*Copy/.test(each.textContent));
      expect(button?.textContent.replace(/\s+/g, ' ').trim(), state.name).to.equal('Copy Payment id');
      expect(view.text()).to.contain('Payment id 0x92b9…a331');
      button?.click();
      await Promise.resolve();
      expect(button?.textContent).to.contain('Copied');
      clear();
    }
    expect(copied).to.deep.equal(states.map(() => payment.requestId));
    delete (navigator as { clipboard?: unknown }).clipboard;
  });

  it('link the paying transaction as sent and never an approval', () => {
    const paying = { ...transaction(8453), hash: `0x${'5e'.repeat(32)}`, url: 'https://explorer.example/paying' };
    const approval = { ...transaction(8453), hash: `0x${'a0'.repeat(32)}`, url: 'https://explorer.example/approval' };
    const links = (submissions: TransactionRef[], hash?: string): string[] => {
      const { payingHash: _, ...rest } = sentPayment;
      const sent = { ...rest, submissions, ...(hash !== undefined && { payingHash: hash }) };
      const receipt = { ...succeeded.receipt, origin: submissions, destination: [] };
      const states = [
        processing({ payment: sent }),
        { ...succeeded, payment: sent, receipt },
        { ...failed(), payment: sent },
      ];
      return states.map((state) => [...screen(state).root.querySelectorAll('a')].map(({ href }) => href).join(' '));
    };
    expect(links([approval, paying], paying.hash)).to.deep.equal([paying.url, paying.url, paying.url]);
    expect(links([paying, approval], paying.hash)).to.deep.equal([paying.url, paying.url, paying.url]);
    expect(links([approval])).to.deep.equal(['', '', '']);
  });

  it('I16 offer to copy the hash when the transaction has no link', () => {
    const view = screen(processing());
    expect(view.text()).not.to.contain('Network reference');
    const bare = { ...sentPayment, submissions: [{ ...transaction(8453), url: null }] };
    expect(screen(processing({ payment: bare })).text()).to.contain('Network reference 0x7c1d…a090 Copy');
  });

  it('F-118 say that the payer’s account must still act when it is a contract and nothing was seen', () => {
    const warnings = [{ rule: 'account', path: 'intent.user', message: '' }];
    const from = { payment: { ...payment, quote: { ...payment.quote, warnings } } };
    for (const slow of [false, true])
      expect(screen(processing({ ...from, slow })).text()).to.contain('Waiting for your account.');
    expect(screen(processing({ ...from, sent: true, slow: true })).text()).to.contain('Your money is on its way');
    const damaged = { ...payment.quote, warnings: 7 as never };
    expect(screen(processing({ payment: { ...payment, quote: damaged } })).text()).to.contain('On its way');
  });

  it('show the remaining time in words and no error when the payment is slow', () => {
    expect(screen(processing()).text()).to.contain('About 6 seconds left');
    expect(screen(processing({ since: NOW - 60_000 })).text()).to.contain('Any moment now');
    const slow = screen(processing({ sent: true, slow: true }));
    expect(slow.text()).to.contain('Your money is on its way; you can close this page');
    expect(screen(processing({ status: 'pending', slow: true })).text()).to.contain('Your money is on its way');
    expect(slow.one('notice')).to.equal(null);
  });

  it('I13 do not say that money is on its way when no chain or service has seen it', () => {
    for (const keepOpen of [false, true]) {
      const slow = screen(processing({ slow: true }), { config: { keepOpen } });
      expect(slow.text()).to.contain('Taking longer than usual').and.not.contain('money is on its way');
      expect(slow.text().includes('The network has not confirmed it yet')).to.equal(!keepOpen);
    }
  });

  it('F-77 tell that the wallet can speed a slow transaction up, but not a signature that the service sends', () => {
    const hint = 'Many wallets can speed it up.';
    const { payment } = processing();
    const { payingHash: _, ...signed } = payment;
    expect(
      screen(processing({ slow: true, payment: { ...payment, payingHash: `0x${'ab'.repeat(32)}` } })).text(),
    ).to.contain(hint);
    expect(screen(processing({ slow: true, payment: { ...signed, signed: true } })).text()).not.to.contain(hint);
    expect(screen(processing({ slow: true, sent: true })).text()).not.to.contain(hint);
  });

  it('I13 say that nothing has left the wallet only before the wallet is asked to pay', () => {
    const claim = 'This payment is not sent yet';
    for (const phase of ['preparing', 'switching', 'press'] as const)
      expect(screen(authorizing(1, ['approve', 'deposit'], { phase })).text()).to.contain(claim);
    const asked = screen(authorizing(1, ['approve', 'deposit']));
    expect(asked.text()).to.contain('Confirm in MetaMask').and.not.contain(claim);
    expect(screen(authorizing(0, ['approve', 'deposit'])).text()).to.contain(claim);
    expect(screen(authorizing(0, ['approve', 'deposit'], { stalled: true })).text()).to.contain(claim);
    const silent = screen(authorizing(1, ['approve', 'deposit'], { stalled: true }));
    expect(silent.text()).to.contain('Confirm in MetaMask').and.not.contain(claim);
  });

  it('F-165 show one warning to keep the page open when a running payment cannot be stored', () => {
    const forgets = { config: { keepOpen: true } };
    const states = [
      authorizing(0, ['deposit']),
      processing(),
      processing({ slow: true }),
      processing({ status: 'unknown', payment }),
    ];
    for (const state of states) {
      expect(screen(state, forgets).text()).to.contain('Keep it open until it has ended').and.not.contain('can close');
      expect(screen(state).text()).not.to.contain('Keep it open');
    }
    expect(screen(succeeded, forgets).text()).not.to.contain('Keep it open');
  });

  it('F-102 show that a refund is being checked when the fill has failed', () => {
    const view = screen(processing({ sent: true, status: 'failure' }));
    expect(view.text()).to.contain('We are checking for a refund');
    expect(view.text()).not.to.contain('did not go through');
  });

  it('let the payer close the question about a missing wallet answer', () => {
    const view = screen(processing({ status: 'unknown', payment }));
    expect(view.text()).to.contain('Did you approve this in your wallet?');
    view.root.querySelector<HTMLButtonElement>('.body button')?.click();
    expect(view.asked).to.deep.equal([{ type: 'close' }]);
  });
});

describe('selection kept in the quoting state', () => {
  it('shows the amount in the header when there is no quote', () => {
    const view = screen({ ...quoting, selection });
    expect(view.read('amount')).to.equal('25.00 USDC');
    clear();
  });
});
