/** Tests the views of a payment from another device. The views leave out unknown values. */
import { expect } from '@open-wc/testing';
import { announcementOf } from '../../../src/ui/announcement.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import type { Payment } from '../../../src/types.js';
import { contextOf } from '../../../stories/support/stage.js';
import { failed, payment, processing, succeeded } from '../../../stories/support/payments.js';
import { clear, screen } from '../support.js';

const unknown = { chainId: 0, currency: '', symbol: '', decimals: 0, amount: null, amountFormatted: null };
const foreign: Payment = {
  ...payment,
  intent: { tradeType: 'EXPECTED_OUTPUT' },
  account: null,
  reference: null,
  submissions: [],
  quote: {
    ...payment.quote,
    pays: unknown,
    receives: unknown,
    recipient: '',
    refundTo: '',
    fees: {},
    timeEstimate: null,
  },
};
const { requestId } = foreign;
const receipt = { ...succeeded.receipt, paid: unknown, received: unknown, origin: [], destination: [] };

const states: PaymentState[] = [
  processing({ payment: foreign }),
  processing({ payment: foreign, status: 'unknown' }),
  { name: 'succeeded', payment: foreign, receipt, at: 0 },
  { name: 'refunded', payment: foreign, refund: { requestId, reference: null, returned: null } },
  { ...failed(), payment: foreign },
];

describe('payment with few known facts', () => {
  afterEach(clear);

  for (const state of states) {
    it(`shows no invented amount, fee, network or address when the state is ${state.name}`, () => {
      const text = `${screen(state).text()} ${announcementOf(state, contextOf({})).text}`;
      expect(text).not.to.match(/\d\.\d\d|\b0\b|NaN|No fees|You paid|undefined/);
      // The text must not name the merchant's currency or have a gap in place of an amount.
      expect(text)
        .not.to.contain('USDC')
        .and.not.to.match(/returned to|went back to| {2}to /);
    });
  }

  it('shows its id and the delivery when only these are known', () => {
    const view = screen(states[2]!);
    expect(view.text()).to.contain('Paid').and.to.contain(requestId.slice(0, 6));
  });
});

describe('processing view', () => {
  afterEach(clear);

  it('S-43 asks for another signature with the amount, says that only one can pay, and announces it', () => {
    const again = { step: { id: 'authorize1', kind: 'signature', index: 0, count: 1 }, confirmed: false } as const;
    const asked = processing({ payment: { ...payment, signed: true }, again });
    const text = 'Only one of your two signatures can pay, so 0.0071 ETH leaves your wallet at most once.';
    const view = screen(asked, { mayPress: true });
    expect(view.read('notice')).to.contain(text);
    expect(announcementOf(asked, contextOf({})).text).to.contain(text);
    view.one('primary')?.click();
    expect(view.asked).to.deep.equal([{ type: 'signature-confirmed' }]);
    expect(screen(asked, { mayPress: false }).one('primary')?.disabled).to.equal(true);
    const pressed = screen(processing({ again: { ...again, confirmed: true } }));
    pressed.one('primary')?.click();
    expect(pressed.asked).to.deep.equal([]);
    // While the service waits for the payer, no screen says that the payment continues by itself.
    for (const each of [view, pressed]) expect(each.text()).to.not.contain('the payment continues');
    expect(screen(processing({})).text()).to.contain('the payment continues');
  });
});
