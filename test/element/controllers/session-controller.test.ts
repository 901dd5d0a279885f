/** Tests the `wallets` property, and what the session learns about the page. */
import { expect } from '@open-wc/testing';
import { createPaymentSession } from '../../../src/payment/session/session.js';
import '../../../src/wallets/discover-evm.js';
import { fakeEvmWallet } from '../../support/fake-evm-wallet.js';
import { makeRegistry, people } from '../../support/quotes.js';
import { cleanUp, create, pay, rendered, type TestPay } from '../../support/pages/element.js';
import { earlyPage, untoldPage } from '../../support/pages/early-frame.js';
import { until } from '../../support/until.js';

const rows = (element: TestPay): (string | undefined)[] =>
  [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part~=wallet]')].map((row) => row.dataset['wallet']);

describe('a page that is hidden before the element is made', () => {
  afterEach(cleanUp);

  it('P-20 tells the session, so that a resumed payment is polled slowly from the first time', async () => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    try {
      const element = await pay({ open: '' });
      const told = element.fake.events.filter(({ type }) => type === 'visibility-changed');
      expect(told).to.deep.equal([{ type: 'visibility-changed', visible: false }]);
    } finally {
      Reflect.deleteProperty(document, 'visibilityState');
    }
  });

  it('tells nothing when the page is visible', async () => {
    const element = await pay({ open: '' });
    expect(element.fake.eventTypes).not.to.include('visibility-changed');
  });
});

describe('an element that is made before DOMContentLoaded', () => {
  it('P-7 starts its session when it is inserted after DOMContentLoaded', async () => {
    expect(await earlyPage())
      .to.have.property('sessions')
      .that.deep.equals([1, 1]);
  });
});

describe('an element whose code arrives between DOMContentLoaded and load', () => {
  it('P-46 starts although the browser hides the timing and load never comes', async () => {
    expect(await untoldPage()).to.deep.equal({ readyState: 'interactive', loads: 0 });
  });
});

describe('wallets of the page', () => {
  afterEach(cleanUp);

  it('get a number from the catalogue when they have no name', async () => {
    const element = await pay({ open: '' });
    element.messages = { 'word.wallet-number': 'Purse {number}' };
    element.fake.dispatch({
      type: 'wallets-found',
      wallets: [
        { id: 'page-1', name: '', icon: null, vmType: 'evm' },
        { id: 'page-2', name: '', icon: null, vmType: 'evm' },
        { id: 'io.named', name: 'Named', icon: null, vmType: 'evm' },
      ],
    });
    await rendered(element);
    const texts = [...element.shadowRoot!.querySelectorAll('[part~=wallet] .name')].map(
      ({ textContent }) => textContent,
    );
    expect(texts).to.deep.equal(['Purse 1', 'Purse 2', 'Named']);
  });

  it('are offered without restarting the selection when they are set while the payer chooses', async () => {
    const [early, late] = ['org.test.early', 'org.test.late'].map((rdns) => fakeEvmWallet({ rdns, name: rdns }));
    const element = create({
      open: '',
      'destination-chain-id': '10',
      'destination-currency': 'USDC',
      recipient: people.recipient,
    });
    element.realSession = createPaymentSession;
    element.registry = makeRegistry();
    element.fetch = () => Promise.reject(new TypeError('no network in this test'));
    element.wallets = [{ info: early!.info, provider: early!.provider }];
    const names: string[] = [];
    element.addEventListener('hub-statechange', ({ detail }) => names.push(detail.state));
    document.body.append(element);
    await until(element, () => rows(element).includes('org.test.early'));
    element.wallets = [
      { info: late!.info, provider: late!.provider },
      { info: early!.info, provider: early!.provider },
    ];
    await until(element, () => rows(element).includes('org.test.late'));
    expect(rows(element).slice(0, 2)).to.deep.equal(['org.test.late', 'org.test.early']);
    expect(names).to.deep.equal(['selecting']);
    expect([...early!.requests, ...late!.requests]).to.deep.equal([]);
    element.remove();
  });
});
