/** Tests the list of past payments in the element: opening with `show('history')`, loading page by page, closing. */
import { expect } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import type { HistoryPage, PastPayment } from '../../../src/payment/history/list-payments.js';
import { HubPayError } from '../../../src/errors.js';
import { cleanUp, pay, payer, payment, rendered, type TestPay } from '../../support/pages/element.js';
import { idOf } from '../../support/samples.js';
import { until } from '../../support/until.js';

const past = (number: number, change: Partial<PastPayment> = {}): PastPayment => ({
  ...payment,
  requestId: idOf(number),
  status: 'success',
  at: '2026-11-01T12:00:00.000Z',
  ...change,
});
const pageOf = (from: number, to: number, continuation?: string): HistoryPage => ({
  payments: Array.from({ length: to - from + 1 }, (_, index) => past(from + index)),
  ...(continuation !== undefined && { continuation }),
});

const viewOf = (element: TestPay): string =>
  element.shadowRoot?.querySelector<HTMLElement>('[data-view]')?.dataset['view'] ?? '';
const rows = (element: TestPay): NodeListOf<HTMLElement> =>
  element.shadowRoot!.querySelectorAll<HTMLElement>('[part=history-row] button');

async function opened(
  pages: TestPay['fake']['pages'],
  attributes: Readonly<Record<string, string>> = {},
): Promise<TestPay> {
  const element = await pay(attributes);
  element.fake.pages.push(...pages);
  element.show('history');
  await until(element, () => element.fake.historyQueries.length > 0 && !element.shadowRoot?.querySelector('.blank'));
  return element;
}

