/** Tests that text from outside never becomes markup, and that only allowed links and images are rendered. */
import { expect } from '@open-wc/testing';
import type { ErrorCode } from '../../src/errors.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import {
  assetOf,
  authorizing,
  cappedQuote,
  failed,
  HASH,
  payment,
  problem,
  processing,
  quote,
  refunded,
  reviewing,
  selecting,
  selection,
  sentPayment,
  succeeded,
} from '../../stories/support/payments.js';
import { clear, screen } from './support.js';

const evil =
  '"><img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>${7*7}{merchant}javascript:alert(1)';
const warnings = [{ rule: 'G12', path: evil, message: evil }];
const token = { ...quote.pays, symbol: evil, currency: evil };
const evilQuote = {
  ...cappedQuote,
  pays: token,
  receives: { ...token, chainId: 1 },
  recipient: evil,
  refundTo: evil,
  warnings,
};
const evilPayment = {
  ...payment,
  quote: evilQuote,
  requestId: evil,
  submissions: [{ chainId: 1, hash: evil, url: `javascript:alert(1)//${evil}` }],
};
const asset = { ...assetOf(1, 'X', '1'), symbol: evil, name: evil, currency: evil, verified: false, logo: evil };
const wallet = { id: evil, name: evil, icon: `https://evil.example/${evil}`, vmType: 'evm' as const };
const account = { address: evil, vmType: 'evm' as const, wallet: evil };
const bad = { ...problem('service-refused'), details: evil, values: { token: evil, amount: evil } };

/** Every state, with hostile text in every field that can contain external text. */
const hostile: PaymentState[] = [
  { name: 'idle', problem: bad },
  { name: 'idle', unfinished: evilPayment },
  selecting({ accounts: [], wallets: [wallet], assets: [], problem: bad }),
  selecting({ accounts: [account], assets: [asset, { ...asset, disabled: evil as ErrorCode }], receives: token }),
  reviewing({ quote: evilQuote, account, problem: bad, asset }),
  authorizing(0, [evil, 'approve'], { payment: { ...evilPayment, account } }),
  { name: 'awaiting-deposit', payment: evilPayment, depositAddress: evil, amount: token },
  processing({ payment: evilPayment, status: evil, problem: bad }),
  processing({ payment: evilPayment, status: 'unknown' }),
  {
    ...succeeded,
    payment: evilPayment,
    receipt: { ...succeeded.receipt, requestId: evil, paid: token, origin: evilPayment.submissions },
  },
  { ...refunded(token), payment: evilPayment },
  { ...failed(), payment: evilPayment, problem: { ...problem('failed', 'unknown'), details: evil } },
];

const config = { merchant: evil, summary: [{ label: evil, amount: evil }], remoteImages: true };

