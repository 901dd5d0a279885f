/** Tests of the three final views: receipt, refund and failure. */
import { expect } from '@open-wc/testing';
import type { PaymentState } from '../../../src/payment/model/state.js';
import type { KnownAmount } from '../../../src/types.js';
import { announcementOf } from '../../../src/ui/announcement.js';
import { contextOf } from '../../../stories/support/stage.js';
import {
  amountOf,
  awaiting,
  failed,
  payment,
  problem,
  processing,
  quote,
  refunded,
  reviewing,
  selecting,
  sentPayment,
  succeeded,
} from '../../../stories/support/payments.js';
import { clear, screen, type Screen } from '../support.js';

const returnUrl = 'https://shop.example/thanks?order=1042';
const supportUrl = 'mailto:help@shop.example';
const link = (view: Screen, part: string): HTMLAnchorElement | null => view.root.querySelector(`a[part="${part}"]`);

describe('the way back to the merchant', () => {
  afterEach(clear);

  it('is a link with the payment id, for the sheet and for the panel', () => {
    for (const layout of ['button', 'panel'] as const) {
      const view = screen(succeeded, { layout, config: { returnUrl } });
      expect(view.read('primary')).to.equal('Back to Acme Coffee');
      expect(link(view, 'primary')?.href).to.equal(`${returnUrl}&requestId=${succeeded.receipt.requestId}`);
      clear();
    }
    expect(link(screen(processing(), { config: { returnUrl } }), 'primary')).to.equal(null);
  });
});

describe('the link to the support', () => {
  afterEach(clear);

  it('is on each screen from the payment on, and on no screen before it', () => {
    const expired = awaiting({ deadline: 1 });
    const after = [processing(), processing({ slow: true }), processing({ status: 'unknown' }), succeeded];
    for (const state of [...after, failed(), expired]) {
      const view = screen(state, { config: { supportUrl } });
      expect(link(view, 'support')?.getAttribute('href'), state.name).to.equal(supportUrl);
      expect(view.read('support'), state.name).to.contain('Contact Acme Coffee');
      expect(view.text(), state.name).to.contain('Payment id');
      expect(link(screen(state), 'support')).to.equal(null);
    }
    for (const state of [selecting(), reviewing()])
      expect(link(screen(state, { config: { supportUrl } }), 'support'), state.name).to.equal(null);
  });
});

