/** Tests of the token search as the payer sees it: field, rows, texts, keyboard control and announcements. */
import { expect } from '@open-wc/testing';
import { assetOf, assets, selecting, reviewing } from '../../../../stories/support/payments.js';
import type { StageOptions } from '../../../../stories/support/stage.js';
import type { TokenSearchResult } from '../../../../src/payment/assets/asset-picker.js';
import { announcementOf } from '../../../../src/ui/announcement.js';
import { emptyLocal } from '../../../../src/ui/context/view-context.js';
import { contextOf } from '../../../../stories/support/stage.js';
import { clear, screen, type as press, type Screen } from '../../support.js';

const stranger = assetOf(8453, 'PEPE', '300', { verified: false });
const unheld = assetOf(1, 'LINK', '0', { disabled: 'insufficient-funds' });
const short = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const symbols = (view: Screen): (string | undefined)[] => view.all('asset').map(({ dataset }) => dataset['symbol']);

/** A screen with a fake token search. `answers` contains the results, and `asked` lists the searched texts. */
function searching(answers: Record<string, TokenSearchResult | null>, options: StageOptions = {}) {
  const asked: string[] = [];
  const view = screen(selecting(), {
    ...options,
    searchTokens: async (text) => {
      asked.push(text);
      return answers[text] ?? null;
    },
  });
  const type = async (text: string): Promise<void> => {
    const field = view.input('search');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await turn();
  };
  return { view, asked, type };
}

describe('token search', () => {
  afterEach(clear);

  it('shows a labelled field above the payer’s tokens and sends no request before input', async () => {
    const { view, asked } = searching({});
    await turn();
    expect(view.input('search').labels?.[0]?.textContent.trim()).to.equal('Search by name or address');
    expect(view.input('search').type).to.equal('search');
    expect([symbols(view).length, asked]).to.deep.equal([assets.length, []]);
  });

  it('is not offered when the merchant fixed the asset or no wallet is connected', async () => {
    expect(searching({}, { config: { fixedAsset: true } }).view.one('search')).to.equal(null);
    expect(screen(selecting({ accounts: [] })).one('search')).to.equal(null);
  });

  it('shows the payer’s own tokens at once and then the found tokens, each once', async () => {
    const { view, type } = searching({ usd: { assets: [assets[1]!, unheld] } });
    const field = view.input('search');
    field.value = 'usd';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    expect(symbols(view)).to.deep.equal(['USDC', 'USDT', 'USDC']);
    expect(view.text()).to.contain('Looking for more tokens');
    await type('usd');
    expect(symbols(view)).to.deep.equal(['USDC', 'USDT', 'USDC', 'LINK']);
    expect(view.text()).not.to.contain('Looking for more tokens');
  });

  it('finds the payer’s own tokens when the text is an address', async () => {
    const { view, type } = searching({});
    await type(assets[1]!.currency.toUpperCase().replace('0X', '0x'));
    expect(symbols(view)).to.deep.equal(['USDC', 'USDC']);
  });

  it('removes the rows of the previous text when the text changes', async () => {
    const { view, type } = searching({ pep: { assets: [stranger] } });
    await type('pep');
    expect(symbols(view)).to.deep.equal(['PEPE']);
    await type('pepx');
    expect(symbols(view)).to.deep.equal([]);
  });

  it('F-186 S-6 marks an unverified token with a warning and its whole address', async () => {
    const { view, type } = searching({ pepe: { assets: [stranger] } });
    await type('pepe');
    expect(view.all('asset')[0]?.textContent.replace(/\s+/gu, ' ')).to.contain(
      `300.00 PEPE on Base Unverified token ${stranger.currency}`,
    );
    expect(view.root.querySelector(`[part=asset] [title="${stranger.currency}"]`)).not.to.equal(null);
    expect(view.text()).to.contain('Anybody can give a token any name.');
    await type('usdc');
    expect(view.text()).not.to.contain('Anybody can give a token any name.');
  });

  it('shows a token without a balance as disabled with its reason, name and address', async () => {
    const { view, type } = searching({ link: { assets: [unheld] } });
    await type('link');
    const [row] = view.all('asset');
    expect(row?.getAttribute('aria-disabled')).to.equal('true');
    expect(row?.textContent.replace(/\s+/gu, ' ')).to.contain(
      `LINK on Ethereum Your wallet holds none of it LINK ${short(unheld.currency)}`,
    );
    row?.click();
    expect(view.asked).to.deep.equal([]);
  });

  it('passes the found token on when the payer chooses it', async () => {
    const { view, type } = searching({ pepe: { assets: [stranger] } });
    await type('pepe');
    view.press('asset');
    const { chainId, currency } = stranger;
    expect(view.asked).to.deep.equal([{ type: 'asset-picked', chainId, currency, found: stranger }]);
  });

  it('says that nothing matches, or that the service cannot be reached', async () => {
    const problem = { code: 'service-down', money: 'not-sent', message: '', retryable: true, docsUrl: '' } as const;
    const { view, type } = searching({ zzz: { assets: [] }, yyy: { assets: [], problem } });
    await type('zzz');
    expect(view.text()).to.contain('Nothing matches “zzz”.');
    await type('yyy');
    expect(view.text()).to.contain('Nothing matches “yyy”. Other tokens can’t be looked up right now.');
  });

  it('moves the focus from the field to the rows with the arrow keys', async () => {
    const { view, type } = searching({ usdt: { assets: [stranger] } });
    await type('usdt');
    view.input('search').focus();
    expect(press(view.root.activeElement, 'ArrowDown')).to.equal(true);
    expect(view.root.activeElement).to.equal(view.all('asset')[0]);
    press(view.root.activeElement, 'ArrowDown');
    expect(view.root.activeElement).to.equal(view.all('asset')[1]);
  });

  it('announces the number of found tokens', async () => {
    const locals: string[] = [];
    const ctx = contextOf({}, { ...emptyLocal, announcement: '4 tokens found' });
    locals.push(announcementOf(selecting(), ctx).text, announcementOf(selecting({ loading: 'assets' }), ctx).text);
    expect(locals).to.deep.equal(['4 tokens found', 'Looking up what you can pay with']);
    const { view, type } = searching({ usd: { assets: [unheld] } });
    await type('usd');
    expect(view.local().announcement).to.equal('4 tokens found');
    await type('u');
    expect(view.local().announcement).to.equal('');
  });

  it('is offered when the wallet has no token that covers the amount', () => {
    const view = screen(selecting({ assets: [] }));
    expect(view.text()).to.contain('Nothing here covers 25.00 USDC');
    expect(view.one('search')).not.to.equal(null);
  });
});

describe('review of an unverified token', () => {
  afterEach(clear);

  it('F-186 shows a warning and the full address', () => {
    const view = screen(reviewing({ asset: stranger }));
    expect(view.read('notice')).to.contain('Nobody has verified this token.');
    expect(view.text().replace(/\s/gu, '')).to.contain(stranger.currency);
    expect(screen(reviewing()).text()).not.to.contain('Nobody has verified this token.');
  });
});