describe('show("history")', () => {
  afterEach(cleanUp);

  it('opens the sheet with the payment list and moves the focus to its heading', async () => {
    const element = await opened([pageOf(1, 2)]);
    expect([element.open, viewOf(element), rows(element).length]).to.deep.equal([true, 'history', 2]);
    expect(element.shadowRoot?.activeElement?.textContent).to.equal('Your payments');
    expect(element.fake.historyQueries).to.deep.equal([{ limit: 10 }]);
  });

  it('shows the heading before the list is loaded', async () => {
    const element = await pay();
    element.show('history');
    await rendered(element);
    expect([element.open, viewOf(element)]).to.deep.equal([true, 'history']);
    expect(element.find('dialog')?.textContent).to.contain('Your payments');
  });

  it('loads the next page once and moves the focus to its first payment when the payer requests more', async () => {
    const element = await opened([pageOf(1, 3, 'second'), pageOf(3, 5)]);
    const more = (): HTMLElement | null => element.shadowRoot!.querySelector<HTMLElement>('[part=history] ~ button');
    more()?.focus();
    more()?.click();
    more()?.click();
    await until(element, () => rows(element).length === 5);
    expect(element.fake.historyQueries.slice(1)).to.deep.equal([{ limit: 10, continuation: 'second' }]);
    await until(element, () => element.shadowRoot?.activeElement === rows(element)[3]);
    expect(more() === null).to.equal(true);
  });

  it('announces the number of listed payments', async () => {
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
    try {
      const element = await opened([pageOf(1, 3)]);
      const region = (): Element | null => element.querySelector('[slot=hub-announcer]');
      await until(element, () => region() !== null);
      await clock.tickAsync(500);
      expect(region()?.textContent).to.equal('3 payments shown');
    } finally {
      clock.restore();
    }
  });

  it('reloads the list when a wallet connects and drops the older answer', async () => {
    let late: (page: HistoryPage) => void = () => undefined;
    const element = await pay();
    element.fake.pages.push(new Promise<HistoryPage>((resolve) => (late = resolve)), pageOf(4, 6));
    element.show('history');
    await until(element, () => element.fake.historyQueries.length === 1);
    element.fake.store.emit('hub-connect', payer);
    await until(element, () => rows(element).length === 3);
    late(pageOf(1, 1));
    await new Promise((resolve) => setTimeout(resolve));
    await rendered(element);
    expect(rows(element).length).to.equal(3);
  });

  it('removes the payments and the opened one at once when a wallet disconnects, and loads the list again', async () => {
    let late: (page: HistoryPage) => void = () => undefined;
    const element = await opened([pageOf(1, 3), new Promise<HistoryPage>((resolve) => (late = resolve))]);
    rows(element)[1]?.click();
    await until(element, () => viewOf(element) === 'history-payment');
    element.fake.store.emit('hub-disconnect', payer);
    await rendered(element);
    expect([viewOf(element), rows(element).length]).to.deep.equal(['history', 0]);
    late({ ...pageOf(1, 1), deviceOnly: true });
    await until(element, () => rows(element).length === 1);
    expect(element.find('notice')?.textContent).to.contain('Only payments made on this device.');
  });

  it('says that other payments may be missing only while the service was not asked', async () => {
    const element = await opened([{ ...pageOf(1, 1), deviceOnly: true }, pageOf(1, 2)]);
    element.fake.goTo('succeeded');
    await until(element, () => rows(element).length === 1);
    expect(element.find('notice')?.textContent).to.contain('Only payments made on this device.');
    element.fake.store.emit('hub-connect', payer);
    await until(element, () => rows(element).length === 2);
    expect(element.find('notice') === null).to.equal(true);
  });

  it('shows an error with a retry when the list cannot be loaded', async () => {
    const element = await opened([new HubPayError('service-down', 'no'), pageOf(1, 1)]);
    expect(element.find('dialog')?.textContent).to.contain('can’t be loaded right now');
    element.press('primary');
    await until(element, () => rows(element).length === 1);
  });

  it('shows one payment and returns without changing the current payment', async () => {
    const element = await opened([pageOf(1, 2)]);
    element.fake.goTo('selecting');
    const before = element.fake.state;
    rows(element)[1]?.click();
    await until(element, () => viewOf(element) === 'history-payment');
    expect(element.find('primary') === null).to.equal(true);
    element.press('secondary');
    await until(element, () => viewOf(element) === 'history');
    element.press('secondary');
    await until(element, () => viewOf(element) === 'selecting');
    expect(element.fake.state).to.equal(before);
    expect(element.fake.resumed).to.deep.equal([]);
  });

  it('offers to resume an ongoing payment of this order and none of another order', async () => {
    const running = [
      past(1, { status: 'pending', reference: 'mine' }),
      past(2, { status: 'pending', reference: 'other' }),
    ];
    const element = await opened([{ payments: running }], { reference: 'mine' });
    rows(element)[1]?.click();
    await until(element, () => viewOf(element) === 'history-payment');
    expect(element.find('primary') === null, 'nothing may stand in the place of this order').to.equal(true);
    element.press('secondary');
    await until(element, () => rows(element).length === 2);
    rows(element)[0]?.click();
    await until(element, () => element.find('primary') !== null);
    element.press('primary');
    await until(element, () => viewOf(element) !== 'history-payment');
    expect(element.fake.resumed).to.deep.equal([idOf(1)]);
  });

  it('ends when the sheet closes, so that the next opening shows the payment', async () => {
    const element = await opened([pageOf(1, 2)]);
    element.close();
    await rendered(element);
    element.show();
    await rendered(element);
    expect(viewOf(element)).to.equal('selecting');
  });

  it('stays when the page sets `open` again and ends when it calls `show()`', async () => {
    const element = await opened([pageOf(1, 2)]);
    element.open = true;
    await rendered(element);
    expect(viewOf(element)).to.equal('history');
    element.show();
    await rendered(element);
    expect(viewOf(element)).to.equal('selecting');
  });

  it('switches the content of a panel to the list and back', async () => {
    const element = await pay({ layout: 'panel' });
    element.fake.pages.push(pageOf(1, 2));
    element.show('history');
    await until(element, () => rows(element).length === 2);
    element.show('pay');
    await until(element, () => viewOf(element) !== 'history');
    expect(element.find('panel')).not.to.equal(null);
  });

  it('does nothing when the element is disabled', async () => {
    const element = await pay({ disabled: '' });
    element.show('history');
    await rendered(element);
    expect(element.open).to.equal(false);
    expect(element.fake.historyQueries).to.deep.equal([]);
  });
});
