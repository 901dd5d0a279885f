/** Tests what a payer without a wallet in this browser sees. */
import { expect } from '@open-wc/testing';
import { SOLANA_CHAIN } from '../../../src/shared/chain-ids.js';
import { problem, selecting, selection } from '../../../stories/support/payments.js';
import type { StageOptions } from '../../../stories/support/stage.js';
import { clear, screen, type Screen } from '../support.js';

const none = selecting({ accounts: [], assets: [], wallets: [] });
const orderAddress = 'https://shop.example/pay?order=1042';
const phone: StageOptions = { device: { isTouch: true }, orderAddress };
const links = (view: Screen): HTMLAnchorElement[] => [...view.root.querySelectorAll<HTMLAnchorElement>('[data-app]')];
const apps = (view: Screen): (string | undefined)[] => links(view).map(({ dataset }) => dataset['app']);

describe('a payer without a wallet in this browser', () => {
  beforeEach(() => localStorage.removeItem('hub-pay/app'));
  afterEach(clear);

  it('gets a plain link for each app on a phone', () => {
    const view = screen(none, phone);
    expect(apps(view)).to.deep.equal(['metamask', 'trust', 'coinbase', 'phantom', 'solflare', 'okx', 'rainbow']);
    for (const link of links(view)) {
      expect(link.localName).to.equal('a');
      expect(link.target).to.equal('');
    }
    expect(view.text()).to.contain('Open in MetaMask');
  });

  it('gets no link on a computer, in a browser with a wallet, and where the page could not find the order', () => {
    const cases: StageOptions[] = [
      { orderAddress },
      { ...phone, device: { isTouch: true, hasProvider: true } },
      { device: { isTouch: true } },
      { ...phone, config: { order: null } },
      { ...phone, orderAddress: 'https://shop.example/checkout' },
      { ...phone, orderAddress: 'https://shop.example/checkout#order=1042' },
    ];
    for (const options of cases) {
      expect(apps(screen(none, options))).to.deep.equal([]);
      clear();
    }
  });

  it('gets no link beside an earlier payment whose money is not known to be safe', () => {
    for (const money of ['unknown', 'on-its-way'] as const)
      expect(apps(screen({ ...none, problem: problem('outcome-unknown', money) }, phone)), money).to.deep.equal([]);
    clear();
    expect(apps(screen({ ...none, problem: problem('wallet-rejected') }, phone))).to.not.deep.equal([]);
  });

  it('gets no link and no address to copy after a payment that was given up, which the screen no longer shows', () => {
    const inside: StageOptions = { ...phone, device: { isTouch: true, userAgent: 'iPhone Instagram 357' } };
    for (const options of [phone, inside]) {
      const view = screen(none, { ...options, orderMoney: 'unknown' });
      expect([apps(view), view.root.querySelector('.groups')]).to.deep.equal([[], null]);
      clear();
    }
  });

  it('gets only the apps that can pay from the merchant’s chains', () => {
    expect(apps(screen(none, phone))).to.include('solflare');
    clear();
    expect(apps(screen(none, { ...phone, config: { origins: [8453] } }))).to.not.include('solflare');
    clear();
    expect(apps(screen(none, { ...phone, config: { origins: [SOLANA_CHAIN] } }))).to.deep.equal([
      'phantom',
      'solflare',
      'okx',
    ]);
  });

  it('gets no link once a wallet is connected', () => {
    expect(apps(screen(selecting(), phone))).to.deep.equal([]);
  });

  it('finds the page’s own wallets above the links, and the deposit address below', () => {
    const view = screen(selecting({ accounts: [], assets: [], wallets: selection.wallets.slice(0, 1) }), {
      ...phone,
      config: { depositAddress: true },
    });
    const rows = [...view.root.querySelectorAll<HTMLElement>('.list > li > *')].map(
      ({ dataset }) => dataset['wallet'] ?? dataset['app'],
    );
    expect(rows[0]).to.equal(selection.wallets[0]!.id);
    expect(rows.at(-1)).to.equal('deposit-address');
    expect(rows).to.include('metamask');
  });

  it('sees the app of the last press first', () => {
    const view = screen(none, phone);
    const link = links(view).find(({ dataset }) => dataset['app'] === 'rainbow')!;
    link.addEventListener('click', (event) => event.preventDefault());
    link.click();
    clear();
    expect(apps(screen(none, phone))[0]).to.equal('rainbow');
  });

  it('reads the name of the app it is in, and gets the link to copy in place of rows that open nothing', () => {
    const view = screen(none, { ...phone, device: { isTouch: true, userAgent: 'iPhone Instagram 357' } });
    expect(apps(view)).to.deep.equal([]);
    expect(view.text()).to.contain('You are in the browser of Instagram');
    expect(view.root.querySelector('.groups')?.textContent).to.equal(orderAddress);
  });

  it('is told to start again in the phone’s browser when the page could not find the order', () => {
    const view = screen(none, { device: { isTouch: true, userAgent: 'iPhone Instagram 357' } });
    expect(view.text()).to.contain('start again');
    expect(view.root.querySelector('.groups')).to.equal(null);
  });

  it('reads what a wallet is, with no link and no image of another host', () => {
    for (const options of [phone, {}]) {
      const view = screen(none, options);
      expect(view.text()).to.contain('No wallet? A wallet is an app or a browser extension');
      const fold = [...view.root.querySelectorAll('details')].at(-1)!;
      expect(fold.querySelectorAll('a, img')).to.have.length(0);
      clear();
    }
  });
});