describe('I22 screen with hostile text', () => {
  afterEach(clear);

  for (const state of hostile) {
    for (const layout of ['button', 'panel'] as const) {
      it(`renders the text without active elements when the state is ${state.name} in layout ${layout}`, () => {
        const { root } = screen(state, { layout, config, icon: () => wallet.icon, local: { query: '', amount: evil } });
        expect(root.querySelectorAll('img, script, iframe, object, embed, link, style, base, form')).to.have.length(0);
        for (const element of root.querySelectorAll('*')) {
          for (const { name, value } of element.attributes) {
            expect(name, element.tagName).not.to.match(/^on|^style$/);
            if (['href', 'src', 'action', 'formaction', 'srcdoc', 'xlink:href'].includes(name))
              expect(value).to.match(/^https:\/\//);
          }
        }
        expect('hacked' in globalThis).to.equal(false);
      });
    }
  }

  it('shows the hostile text when the review is rendered', () => {
    expect(screen(hostile[4]!, { config }).text()).to.contain('<script>globalThis.hacked=1</script>');
  });
});

describe('links and pictures', () => {
  afterEach(clear);
  const links = (url: string | null): NodeListOf<HTMLAnchorElement> => {
    const sent = { ...sentPayment, submissions: [{ chainId: 1, hash: HASH, url }] };
    return screen(processing({ payment: sent })).root.querySelectorAll('a');
  };

  it('open a transaction link in a new tab without a referrer when the URL is https', () => {
    const [link, ...others] = links('https://explorer.example/tx/1');
    expect(others).to.deep.equal([]);
    expect([link?.target, link?.rel, link?.textContent.replace(/\s+/g, ' ')]).to.deep.equal([
      '_blank',
      'noopener noreferrer',
      'Payment sent (opens in a new tab)',
    ]);
  });

  it('show no link when the URL is not https', () => {
    for (const url of [
      null,
      'http://explorer.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      '//explorer.example',
      ' https://x.example',
    ]) {
      expect(links(url), String(url)).to.have.length(0);
      clear();
    }
  });

  it('H2 show a wallet’s icon only when it is a data URI', () => {
    const state = selecting({ accounts: [], assets: [], wallets: selection.wallets.slice(0, 1) });
    const shown = (icon: string | null): string | null =>
      screen(state, { icon: () => icon, config: { remoteImages: true } })
        .root.querySelector('img')
        ?.getAttribute('src') ?? null;
    const data = 'data:image/png;base64,iVBORw0KGgo=';
    expect(shown(data)).to.equal(data);
    for (const address of [null, 'https://wallet.example/i.png', 'javascript:alert(1)', 'data:text/html,<b>']) {
      expect(shown(address), String(address)).to.equal(null);
    }
  });

  const logo = 'https://logos.invalid/usdc.png';
  const listed = (...logos: (string | undefined)[]): PaymentState =>
    selecting({
      assets: logos.map((each, index) => ({ ...assetOf(index + 1, 'DEMO', '1'), ...(each && { logo: each }) })),
    });
  const pictures = (state: PaymentState, remoteImages: boolean): HTMLImageElement[] => [
    ...screen(state, { config: { remoteImages } }).root.querySelectorAll('img'),
  ];

  it('H2 load no token logo unless the merchant allows remote images', () => {
    const made: string[] = [];
    const own = Object.getOwnPropertyDescriptor(Element.prototype, 'setAttribute')!;
    Object.defineProperty(Element.prototype, 'setAttribute', {
      ...own,
      value(this: Element, name: string, value: unknown) {
        if (String(value).includes('logos.invalid')) made.push(`${this.localName} ${name}`);
        (own.value as (this: Element, name: string, value: unknown) => void).call(this, name, value);
      },
    });
    try {
      expect(pictures(listed(logo), false)).to.deep.equal([]);
      expect(made).to.deep.equal([]);
      expect(pictures(listed(logo), true)).to.have.length(1);
      expect(made).to.deep.equal(['img src']);
    } finally {
      Object.defineProperty(Element.prototype, 'setAttribute', own);
    }
  });

  it('H2 load a token logo lazily over https without a referrer when the merchant allows it', () => {
    const [image, ...others] = pictures(
      listed(logo, 'http://logos.invalid/a.png', 'data:image/png;base64,AA', ''),
      true,
    );
    expect(others).to.deep.equal([]);
    expect([image?.alt, image?.loading, image?.referrerPolicy]).to.deep.equal(['', 'lazy', 'no-referrer']);
    expect(image?.getAttribute('src')).to.equal(logo);
    expect(image?.closest('[aria-hidden="true"]')?.textContent).to.contain('D');
  });

  it('show the letter of a token until its logo has loaded', () => {
    const view = screen(listed(logo), { config: { remoteImages: true } });
    const image = (): HTMLElement => view.root.querySelector('img')!;
    const isSeen = (): boolean => getComputedStyle(image()).opacity === '1';
    expect(isSeen()).to.equal(false);
    image().dispatchEvent(new Event('error'));
    expect(isSeen()).to.equal(false);
    image().dispatchEvent(new Event('load'));
    expect(isSeen()).to.equal(true);
    view.show(listed('https://logos.invalid/demo.png'));
    expect(isSeen()).to.equal(false);
  });

  it('show a token when its name is that of an object member', () => {
    const assets = ['constructor', 'toString', '__proto__'].map((name, index) => assetOf(index + 1, name, '1'));
    expect(screen(selecting({ assets })).all('asset')).to.have.length(3);
  });
});
