/** Tests the screen with the code of a wallet that is not in this browser. */
import { expect } from '@open-wc/testing';
import { NOW, selecting } from '../../../stories/support/payments.js';
import { transition } from '../../../src/payment/model/machine.js';
import type { PaymentEvent } from '../../../src/payment/model/state.js';
import { announcementOf } from '../../../src/ui/announcement.js';
import { screenOf } from '../../../src/ui/choose-screen.js';
import { checkoutStyles } from '../../../src/ui/styles/index.js';
import { entryStyles } from '../../../src/ui/styles/entry.js';
import { contextOf, type StageOptions } from '../../../stories/support/stage.js';
import { clear, copiedBy, scannedText, screen, type Screen } from '../support.js';

const key = 'ab'.repeat(32);
const codeFor = (seconds: number): string =>
  `wc:${key}@2?expiryTimestamp=${NOW / 1000 + seconds}&relay-protocol=irn&symKey=${key}`;
const shown = (code: string, options: StageOptions = {}): Screen =>
  screen(selecting({ accounts: [], assets: [], connecting: 'io.metamask', code }), options);
const summary = [
  { label: '1 × Guji Natural, 1 kg', amount: '$21.00' },
  { label: 'Shipping', amount: '$4.00' },
];
const phone: StageOptions = { device: { isTouch: true } };
const links = (view: Screen): string[] =>
  [...view.root.querySelectorAll('[data-app]')].map((link) => link.getAttribute('href') ?? '');
/** Shows the code of a computer in a window of this size. A frame is another document, so it gets its own styles. */
function shownIn(width: number, height: number, options: StageOptions): Screen {
  const view = shown(codeFor(299), { ...options, open: false });
  const frame = document.createElement('iframe');
  frame.style.cssText = `position: fixed; inset: 0 auto auto 0; border: 0; width: ${width}px; height: ${height}px`;
  document.body.append(frame);
  const page = frame.contentWindow as Window & typeof globalThis;
  page.document.documentElement.lang = 'en';
  page.document.body.append(view);
  view.root.adoptedStyleSheets = [...entryStyles, ...checkoutStyles].map(({ cssText }) => {
    const sheet = new page.CSSStyleSheet();
    sheet.replaceSync(cssText);
    return sheet;
  });
  view.show(view.state(), { ...options, open: true });
  return view;
}
/** Whether the element is shown before the payer opens a disclosure. */
const isAtHand = (node: Element | null): boolean => node !== null && node.closest('details') === null;

