/** Tests of the review view: its amounts, fees, warnings and buttons. */
import { expect } from '@open-wc/testing';
import { shortAddress } from '../../../src/i18n/format.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import type { QuoteSummary } from '../../../src/types.js';
import {
  amountOf,
  cappedQuote,
  freeQuote,
  PAYER,
  problem,
  quote,
  reviewing,
  sentPayment,
  succeeded,
} from '../../../stories/support/payments.js';
import { clear, screen } from '../support.js';

const { quote: _quote, confirming: _confirming, ...asked } = reviewing();
const quoting: PaymentState = { ...asked, name: 'quoting' };

describe('review view', () => {
  afterEach(clear);

  it('names amount, source, recipient, received amount and time', () => {
    const view = screen(reviewing());
    expect(view.read('primary')).to.equal('Pay 0.0071 ETH');
    const text = view.read('quote');
    for (const words of [
      '0.0071 ETH',
      '$25.04',
      '0x1278…\u206090ab on Base',
      'Acme Coffee gets exactly',
      '25.00 USDC',
      'on Arbitrum',
      'about 8 seconds',
    ]) {
      expect(text).to.contain(words);
    }
    expect(view.read('recipient')).to.equal(quote.recipient);
  });

  it('rounds the paid amount up and the received amount down', () => {
    const pays = amountOf(8453, 'ETH', '0.007123456789');
    const receives = { ...amountOf(42161, 'ETH', '0.007123456789'), minimumAmount: '7000000000000000' };
    const swap = { ...reviewing().intent, tradeType: 'EXACT_INPUT' as const };
    const view = screen(reviewing({ intent: swap, quote: { ...quote, pays, receives } }));
    expect(view.read('primary')).to.equal('Pay 0.00712346 ETH');
    expect(view.text()).to.contain('0.00712345 ETH');
    expect(view.text()).to.contain('at least 0.007 ETH');
    expect(view.text()).not.to.contain('exactly');
  });

  it('says “exactly” only when the minimum equals the amount', () => {
    const receives = { ...quote.receives, minimumAmount: String(BigInt(quote.receives.amount) - 1n) };
    const view = screen(reviewing({ quote: { ...quote, receives } }));
    expect(view.text()).to.contain('at least').and.not.to.contain('exactly');
  });

  it('shows who pays the fees', () => {
    const fees = (state: PaymentState): string => screen(state).read('fees');
    expect(fees(reviewing())).to.match(/^Fees \$0\.04 Network, from your wallet\s?< \$0\.01/);
    expect(fees(reviewing({ quote: freeQuote }))).to.contain('Free: Acme Coffee pays the fees');
    expect(fees(reviewing({ quote: cappedQuote }))).to.contain('Acme Coffee covers $2.00 of fees, you pay $0.31');
    expect(fees(reviewing({ quote: { ...quote, fees: {} } }))).to.equal('Fees No fees');
  });

  it('shows no fee as free when the network fee is above one cent, and names the payer of each part', () => {
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

  it('S-42 says, and only then, that nobody but the service knows the rate', () => {
    const unchecked = reviewing({ quote: { ...quote, rateUnchecked: true } });
    const english = 'We could not check the exchange rate with a second source.';
    const shown = screen(unchecked);
    expect(shown.read('notice')).to.contain(english);
    expect(
      shown.all('notice').every((notice) => notice.closest('details') === null),
      'nothing hides it',
    ).to.equal(true);
    expect(screen(reviewing()).text()).not.to.contain(english);
  });

  it('names a network that is slow or expensive at present', () => {
    const warnings = [
      { rule: 'chain', path: 'chains[8453].blockProductionLagging', message: '' },
      { rule: 'chain', path: 'chains[42161].surgeEnabled', message: '' },
    ];
    const text = screen(reviewing({ quote: { ...quote, warnings } })).text();
    expect(text).to.contain('Base is slow at the moment. The payment may take longer.');
    expect(text).to.contain('Fees on Arbitrum are higher than usual at the moment.');
    expect(text).not.to.contain('unusual');
  });

  it('F-118 F-121 F-147 says what is unusual about the payer’s account and the recipient', () => {
    const note = (rule: string, path: string) => ({ rule, path: `intent.${path}`, message: '' });
    const of = (...warnings: ReturnType<typeof note>[]): string =>
      screen(reviewing({ quote: { ...quote, warnings } })).text();
    expect(of(note('account', 'user')))
      .to.contain('Your account is a contract.')
      .and.not.contain('own address');
    expect(of(note('account', 'recipient'))).to.contain('You pay to your own address on Arbitrum.');
    expect(of(note('G02', 'recipient'))).to.contain('No key can belong to the recipient’s address.');
  });

  it('F-121 lets a contract pay to its own address only after a tick, which stays when the quote is renewed', () => {
    const warnings = [{ rule: 'account', path: 'intent.recipient', message: '' }];
    const warned = { ...quote, warnings };
    const view = screen(reviewing({ quote: warned }));
    view.press('primary');
    expect(view.asked).to.deep.equal([]);
    const box = view.root.querySelector<HTMLInputElement>('.tick input')!;
    expect(box.closest('label')?.textContent.trim()).to.equal('The address on Arbitrum is mine');
    box.click();
    view.show(reviewing({ quote: { ...warned, requestId: `0x${'77'.repeat(32)}` } }));
    view.press('primary');
    expect(view.asked).to.deep.equal([{ type: 'confirmed' }]);
    view.show(reviewing({ quote: { ...warned, recipient: PAYER } }));
    view.press('primary');
    expect(view.asked).to.have.length(1);
    expect(screen(reviewing()).root.querySelector('.tick')).to.equal(null);
  });

  it('F-120 asks the payer to decline a request that a contract account shows again', () => {
    const rejected = problem('wallet-rejected');
    const warnings = [{ rule: 'account', path: 'intent.user', message: '' }];
    const again = 'If your wallet shows that request again, decline it.';
    expect(screen(reviewing({ quote: { ...quote, warnings }, problem: rejected })).text()).to.contain(again);
    expect(screen(reviewing({ quote: { ...quote, warnings } })).text()).not.to.contain(again);
    expect(screen(reviewing({ problem: rejected })).text()).not.to.contain(again);
  });

  it('shows the recipient’s top-up and the loss in the exchange', () => {
    const more = { ...quote, topup: amountOf(42161, 'ETH', '0.0006', '2.00'), exchangeLossUsd: '0.31' };
    const text = screen(reviewing({ quote: more })).text();
    expect(text).to.contain('Acme Coffee also gets 0.0006 ETH for network fees on Arbitrum');
    expect(text).to.contain('Loss in the exchange $0.31');
    expect(screen(reviewing({ quote: { ...more, recipient: PAYER } })).text()).to.contain('You also get 0.0006 ETH');
  });

  it('shows a fee in its own currency when its price is unknown, also in the sum', () => {
    const { amountUsd: _, ...gas } = amountOf(8453, 'ETH', '0.0000021', '0.007');
    const hubGas = amountOf(42161, 'USDC', '0.012', '0.012');
    const app = { ...amountOf(42161, 'USDC', '0.02'), amountUsd: 'about nothing' };
    const sums = (fees: QuoteSummary['fees']): string[] => {
      const reported = { ...quote, fees };
      const review = screen(reviewing({ quote: reported }))
        .one('fees')
        ?.querySelector('summary > [part], summary > span + *');
      const receipt = screen({ ...succeeded, payment: { ...sentPayment, quote: reported } }).read('receipt');
      return [review?.textContent.trim() ?? '', /Fees (.*) Date/.exec(receipt)?.[1] ?? ''];
    };
    expect(sums({ gas })).to.deep.equal(['0.0000021 ETH', '0.0000021 ETH']);
    const all = '$0.02 + 0.0000021 ETH + 0.02 USDC';
    expect(sums({ gas, huber: hubGas, app })).to.deep.equal([all, all]);
    const both = '0.0000021 ETH + 0.04 USDC';
    expect(sums({ gas, huber: app, app })).to.deep.equal([both, both]);
  });

  it('names the payer and no merchant when the recipient is the payer’s own account', () => {
    const { recipient } = reviewing().quote;
    expect(screen(reviewing()).text()).to.contain('Acme Coffee gets exactly');
    expect(recipient).not.to.equal(PAYER);
    const own = screen(reviewing({ quote: { ...quote, recipient: PAYER } }));
    expect(own.text()).to.contain('You get exactly').and.not.to.contain('Acme Coffee gets');
  });

  it('names the account that receives when it is the payer’s account of the other wallet', () => {
    const evm = { address: quote.recipient, vmType: 'evm' as const, wallet: 'two.test' };
    const { selection } = reviewing();
    const other = screen(reviewing({ selection: { ...selection, accounts: [...selection.accounts, evm] } }));
    expect(other.text()).to.contain('You get exactly').and.to.contain(shortAddress(evm.address));
    const own = screen(reviewing({ quote: { ...quote, recipient: PAYER } }));
    expect(own.text()).to.contain('You get exactly').and.not.to.contain(shortAddress(PAYER));
  });

  it('compares the recipient with the payer’s account exactly when they are not EVM accounts', () => {
    const account = {
      address: '7Yg5UzLwC2hRVGpdLUdnzqpTmRSXf2FiXeVSHWpeNQfX',
      vmType: 'svm' as const,
      wallet: 'two.test',
    };
    const texts = [account.address, account.address.toLowerCase()].map((recipient) => {
      const selection = { ...reviewing().selection, accounts: [account] };
      const view = screen(reviewing({ account, selection, quote: { ...quote, recipient } }));
      return view.text().includes('You get exactly');
    });
    expect(texts).to.deep.equal([true, false]);
  });

  it('shows the refund address when it is not the payer’s, and the guard’s warnings in full', () => {
    expect(screen(reviewing()).one('refund-to')).to.equal(null);
    const otherAddress = '0x00000000000000000000000000000000000000aa';
    const warnings = [{ rule: 'G12', path: 'details.totalImpact', message: 'does not explain the difference in USD' }];
    const view = screen(reviewing({ quote: { ...quote, refundTo: otherAddress, warnings } }), {
      config: { pinned: false },
    });
    expect(view.read('refund-to')).to.equal(otherAddress);
    expect(view.all('notice').map((notice) => notice.textContent)[0]).to.equal(
      'What you pay is worth noticeably more than what arrives.',
    );
    expect(view.all('notice')).to.have.length(2);
  });

  it('S-4 S-10 S-17 shows the loss, the minimum and the share of a solver with their amounts', () => {
    const warn = (path: string, amount?: string): QuoteSummary['warnings'][number] => ({
      rule: 'G03',
      path,
      message: '',
      ...(amount !== undefined && { amount }),
    });
    const receives = { ...quote.receives, minimumAmount: '1' };
    const warnings = [
      warn('details.totalImpact'),
      warn('details.currencyOut.minimumAmount'),
      warn('details.currencyIn.amountUsd'),
      warn('fees'),
      warn('steps[0].items[0].data.data.fee', '80000000000000'),
    ];
    const shown = { ...quote, receives, warnings, lossUsd: '727.32' };
    expect(
      screen(reviewing({ quote: shown }))
        .all('notice')
        .map(({ textContent }) => textContent),
    ).to.deep.equal([
      'What you pay is worth noticeably more than what arrives. You would lose about $727.32.',
      'Less than the amount shown may arrive. At least 0.000001 USDC will.',
      'A price in dollars is missing. Compare what you pay with what arrives.',
      'The fees do not add up to what is shown.',
      '0.00008 ETH of what you pay goes to the service’s own account.',
    ]);
    const intent = { ...reviewing().intent, overridePriceImpact: true };
    const accepted = screen(reviewing({ intent, quote: shown }))
      .all('notice')
      .map(({ textContent }) => textContent.trim());
    expect(accepted[0]).to.equal('You agreed to a loss. About $727.32 of what you pay will not arrive.');
    expect(accepted).to.have.length(5);
  });

  it('shows a notice when the attestation was requested and is missing', () => {
    const warnings = [{ rule: 'G60', path: 'attestation', message: 'has no signature' }];
    const [notice] = screen(reviewing({ quote: { ...quote, warnings } })).all('notice');
    expect(notice?.textContent).to.equal('Nobody has guaranteed the delivery of this payment with a signature.');
  });

  it('shows the full target of each destination call', () => {
    const targets = ['0x00000000000000000000000000000000000000aa', '0x00000000000000000000000000000000000000bb'];
    const txs = targets.map((to) => ({ to, value: '0', data: '0x' }));
    const calls = screen(reviewing({ intent: { ...reviewing().intent, txs } })).root.querySelectorAll('.take bdi');
    const shown = [...calls].map(({ textContent }) => textContent.replace(/\s/gu, ''));
    expect(shown).to.include.members(targets);
  });

  it('shows the maximum amount that can leave when the exchange cannot be verified', () => {
    const warnings = [{ rule: 'G15', path: 'steps[1].items[0].data.data', message: 'cannot be verified' }];
    const [notice] = screen(reviewing({ quote: { ...quote, warnings } })).all('notice');
    expect(notice?.textContent).to.match(
      /^The exchange in between cannot be checked\. At most .+ leaves your wallet\.$/,
    );
  });

  it('keeps its lines while the first quote loads and dims the old quote during a refresh', () => {
    const names = (state: PaymentState): (string | null)[] =>
      [...screen(state).root.querySelectorAll('[part~="quote"] > dl dt')].map(({ textContent }) => textContent);
    expect(names(quoting).slice(0, 3)).to.deep.equal(names(reviewing()).slice(0, 3));
    expect(screen({ ...quoting, quote }).one('quote')?.className).to.equal('dim');
  });

  it('names the other choice on the back button when another choice solves the error', () => {
    const label = (code: 'wrong-network' | 'wallet-rejected'): string | undefined =>
      screen(reviewing({ problem: problem(code) })).read('secondary');
    expect(label('wrong-network')).to.equal('Choose again');
    expect(label('wallet-rejected')).to.equal('Pay with something else');
  });
});
