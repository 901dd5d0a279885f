/** Tests of the list of past payments: the rows, an opened payment and the three empty states. */
import { expect } from '@open-wc/testing';
import { HASH, REQUEST_ID, selecting, succeeded } from '../../../stories/support/payments.js';
import { historyScreen, payments, unreachable } from '../../../stories/support/past-payments.js';
import type { HistoryState } from '../../../src/ui/history/history-state.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import { clear, screen, type Screen } from '../support.js';

function listed(shown: Partial<HistoryState>, state: PaymentState = selecting(), locale = 'en') {
  const pressed: string[] = [];
  const view = screen(state, { locale, history: historyScreen(shown, (what) => pressed.push(what)) });
  return { view, pressed };
}
const rowTexts = (view: Screen): string[] =>
  view.all('history-row').map(({ textContent }) => textContent.replace(/\s+/gu, ' ').trim());

describe('payment list', () => {
  afterEach(clear);

  it('shows amount, date, order, outcome and transaction in one row for each payment', () => {
    const { view } = listed({ payments });
    expect(view.one('history')?.tagName).to.equal('UL');
    expect(view.one('history')?.getAttribute('aria-label')).to.equal('Your payments');
    const rows = rowTexts(view);
    expect(rows[0]).to.match(/^25\.00 USDC Order order-1042 Nov 20, 2025, .+ On its way Network record/u);
    expect(rows[1]).to.contain('Order order-1041 Nov 19').and.to.contain('Delivered');
    expect(rows[2]).to.contain('1,250.50 USDT').and.to.contain('Sent back to you');
    expect(rows[3]).to.contain('To 0x5afe…0001').and.to.contain('Did not go through');
    expect(rows[4]).to.contain('Not seen by the network yet').and.not.to.contain('Network record');
    expect(rows[5]).to.equal('Amount not known Delivered');
    const link = view.all('history-row')[0]?.querySelector('a');
    expect([link?.href, link?.rel, link?.title]).to.deep.equal([
      `https://explorer.example/tx/${HASH}`,
      'noopener noreferrer',
      HASH,
    ]);
  });

  it('S-13 says that only the service tells of a refund that no chain has shown, and S-3 what is not known', () => {
    const refund = { ...payments[1]!, status: 'refund' };
    const [told, seen, unknown] = rowTexts(
      listed({ payments: [refund, { ...refund, confirmed: true }, { ...refund, status: 'unknown' }] }).view,
    );
    expect(told).to.contain('Sent back, the payment service says').and.not.to.contain('Sent back to you');
    expect(seen).to.contain('Sent back to you');
    expect(unknown).to.contain('State not known');
  });

  it('shows a status of a later service as ongoing', () => {
    for (const status of ['submitted', 'constructor', '']) {
      const [row] = rowTexts(listed({ payments: [{ ...payments[1]!, status }] }).view);
      expect(row, status).to.contain('On its way');
    }
  });

  it('opens the payment of the pressed row and returns to the current payment', () => {
    const { view, pressed } = listed({ payments, hasMore: true });
    view.root.querySelectorAll<HTMLElement>('[part=history-row] button')[1]?.click();
    view.root.querySelector<HTMLElement>('[part=history] ~ button')?.click();
    view.press('secondary');
    expect(pressed).to.deep.equal([`open ${payments[1]!.requestId}`, 'more', 'leave']);
    expect(view.asked, 'the payment at hand is not touched').to.deep.equal([]);
  });

  it('F-95 says what to do about a second transaction in the opened payment', () => {
    const [opened] = payments;
    const text = (change: object): string => listed({ payments, opened: { ...opened!, ...change } }).view.text();
    expect(text({ paidTwice: true })).to.contain('The service saw a second payment');
    expect(text({})).not.to.contain('second payment');
  });

  it('offers more payments only when there are more', () => {
    expect(listed({ payments }).view.text()).not.to.contain('Show more');
    const { view } = listed({ payments, hasMore: true, loading: true });
    expect(view.root.querySelector('[part=history] ~ button')?.getAttribute('aria-disabled')).to.equal('true');
  });

  it('shows that it loads, is empty or cannot be loaded', () => {
    const blank = listed({ loading: true }).view;
    expect(blank.root.querySelector('[role=img]')?.getAttribute('aria-label')).to.equal('Loading your payments');
    expect(listed({}).view.text()).to.contain('No payments yet What you pay here will be listed here.');
    const { view, pressed } = listed({ problem: unreachable });
    expect(view.text()).to.contain('Your payments can’t be loaded right now. What you have paid is not affected.');
    expect(view.text()).not.to.contain('No payments yet');
    view.press('primary');
    expect(pressed).to.deep.equal(['retry']);
  });

  it('says that it lists only this device’s payments when there is no wallet or no answer', () => {
    const only = 'Only payments made on this device';
    expect(listed({ payments }).view.text()).not.to.contain(only);
    // After a payment the state holds no wallets, although one is connected.
    expect(listed({ payments }, succeeded).view.text()).not.to.contain(only);
    expect(listed({ payments, deviceOnly: true }).view.read('notice')).to.contain(`${only}. Connect a wallet`);
    const { view, pressed } = listed({ payments, problem: unreachable });
    expect(view.read('notice')).to.contain('Some payments are missing here: they can’t be loaded right now.');
    view.root.querySelector<HTMLElement>('[part=notice] + button')?.click();
    expect(pressed).to.deep.equal(['retry']);
  });

  it('shows no line items of the current payment', () => {
    const summary = [{ label: 'Espresso beans', amount: '$22.00' }];
    const view = screen(selecting(), { config: { summary }, history: historyScreen({ payments }) });
    expect(view.text()).not.to.contain('Espresso beans');
  });

  it('is linked from the asset list when a wallet is connected', () => {
    const view = screen(selecting());
    const link = [...view.root.querySelectorAll<HTMLElement>('button.link')].find(
      ({ textContent }) => textContent === 'Your payments',
    );
    link?.click();
    expect(view.asked).to.deep.equal([{ type: 'show-history' }]);
    expect(screen(selecting({ accounts: [] })).text()).not.to.contain('Your payments');
  });
});

describe('past payment view', () => {
  afterEach(clear);

  it('shows amounts, date, status, recipient, transaction and id', () => {
    const { view, pressed } = listed({ payments, opened: { ...payments[1]!, requestId: REQUEST_ID } });
    const text = view.text();
    for (const words of ['Order order-1041', 'Delivered', 'You paid', '0.0071 ETH', '25.00 USDC', 'Sent on Base']) {
      expect(text).to.contain(words);
    }
    expect(text.replace(/\s/gu, '')).to.contain(REQUEST_ID);
    expect(view.one('primary')).to.equal(null);
    view.press('secondary');
    expect(pressed).to.deep.equal(['open none']);
  });

  it('offers to resume the payment while it is ongoing', () => {
    const { view, pressed } = listed({ payments, opened: payments[0]! });
    expect(view.read('primary')).to.equal('Follow this payment');
    view.press('primary');
    expect(pressed).to.deep.equal([`resume ${payments[0]!.requestId}`]);
  });

  it('says what was paid out only of a delivered payment', () => {
    for (const each of payments.slice(0, 5)) {
      const text = listed({ payments, opened: each }).view.text();
      expect(text.includes('Amount delivered'), each.status).to.equal(each.status === 'success');
    }
  });

  it('leaves out unknown values', () => {
    const text = listed({ payments, opened: payments[5]! }).view.text();
    expect(text).not.to.match(/You paid|Amount delivered|Date|Recipient|Sent on|undefined|NaN|Invalid/u);
  });
});