describe('final screens', () => {
  afterEach(clear);

  it('show amount, fees, date, both transactions and the id in the receipt', () => {
    const view = screen(succeeded);
    const receipt = view.read('receipt');
    for (const words of ['0.0071 ETH', '$0.04', 'Nov 21, 2025', 'Sent on Base', 'Delivered on Arbitrum'])
      expect(receipt).to.contain(words);
    expect(view.root.querySelectorAll('a')).to.have.length(2);
    expect(view.text()).to.contain(succeeded.receipt.requestId.match(/.{4}/g)![3]!);
    expect(view.root.querySelector('slot[name="success"]')).to.exist;
  });

  it('F-107 show the quoted minimum with “at least” when the received amount could not be read', () => {
    const receives = { ...quote.receives, minimumAmount: '24900000' };
    const shown = (received: object): string =>
      screen({
        ...succeeded,
        payment: { ...sentPayment, quote: { ...quote, receives } },
        receipt: { ...succeeded.receipt, received: { ...quote.receives, ...received } },
      }).text();
    const least = shown({ amount: '24900000', amountFormatted: '24.9', minimumAmount: '24900000' });
    expect(least).to.contain('At least 24.90 USDC to Acme Coffee');
    for (const read of [{ amount: '24900000', amountFormatted: '24.9' }, receives]) {
      expect(shown(read)).to.match(/24\.90|25/);
      expect(shown(read)).not.to.contain('least');
    }
  });

  it('F-192 show what arrived of the top-up, and a promise as a promise', () => {
    const topup = amountOf(42161, 'ETH', '0.0006', '2.00');
    const withTopup = { ...sentPayment, quote: { ...quote, topup } };
    const shown = (arrived?: object): string =>
      screen({
        ...succeeded,
        payment: withTopup,
        receipt: { ...succeeded.receipt, ...(arrived && { topup: { ...topup, ...arrived } }) },
      }).read('receipt');
    expect(shown({})).to.contain('Arrived for network fees 0.0006 ETH').and.not.contain('of 0.0006');
    expect(shown({ amount: '200000000000000', amountFormatted: '0.0002' })).to.contain('0.0002 ETH of 0.0006 ETH');
    for (const unread of [{ amount: null, amountFormatted: null }, undefined])
      expect(shown(unread)).to.contain('Promised for network fees 0.0006 ETH').and.not.contain('Arrived');
    expect(screen(succeeded).read('receipt')).not.to.contain('network fees');
  });

  it('S-15 say what the chain shows otherwise when less arrived, or nothing was seen', () => {
    const shown = (path: string): string => {
      const received = { ...quote.receives, amount: '1', amountFormatted: '0.000001', minimumAmount: '24900000' };
      const warnings = [{ rule: 'delivery', path, message: '' }];
      return screen({ ...succeeded, receipt: { ...succeeded.receipt, received, warnings } }).read('notice');
    };
    expect(shown('received.amount')).to.equal('Less arrived on Arbitrum than was promised. At least 24.90 USDC was.');
    expect(shown('destination')).to.equal('The service says that it was delivered. We could not see it on Arbitrum.');
  });

  it('F-95 say what to do about a second payment, and link it', () => {
    const second = {
      ...succeeded.receipt.origin[0]!,
      hash: `0x${'d2'.repeat(32)}`,
      url: 'https://scan.test/tx/second',
    };
    const warnings = [{ rule: 'delivery', path: 'origin', message: '' }];
    const receipt = { ...succeeded.receipt, origin: [...succeeded.receipt.origin, second], warnings };
    const view = screen({ ...succeeded, receipt });
    expect(view.read('notice')).to.match(/^The service saw a second payment .* contact Acme Coffee with this payment/);
    expect(view.read('receipt')).to.contain('Second payment');
    expect(view.root.querySelector('a[href="https://scan.test/tx/second"]')).to.exist;
    expect(screen(succeeded).text()).not.to.contain('econd payment');
  });

  it('F-66 show what was paid, not what was quoted', () => {
    const paid = amountOf(8453, 'ETH', '0.004');
    const text = screen({ ...succeeded, receipt: { ...succeeded.receipt, paid } }).text();
    expect(text).to.contain('You paid 0.004 ETH').and.not.contain('0.0071');
  });

  it('offer another payment only when the payer typed the amount', () => {
    expect(screen(succeeded).one('secondary')).to.equal(null);
    const view = screen(succeeded, { config: { fixedAmount: false } });
    view.press('secondary');
    expect(view.asked).to.deep.equal([{ type: 'reset' }]);
  });

  it('show the exact refunded amount and never promise the full amount', () => {
    const text = (state: PaymentState): string => screen(state).text();
    expect(text(refunded(quote.pays))).to.contain('0.0071 ETH returned to 0x1278…90ab on Base.');
    expect(text(refunded(quote.pays))).not.to.contain('less');
    const back = refunded(amountOf(8453, 'ETH', '0.0069'));
    expect(text(back)).to.contain('A little less than you sent');
    // Rounded up, the text would name more than came back.
    expect(text(refunded(amountOf(8453, 'ETH', '0.006999999999')))).to.contain('0.00699999 ETH returned to');
    const edited = { ...back, refund: { ...back.refund, paid: amountOf(8453, 'ETH', '0.0069') } };
    expect(text(edited), 'the payer edited the amount').not.to.contain('less');
    expect(text(refunded(amountOf(42161, 'USDC', '24.2')))).to.contain(
      '24.20 USDC returned to 0x1278…90ab on Arbitrum.',
    );
  });

  it('S-13 say how much is missing, and ask before another payment, when a tenth of the money did not come back', () => {
    const part = (returned: KnownAmount): ReturnType<typeof screen> => {
      const { refund, ...state } = refunded(returned);
      const { confirmed: _, ...told } = refund;
      return screen({ ...state, refund: told });
    };
    const half = part(amountOf(8453, 'ETH', '0.0036'));
    expect(half.text()).to.contain('Only 0.0036 ETH came back: 0.0035').and.not.contain('A little less');
    half.press('primary');
    expect(half.asked).to.deep.equal([]);
    expect(part(amountOf(8453, 'ETH', '0.0069')).text()).to.not.contain('came back:');
    expect(part(amountOf(42161, 'USDC', '5')).text()).to.contain('Only 5.00 USDC came back: ');
    expect(part(amountOf(1, 'USDC', '5')).text()).to.not.contain('came back:');
  });

  it('S-13 offer another payment only after a tick when only the service says that the money came back', () => {
    const view = screen(refunded(null));
    expect(view.text()).to.contain('The service says it sent your payment back');
    expect(view.text()).to.contain('Named by the service').and.not.contain('Returned');
    view.press('primary');
    expect(view.asked).to.deep.equal([]);
    const box = view.root.querySelector<HTMLInputElement>('.tick input')!;
    box.click();
    view.press('primary');
    expect(view.asked).to.deep.equal([{ type: 'reset' }]);
  });

  it('have a slot for the page’s own error text on every screen with an error', () => {
    const slotted = (state: PaymentState, code: string): string => {
      const slot = screen(state).root.querySelector<HTMLSlotElement>(`slot[name="error-${code}"]`);
      return slot?.textContent.replace(/\s+/g, ' ').trim() ?? 'no slot';
    };
    expect(slotted({ name: 'idle', problem: problem('service-down') }, 'service-down')).to.equal(
      'Nothing was charged.',
    );
    expect(slotted({ name: 'idle', problem: problem('reverted') }, 'reverted')).to.contain('still in your wallet');
    expect(slotted(refunded(amountOf(8453, 'ETH', '0.0069')), 'refunded')).to.match(/^0\.0069 ETH returned .* fee\.$/);
    expect(slotted(refunded(null), 'refunded')).to.equal('Check your wallet before you pay again.');
    expect(slotted(failed(), 'failed')).to.contain('has not received it');
    expect(slotted(processing({ status: 'unknown', payment }), 'outcome-unknown')).to.contain('We see no payment yet.');
    const offline = processing({ problem: problem('offline', 'on-its-way') });
    expect(slotted(offline, 'offline')).to.contain('Your money is on its way.');
  });

  it('say after a failure, to the eye and to the ear, not to pay twice, and show whom to contact', () => {
    const view = screen(failed());
    const text =
      'Acme Coffee has not received it. We are checking for a refund; it can take a few minutes. Don’t pay twice.';
    expect(view.text()).to.contain(text);
    expect(announcementOf(failed(), contextOf({})).text).to.equal(`The payment did not go through. ${text}`);
    expect(view.text()).to.contain('Contact Acme Coffee with this payment id.');
  });

  it('say what happened to a signature after a failure, in words that are true for a permit and for the venue', () => {
    const signed = { ...payment, signed: true as const };
    const shown = (chainId: number, more: object = {}): string => {
      const pays = { ...quote.pays, chainId };
      return screen({ ...failed(), payment: { ...signed, quote: { ...quote, pays }, ...more } }).text();
    };
    for (const chainId of [8453, 1337])
      expect(shown(chainId))
        .to.contain('Your signature may have been used; don’t pay twice.')
        .and.not.contain('minutes');
    expect(shown(8453, sentPayment)).to.contain('checking for a refund; it can take a few minutes');
  });
});