describe('wallet code', () => {
  beforeEach(() => localStorage.removeItem('hub-pay/app'));
  afterEach(clear);

  it('is a QR code of at least 240 pixels on a computer, with the links folded below', () => {
    const view = shown(codeFor(299));
    expect(isAtHand(view.one('qr'))).to.equal(true);
    expect(isAtHand(view.one('wallet'))).to.equal(false);
    const { height } = view.root.querySelector('[part=qr] svg')!.getBoundingClientRect();
    expect(height).to.be.at.least(240);
    const rows = Number(view.root.querySelector('[part=qr] svg')!.getAttribute('viewBox')!.split(' ')[2]);
    expect(height / rows, 'pixels of a module').to.be.at.least(4);
  });

  it('draws, links and copies the code of now, also after a new one has replaced it', () => {
    for (const options of [{}, phone]) {
      const view = shown(codeFor(299), options);
      expect(scannedText(view)).to.equal(codeFor(299));
      const renewed = codeFor(240).replace(/symKey=.*/u, `symKey=${'cd'.repeat(32)}`);
      view.show(selecting({ accounts: [], assets: [], connecting: 'io.metamask', code: renewed }));
      expect([scannedText(view), links(view).at(-1), ...view.all('copy').map(copiedBy)]).to.deep.equal([
        renewed,
        renewed,
        renewed,
      ]);
      clear();
    }
  });

  for (const [width, height] of [
    [1280, 720],
    [1280, 900],
    [390, 844],
  ] as const)
    for (const layout of ['button', 'panel'] as const)
      it(`is whole and above the fade in a window of ${width} × ${height} pixels: ${layout}`, () => {
        const view = shownIn(width, height, { layout, config: { summary } });
        const { top, bottom } = view.root.querySelector('[part=qr] svg')!.getBoundingClientRect();
        const body = view.one('body')!;
        const seen = body.getBoundingClientRect();
        const fade = parseFloat(getComputedStyle(body, '::after').blockSize);
        expect(fade, 'the height of the fade').to.be.greaterThan(0);
        expect(top).to.be.at.least(seen.top);
        expect(bottom).to.be.at.most(Math.min(seen.bottom, height) - fade);
      });

  it('leaves out the lines of the order, which the list of wallets shows', () => {
    const config = { summary };
    expect(shown(codeFor(299), { config }).text()).to.not.contain('Shipping');
    clear();
    expect(screen(selecting({ accounts: [], assets: [] }), { config }).text()).to.contain('Shipping');
  });

  it('names the wallet in the heading, and no protocol while no wallet is known', () => {
    const heading = (id: string, name: string): string => {
      const wallet = { id, name, icon: null, vmType: 'evm' } as const;
      const state = { accounts: [], assets: [], wallets: [wallet], connecting: id, code: codeFor(299) };
      const read = screen(selecting(state)).read('heading');
      clear();
      return read;
    };
    expect(heading('walletconnect', 'WalletConnect')).to.equal('Connect a wallet app');
    expect(heading('WalletConnect', 'WalletConnect')).to.equal('Connect a wallet app');
    expect(heading('io.metamask', 'MetaMask')).to.equal('Connect MetaMask');
  });

  it('is a list of links on a phone, with the QR code folded below', () => {
    const view = shown(codeFor(299), phone);
    expect(isAtHand(view.one('wallet'))).to.equal(true);
    expect(isAtHand(view.one('qr'))).to.equal(false);
    expect(links(view)).to.include(`metamask://wc?uri=${encodeURIComponent(codeFor(299))}`);
    expect(links(view).at(-1)).to.equal(codeFor(299));
  });

  it('sends the payer of a phone to the rows, and says between them and the link to copy when nothing opens', () => {
    const text = shown(codeFor(299), phone).text();
    const places = ['Choose your wallet app below', 'Open in MetaMask', 'If nothing opens', 'Link that connects'];
    const found = places.map((words) => text.indexOf(words));
    expect(found).to.deep.equal(found.filter((place) => place > 0).toSorted((a, b) => a - b));
    clear();
    expect(shown(codeFor(299)).text(), 'on a computer').to.not.contain('If nothing opens');
  });

  it('has no link that could replace the page in the browser of another app', () => {
    const view = shown(codeFor(299), { device: { isTouch: true, userAgent: 'iPhone Instagram 357' } });
    expect(links(view)).to.deep.equal([]);
    expect(view.text()).to.contain('from the browser of Instagram');
    expect(isAtHand(view.one('copy'))).to.equal(true);
  });

  it('names the wallet in the one link when the code belongs to it alone', () => {
    const view = shown('metamask://connect/mwp?p=x', phone);
    expect(links(view)).to.deep.equal(['metamask://connect/mwp?p=x']);
    expect(view.read('wallet')).to.contain('Open in MetaMask');
  });

  it('has the app of the last press first, also after a press on the row for any app or for one wallet', () => {
    const press = (view: Screen, app: string): void => {
      const link = view.root.querySelector<HTMLElement>(`[data-app=${app}]`)!;
      link.addEventListener('click', (event) => event.preventDefault());
      link.click();
    };
    press(shown(codeFor(299), phone), 'rainbow');
    clear();
    press(shown(codeFor(299), phone), 'any');
    clear();
    press(shown('metamask://connect/mwp?p=x', phone), 'any');
    clear();
    expect(links(shown(codeFor(299), phone))[0]).to.match(/^rainbow:/u);
  });

  it('warns in every form of the screen that nobody else may have it', () => {
    const inside: StageOptions = { device: { isTouch: true, userAgent: 'iPhone Instagram 357' } };
    for (const options of [{}, phone, inside]) {
      expect(shown(codeFor(299), options).text()).to.contain('Show this code to nobody');
      clear();
    }
  });

  it('says how long it can be used, and nothing when it does not say so itself', () => {
    expect(shown(codeFor(299)).text()).to.contain('The code runs out in 5 minutes');
    clear();
    expect(shown(`wc:${key}@2?symKey=${key}`).text()).to.not.contain('runs out');
  });

  it('gives way to a button for a new one when it has run out', () => {
    const view = shown(codeFor(0));
    expect([view.one('qr'), view.one('wallet'), view.one('copy')]).to.deep.equal([null, null, null]);
    expect(view.text()).to.contain('This code has run out');
    view.press('primary');
    expect(view.asked).to.deep.equal([{ type: 'wallet-picked', wallet: 'io.metamask' }]);
  });

  it('is taken back when the payer cancels', () => {
    const view = shown(codeFor(299));
    expect(view.read('secondary')).to.equal('Cancel');
    view.press('secondary');
    expect(view.asked).to.deep.equal([{ type: 'wallet-dropped' }]);
  });

  it('leaves the connected account of another family when the payer cancels a second wallet', () => {
    const second = { id: 'Two', name: 'Two', icon: null, vmType: 'svm' } as const;
    const state = selecting({ wallets: [second], connecting: second.id, code: codeFor(299) });
    const view = screen(state);
    view.press('secondary');
    expect(view.asked).to.deep.equal([{ type: 'wallet-dropped', vmType: 'svm' }]);
    const next = transition(state, view.asked[0] as PaymentEvent);
    expect(next).to.deep.include({ connecting: null, accounts: state.accounts });
    expect(next).to.not.have.property('code');
  });

  it('T26 shows the wallet list in place of a code that is no code', () => {
    for (const code of ['javascript:alert(1)', 'data:text/html,x', 'wc:a b', `wc:${'a'.repeat(3000)}`]) {
      const state = selecting({ accounts: [], assets: [], connecting: 'io.metamask', code });
      expect(screenOf(state, contextOf({})).id).to.equal('selecting');
    }
  });

  it('is announced with what to do, and again when it has run out', () => {
    const said = (seconds: number, options: StageOptions = {}): string =>
      announcementOf(
        selecting({ accounts: [], assets: [], connecting: 'io.metamask', code: codeFor(seconds) }),
        contextOf(options),
      ).text;
    expect(said(299)).to.contain('Scan this code');
    expect(said(299, phone)).to.contain('Choose your wallet app below');
    expect(said(-1)).to.contain('run out');
  });

  it('waits with placeholders while its screen loads', () => {
    expect(shown(codeFor(299), { lateLoaded: false }).one('wallet')).to.equal(null);
  });
});
