/** Tests the badges of wallets and tokens. */
import { expect } from '@open-wc/testing';
import { assetOf, authorizing, eth, selecting } from '../../../stories/support/payments.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import { clear, screen } from '../support.js';

const usdc = assetOf(8453, 'USDC', '212.5');

/** A white disc. Its corners are transparent. */
const CIRCLE = '<circle cx="1" cy="1" r="1" fill="#fff"/>';
const DISC = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2">${CIRCLE}</svg>`;
const icon = (): string => `data:image/svg+xml,${encodeURIComponent(DISC)}`;

/** The styles of the first badge that has an image, and of its image, as soon as the image is shown. */
async function badge(state: PaymentState): Promise<CSSStyleDeclaration[]> {
  const { root } = screen(state, { theme: 'dark', icon });
  const image = root.querySelector<HTMLImageElement>('.badge img')!;
  image.loading = 'eager';
  if (!image.classList.contains('there')) await new Promise((resolve) => image.addEventListener('load', resolve));
  expect(image.classList.contains('there')).to.equal(true);
  return [getComputedStyle(image.parentElement!), getComputedStyle(image)];
}

describe('badge', () => {
  afterEach(clear);

  for (const [place, state] of [
    ['a wallet’s row', selecting({ accounts: [], assets: [] })],
    ['a connected account', selecting()],
    ['the screen of a prompt', authorizing(0, ['deposit'])],
  ] as const) {
    it(`shows nothing at the transparent corners of a wallet’s image: ${place}`, async () => {
      const [around, image] = await badge(state);
      for (const { backgroundColor } of [around!, image!]) expect(backgroundColor).to.equal('rgba(0, 0, 0, 0)');
      expect(around!.fontSize).to.equal('0px');
    });
  }

  it('shows the letter of a wallet without an image', () => {
    const { root } = screen(authorizing(0, ['deposit']));
    const { fontSize, backgroundColor } = getComputedStyle(root.querySelector('.badge')!);
    expect(parseFloat(fontSize)).to.be.above(12);
    expect(backgroundColor).not.to.equal('rgba(0, 0, 0, 0)');
  });

  it('shows a token’s image on white, and the letter of its chain beside it', () => {
    const options = { icon: () => null, config: { remoteImages: true } };
    const view = screen(
      selecting({ assets: [{ ...eth, symbol: 'TOKEN', logo: 'https://hub-pay.invalid/logo.png' }] }),
      options,
    );
    const image = view.root.querySelector<HTMLImageElement>('[part~=asset] img')!;
    // The class that the element sets when an image has loaded. This test loads no image from the network.
    image.removeAttribute('src');
    image.classList.add('there');
    expect(getComputedStyle(image).backgroundColor).to.equal('rgb(255, 255, 255)');
    expect(parseFloat(getComputedStyle(view.root.querySelector('.chain')!).fontSize)).to.be.above(8);
  });

  it('shows the picture of a verified token and of its network', () => {
    const { root } = screen(selecting({ assets: [usdc] }));
    const badges = [...root.querySelectorAll('[part~=asset] .badge')];
    expect(badges.map((each) => each.querySelectorAll(':scope > svg path').length > 1)).to.deep.equal([true]);
    expect(badges[0]!.querySelector('.chain > svg')).not.to.equal(null);
  });

  for (const [what, change] of [
    ['an unverified token with a known symbol', { verified: false }],
    ['a verified token with an unknown symbol', { symbol: 'TOKEN' }],
    ['a verified token whose symbol has another letter case', { symbol: 'usdc' }],
    ['a verified token whose symbol is the name of a member of each object', { symbol: 'constructor' }],
  ] as const)
    it(`shows the letter, and no picture, of ${what}`, () => {
      const { root } = screen(selecting({ assets: [{ ...usdc, ...change }] }));
      const shown = root.querySelector('[part~=asset] .badge')!;
      expect(shown.querySelector(':scope > svg')).to.equal(null);
      expect(shown.textContent.trim()[0]).to.equal(('symbol' in change ? change.symbol : 'U')[0]!.toUpperCase());
    });

  it('shows no picture of a wallet that names itself like a known one', () => {
    const { root } = screen(selecting({ accounts: [], assets: [] }));
    const names = [...root.querySelectorAll('[part~=wallet]')].map((row) => row.textContent.trim());
    expect(names.some((name) => name.includes('MetaMask'))).to.equal(true);
    expect(root.querySelectorAll('[part~=wallet] .badge svg')).to.have.length(0);
  });

  it('shows letters until the pictures have loaded', () => {
    const { root } = screen(selecting({ assets: [usdc] }), { lateLoaded: false });
    expect(root.querySelectorAll('[part~=asset] .badge svg')).to.have.length(0);
  });
});
