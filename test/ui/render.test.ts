/** Tests of the views: each state's parts, words and what its buttons ask for. */
import { expect } from '@open-wc/testing';
import type { PayerEvent, PaymentState } from '../../src/payment/model/state.js';
import type { QuoteSummary, TransactionRef } from '../../src/types.js';
import {
  amountOf,
  authorizing,
  cappedQuote,
  eth,
  failed,
  freeQuote,
  NOW,
  payment,
  PAYER,
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

/** `primary` of each state: what a press asks for; `off`: it is there and disabled; `none`. */
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
  [
    'awaiting-deposit',
    { name: 'awaiting-deposit', payment, depositAddress: '0xd390', amount: quote.pays },
    'off',
    'back',
  ],
  ['processing', processing(), 'off'],
  ['processing, the answer lost', processing({ status: 'unknown', payment }), 'off', 'abandoned'],
  ['succeeded', succeeded, 'close'],
  ['refunded', refunded(quote.pays), 'reset'],
  ['failed, the money in the wallet', failed('in-wallet'), 'reset'],
  ['failed, the money anywhere else', failed('unknown'), 'none'],
];

describe('each state', () => {
  afterEach(clear);

  for (const [title, state, primary, secondary] of table) {
    it(`${title}: primary is ${primary}${secondary ? `, secondary ${secondary}` : ''}`, () => {
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

  it('reviewing: primary is disabled until its numbers have stood, and while the last checks run', () => {
    expect(screen(reviewing(), { settled: false }).one('primary')?.disabled).to.equal(true);
    const view = screen(reviewing({ confirming: true }));
    expect(view.one('primary')?.disabled).to.equal(true);
    expect(view.one('secondary')?.disabled).to.equal(true);
  });

  it('until the money is out, primary stands in the same place, whatever comes beside it', () => {
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

  it('the button of the page is the same element from state to state, and so is primary', () => {
    const view = screen(quoting);
    const [button, primary] = [view.one('button'), view.one('primary')];
    view.show(reviewing());
    expect(view.one('button')).to.equal(button);
    expect(view.one('primary')).to.equal(primary);
  });

  it('closed, only the button is there, and its words tell how the payment stands', () => {
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

  it('disabled, the button is; but a payment that runs can still be looked at', () => {
    expect(screen({ name: 'idle' }, { open: false, config: { disabled: true } }).one('button')?.disabled).to.equal(
      true,
    );
    expect(screen(processing(), { open: false, config: { disabled: true } }).one('button')?.disabled).to.equal(false);
  });

  it('a panel has neither button nor close, and nothing to press when it is paid', () => {
    const view = screen(succeeded, { layout: 'panel' });
    for (const name of ['button', 'close', 'dialog', 'primary']) expect(view.one(name), name).to.equal(null);
    expect(view.one('panel')?.dataset['state']).to.equal('succeeded');
  });

  it('not set up, the page’s own fallback stands in place of the button, and nothing was charged', () => {
    const view = screen({ name: 'idle', problem: problem('config') }, { open: false });
    expect(view.one('button')).to.equal(null);
    expect(view.root.querySelector<HTMLSlotElement>('slot:not([name])')?.assignedElements()).to.have.length(1);
    expect(view.text()).to.contain('Nothing was charged.');
  });

  it('unavailable, the fallback stands in the sheet; an error that passed is told in its own words', () => {
    const view = screen({ name: 'idle', problem: problem('service-down') });
    expect(view.root.querySelector('dialog slot:not([name])')).to.exist;
    expect(view.text()).to.contain('Payments are not available right now Nothing was charged.');
    const unknown = screen({ name: 'idle', problem: problem('service-down', 'unknown') });
    expect(unknown.text()).to.contain('It may have been sent.').and.not.contain('Nothing was charged');
    expect(screen({ name: 'idle', problem: problem('reverted') }).text()).to.contain(
      'Your money is still in your wallet.',
    );
  });

  it('an unfinished payment is named, and watched only when the payer asks for it', () => {
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

describe('the review', () => {
  afterEach(clear);

  it('names what is paid, from where, who gets how much where, and by when', () => {
    const view = screen(reviewing());
    expect(view.read('primary')).to.equal('Pay 0.0071 ETH');
    const text = view.read('quote');
    for (const words of [
      '0.0071 ETH',
      '$25.04',
      '0x1278…90ab on Base',
      'Acme Coffee gets exactly',
      '25.00 USDC',
      'on Arbitrum',
      'about 8 seconds',
    ]) {
      expect(text).to.contain(words);
    }
    expect(view.read('recipient')).to.equal(quote.recipient);
  });

  it('never shows less than is paid nor more than arrives', () => {
    const pays = amountOf(8453, 'ETH', '0.007123456789');
    const receives = { ...amountOf(42161, 'ETH', '0.007123456789'), minimumAmount: '7000000000000000' };
    const swap = { ...reviewing().intent, tradeType: 'EXACT_INPUT' as const };
    const view = screen(reviewing({ intent: swap, quote: { ...quote, pays, receives } }));
    expect(view.read('primary')).to.equal('Pay 0.00712346 ETH');
    expect(view.text()).to.contain('0.00712345 ETH');
    expect(view.text()).to.contain('at least 0.007 ETH');
    expect(view.text()).not.to.contain('exactly');
  });

  it('says "exactly" only where no less may arrive', () => {
    const receives = { ...quote.receives, minimumAmount: String(BigInt(quote.receives.amount) - 1n) };
    const view = screen(reviewing({ quote: { ...quote, receives } }));
    expect(view.text()).to.contain('at least').and.not.to.contain('exactly');
  });

  it('tells who pays the fees', () => {
    const fees = (state: PaymentState): string => screen(state).read('fees');
    expect(fees(reviewing())).to.match(/^Fees \$0\.04 Network, from your wallet\s?< \$0\.01/);
    expect(fees(reviewing({ quote: freeQuote }))).to.contain('Free: Acme Coffee pays the fees');
    expect(fees(reviewing({ quote: cappedQuote }))).to.contain('Acme Coffee covers $2.00 of fees, you pay $0.31');
    expect(fees(reviewing({ quote: { ...quote, fees: {} } }))).to.equal('Fees No fees');
  });

  it('calls nothing free whose network fee is more than a cent, and says who pays each part', () => {
    const fees = (state: PaymentState): string => screen(state).read('fees');
    const dear = { ...freeQuote, fees: { ...freeQuote.fees, gas: amountOf(8453, 'ETH', '0.0001', '0.30') } };
    expect(fees(reviewing({ quote: dear }))).to.contain(
      'Acme Coffee pays the fees; the network takes $0.30 from your wallet',
    );
    const amount = (value: string) => amountOf(42161, 'USDC', value, value);
    const shares = {
      execution: { total: amount('1.20'), sponsored: amount('1.20') },
      swap: { total: amount('1.10'), sponsored: amount('0.80') },
      hub: { total: amount('0.05'), sponsored: amount('0') },
    };
    const partly = fees(reviewing({ quote: { ...cappedQuote, sponsored: { ...cappedQuote.sponsored!, shares } } }));
    expect(partly).to.contain('Network, delivery $1.20, paid by Acme Coffee');
    expect(partly).to.contain('Exchange $1.10, Acme Coffee pays $0.80');
    expect(partly).to.match(/Service\s+\$0\.05(?!,)/);
    expect(partly).to.contain('Paid by Acme Coffee −$2.00');
  });

  it('tells which network is slow or dear at the moment', () => {
    const warnings = [
      { rule: 'chain', path: 'chains[8453].blockProductionLagging', message: '' },
      { rule: 'chain', path: 'chains[42161].surgeEnabled', message: '' },
    ];
    const text = screen(reviewing({ quote: { ...quote, warnings } })).text();
    expect(text).to.contain('Base is slow at the moment. The payment may take longer.');
    expect(text).to.contain('Fees on Arbitrum are higher than usual at the moment.');
    expect(text).not.to.contain('unusual');
  });

  it('tells what the recipient also gets, and what the exchange loses', () => {
    const more = { ...quote, topup: amountOf(42161, 'ETH', '0.0006', '2.00'), exchangeLossUsd: '0.31' };
    const text = screen(reviewing({ quote: more })).text();
    expect(text).to.contain('Acme Coffee also gets 0.0006 ETH for network fees on Arbitrum');
    expect(text).to.contain('Lost in the exchange $0.31');
    expect(screen(reviewing({ quote: { ...more, recipient: PAYER } })).text()).to.contain('You also get 0.0006 ETH');
  });

  it('a fee whose price is not known is told in its own currency, in the sum as well', () => {
    const { amountUsd: _, ...gas } = amountOf(8453, 'ETH', '0.0000021', '0.007');
    const hubGas = amountOf(42161, 'USDC', '0.012', '0.012');
    const app = { ...amountOf(42161, 'USDC', '0.02'), amountUsd: 'about nothing' };
    const sums = (fees: QuoteSummary['fees']): string[] => {
      const told = { ...quote, fees };
      const review = screen(reviewing({ quote: told }))
        .one('fees')
        ?.querySelector('summary > [part], summary > span + *');
      const receipt = screen({ ...succeeded, payment: { ...sentPayment, quote: told } }).read('receipt');
      return [review?.textContent.trim() ?? '', /Fees (.*) Date/.exec(receipt)?.[1] ?? ''];
    };
    expect(sums({ gas })).to.deep.equal(['0.0000021 ETH', '0.0000021 ETH']);
    const all = '$0.02 + 0.0000021 ETH + 0.02 USDC';
    expect(sums({ gas, huber: hubGas, app })).to.deep.equal([all, all]);
    const both = '0.0000021 ETH + 0.04 USDC';
    expect(sums({ gas, huber: app, app })).to.deep.equal([both, both]);
  });

  it('names the payer, and no merchant, where the money goes to the payer’s own account', () => {
    const { recipient } = reviewing().quote;
    expect(screen(reviewing()).text()).to.contain('Acme Coffee gets exactly');
    expect(recipient).not.to.equal(PAYER);
    const own = screen(reviewing({ quote: { ...quote, recipient: PAYER } }));
    expect(own.text()).to.contain('You get exactly').and.not.to.contain('Acme Coffee gets');
  });

  it('names the refund’s address where it is not the payer’s own, and the checks’ notes, in full', () => {
    expect(screen(reviewing()).one('refund-to')).to.equal(null);
    const elsewhere = '0x00000000000000000000000000000000000000aa';
    const warnings = [{ rule: 'G12', path: 'details.totalImpact', message: 'does not explain the difference in USD' }];
    const view = screen(reviewing({ quote: { ...quote, refundTo: elsewhere, warnings } }), {
      config: { pinned: false },
    });
    expect(view.read('refund-to')).to.equal(elsewhere);
    expect(view.all('notice').map((notice) => notice.textContent)[0]).to.equal(
      'What you pay is worth noticeably more than what arrives.',
    );
    expect(view.all('notice')).to.have.length(2);
  });

  it('says that nobody has signed for the delivery, where that was looked for', () => {
    const warnings = [{ rule: 'G60', path: 'attestation', message: 'has no signature' }];
    const [notice] = screen(reviewing({ quote: { ...quote, warnings } })).all('notice');
    expect(notice?.textContent).to.equal('Nobody has signed for the delivery of this payment.');
  });

  it('names the target of each call that is made on arrival, in full', () => {
    const targets = ['0x00000000000000000000000000000000000000aa', '0x00000000000000000000000000000000000000bb'];
    const txs = targets.map((to) => ({ to, value: '0', data: '0x' }));
    const calls = screen(reviewing({ intent: { ...reviewing().intent, txs } })).root.querySelectorAll('.take bdi');
    const shown = [...calls].map(({ textContent }) => textContent.replace(/\s/gu, ''));
    expect(shown).to.include.members(targets);
  });

  it('says how much can leave the wallet at most where an exchange cannot be checked', () => {
    const warnings = [{ rule: 'G15', path: 'steps[1].items[0].data.data', message: 'cannot be verified' }];
    const [notice] = screen(reviewing({ quote: { ...quote, warnings } })).all('notice');
    expect(notice?.textContent).to.match(
      /^The exchange in between cannot be checked\. At most .+ leaves your wallet\.$/,
    );
  });

  it('keeps the same lines while the first numbers come, and dims the old ones while new ones come', () => {
    const names = (state: PaymentState): (string | null)[] =>
      [...screen(state).root.querySelectorAll('[part~="quote"] > dl dt')].map(({ textContent }) => textContent);
    expect(names(quoting).slice(0, 3)).to.deep.equal(names(reviewing()).slice(0, 3));
    expect(screen({ ...quoting, quote }).one('quote')?.className).to.equal('dim');
  });

  it('an error that another choice would solve names that way on the way back', () => {
    const label = (code: 'wrong-network' | 'wallet-rejected'): string | undefined =>
      screen(reviewing({ problem: problem(code) })).read('secondary');
    expect(label('wrong-network')).to.equal('Choose again');
    expect(label('wallet-rejected')).to.equal('Pay with something else');
  });
});

describe('on the way', () => {
  afterEach(clear);
  const steps = (state: PaymentState): string[] =>
    screen(state)
      .all('step')
      .map((step) => `${step.dataset['status'] ?? ''}: ${step.textContent.replace(/\s+/g, ' ').trim()}`);

  it('the payer’s own steps are in the payer’s words; the current one is marked', () => {
    expect(steps(authorizing(1, ['approve', 'approve', 'deposit']))).to.deep.equal([
      'done: Clear the old allowance of ETH, done',
      'current: Allow ETH, now',
      'todo: Approve the payment, to do',
    ]);
    const view = screen(authorizing(0, ['approval', 'swap']));
    expect(view.root.querySelectorAll('[aria-current="step"]')).to.have.length(1);
    expect(view.text()).to.contain('Nothing has left your wallet yet.');
    expect(stepsOf('a', 'b').map(({ count }) => count)).to.deep.equal([2, 2]);
  });

  it('a change of network is announced', () => {
    expect(screen(authorizing(0, ['deposit'], { phase: 'switching' })).text()).to.contain(
      'MetaMask will ask to switch to Base.',
    );
  });

  it('sent, confirmed, delivered: each when it is known', () => {
    expect(steps(processing())).to.deep.equal([
      'done: Payment sent (opens in a new tab), done',
      'current: Confirmed on Base, now',
      'todo: Delivered to Acme Coffee, to do',
    ]);
    expect(steps(processing({ sent: true })).map((step) => step.split(':')[0])).to.deep.equal([
      'done',
      'done',
      'current',
    ]);
  });

  it('N6 I16 the payment’s id can be copied from the prompt on, also while nobody knows what became of it', async () => {
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

  it('what is called sent is the transaction that pays, never an approval', () => {
    const paying = { ...transaction(8453), hash: `0x${'5e'.repeat(32)}`, url: 'https://explorer.example/paying' };
    const approval = { ...transaction(8453), hash: `0x${'a0'.repeat(32)}`, url: 'https://explorer.example/approval' };
    const links = (submissions: TransactionRef[], hash?: string): string[] => {
      const { payingHash: _, ...rest } = sentPayment;
      const sent = { ...rest, submissions, ...(hash !== undefined && { payingHash: hash }) };
      const receipt = { ...succeeded.receipt, origin: submissions, destination: [] };
      const states = [
        processing({ payment: sent }),
        { ...succeeded, payment: sent, receipt },
        { ...failed('unknown'), payment: sent },
      ];
      return states.map((state) => [...screen(state).root.querySelectorAll('a')].map(({ href }) => href).join(' '));
    };
    expect(links([approval, paying], paying.hash)).to.deep.equal([paying.url, paying.url, paying.url]);
    expect(links([paying, approval], paying.hash)).to.deep.equal([paying.url, paying.url, paying.url]);
    expect(links([approval])).to.deep.equal(['', '', '']);
  });

  it('I16 a transaction that no link leads to can be copied by its hash', () => {
    const view = screen(processing());
    expect(view.text()).not.to.contain('Network reference');
    const bare = { ...sentPayment, submissions: [{ ...transaction(8453), url: null }] };
    expect(screen(processing({ payment: bare })).text()).to.contain('Network reference 0x7c1d…a090 Copy');
  });

  it('the time left is said in words, and slowness is no error', () => {
    expect(screen(processing()).text()).to.contain('About 6 seconds left');
    expect(screen(processing({ since: NOW - 60_000 })).text()).to.contain('Any moment now');
    const slow = screen(processing({ sent: true, slow: true }));
    expect(slow.text()).to.contain('Your money is on its way; you can close this page');
    expect(screen(processing({ status: 'pending', slow: true })).text()).to.contain('Your money is on its way');
    expect(slow.one('notice')).to.equal(null);
  });

  it('I13 no slowness says that money is on its way which no chain and no service has seen', () => {
    for (const keepOpen of [false, true]) {
      const slow = screen(processing({ slow: true }), { config: { keepOpen } });
      expect(slow.text()).to.contain('Taking longer than usual').and.not.contain('money is on its way');
      expect(slow.text().includes('The network has not confirmed it yet')).to.equal(!keepOpen);
    }
  });

  it('I13 a wallet that is silent on the paying step may have sent it: only before that nothing has left', () => {
    const claim = 'Nothing has left your wallet yet';
    expect(screen(authorizing(1, ['approve', 'deposit'])).text()).to.contain(claim);
    expect(screen(authorizing(0, ['approve', 'deposit'], { stalled: true })).text()).to.contain(claim);
    const silent = screen(authorizing(1, ['approve', 'deposit'], { stalled: true }));
    expect(silent.text()).to.contain('Confirm in MetaMask').and.not.contain(claim);
  });

  it('F-165 a page that cannot store says so once while a payment runs, and never that it may be closed', () => {
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

  it('F-102 a fill that failed is not called a failure while a refund may come', () => {
    const view = screen(processing({ sent: true, status: 'failure' }));
    expect(view.text()).to.contain('We are checking for a refund');
    expect(view.text()).not.to.contain('did not go through');
  });

  it('the question about a lost answer can be left open', () => {
    const view = screen(processing({ status: 'unknown', payment }));
    expect(view.text()).to.contain('Did you approve this in your wallet?');
    view.root.querySelector<HTMLButtonElement>('.body button')?.click();
    expect(view.asked).to.deep.equal([{ type: 'close' }]);
  });
});

describe('the selection kept for going back', () => {
  it('is what the review’s header shows while there is no quote', () => {
    const view = screen({ ...quoting, selection });
    expect(view.read('amount')).to.equal('25.00 USDC');
    clear();
  });
});
