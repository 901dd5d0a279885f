/** Tests of choosing: wallets, the token list and its keyboard, what the merchant left open. */
import { expect } from '@open-wc/testing';
import {
  assetOf,
  amountOf,
  assets,
  eth,
  price,
  problem,
  selecting,
  selection,
} from '../../../stories/support/payments.js';
import { clear, screen, type as press, type Screen } from '../support.js';

const rows = (view: Screen): HTMLButtonElement[] => view.all('asset');
const focused = (view: Screen): number => rows(view).indexOf(view.root.activeElement as HTMLButtonElement);
const many = selecting({ assets: Array.from({ length: 12 }, (_, index) => assetOf(8453, `TOK${String(index)}`, '5')) });

describe('the wallets', () => {
  afterEach(clear);

  it('are buttons that name themselves and ask that wallet to connect', () => {
    const view = screen(selecting({ accounts: [], assets: [] }));
    expect(view.all('wallet').map(({ dataset }) => dataset['wallet'])).to.deep.equal(
      selection.wallets.map(({ id }) => id),
    );
    view.all('wallet')[1]?.click();
    expect(view.asked).to.deep.equal([{ type: 'wallet-picked', wallet: 'io.rabby' }]);
  });

  it('that is being asked is not asked again; another one can be (F-33)', () => {
    const view = screen(selecting({ accounts: [], assets: [], connecting: 'io.metamask' }));
    const [first, second] = view.all('wallet');
    expect(first?.getAttribute('aria-disabled')).to.equal('true');
    first?.click();
    second?.click();
    expect(view.asked).to.deep.equal([{ type: 'wallet-picked', wallet: 'io.rabby' }]);
    expect(first?.textContent).to.contain('Open your wallet to connect');
  });

  it('are not offered while one is connected, which can be left for another', () => {
    const view = screen(selecting());
    expect(view.all('wallet')).to.have.length(0);
    expect(view.text()).to.contain('MetaMask 0x1278…90ab');
    expect(view.read('secondary')).to.equal('Use another wallet');
    view.press('secondary');
    expect(view.asked).to.deep.equal([{ type: 'wallet-dropped' }]);
  });

  it('none: what can be done is said, and that nothing was sent', () => {
    expect(screen(selecting({ accounts: [], assets: [], wallets: [] })).text()).to.contain(
      'No wallet here Nothing was sent. Install a wallet',
    );
  });
});

describe('the tokens', () => {
  afterEach(clear);

  it('are a radio group of rows with the data that tests and extensions press by', () => {
    const view = screen(selecting({ asset: eth }));
    expect(view.one('asset-list')?.getAttribute('role')).to.equal('radiogroup');
    const [row, other] = rows(view);
    expect(row?.getAttribute('role')).to.equal('radio');
    expect(Object.assign({}, row?.dataset)).to.deep.equal({
      chainId: '8453',
      currency: eth.currency,
      side: 'pay',
      symbol: 'ETH',
    });
    expect([row?.getAttribute('aria-checked'), other?.getAttribute('aria-checked')]).to.deep.equal(['true', 'false']);
    expect(row?.textContent.replace(/\s+/g, ' ')).to.contain('0.42 ETH on Base $1,480.10 available');
  });

  it('a press chooses; where a row cannot pay, it says why and does nothing', () => {
    const disabled = [
      assetOf(1, 'USDC', '21.88', { needed: amountOf(1, 'USDC', '25', '25'), disabled: 'insufficient-funds' }),
      assetOf(1, 'DAI', '21.88', { needed: amountOf(1, 'DAI', '25'), disabled: 'insufficient-funds' }),
      assetOf(1, 'USDT', '1', { disabled: 'insufficient-funds' }),
      assetOf(137, 'USDT', '40', { disabled: 'chain-paused' }),
      assetOf(10, 'DAI', '300', { disabled: 'no-route' }),
      assetOf(10, 'WETH', '300', { disabled: 'price-impact' }),
      assetOf(10, 'USDT', '300', { disabled: 'amount-too-high' }),
    ];
    const view = screen(selecting({ assets: [eth, ...disabled] }));
    const [able, ...unable] = rows(view);
    const reasons = unable.map(
      (row) => view.root.getElementById(row.getAttribute('aria-describedby') ?? '')?.textContent,
    );
    expect(reasons).to.deep.equal([
      'Needs $3.12 more',
      'Needs 3.12 DAI more',
      'Not enough to pay with',
      'This network is paused',
      'No route now',
      'Can’t be used now',
      'More than this network takes now',
    ]);
    for (const row of unable) {
      expect(row.getAttribute('aria-disabled')).to.equal('true');
      row.click();
    }
    expect(view.asked).to.deep.equal([]);
    able?.click();
    expect(view.asked).to.deep.equal([{ type: 'asset-picked', chainId: 8453, currency: eth.currency }]);
  });

  it('F-186 one that nobody vouches for shows its address', () => {
    const fake = assetOf(8453, 'USDC', '1', { verified: false });
    expect(screen(selecting({ assets: [fake] })).text()).to.contain(`Unverified token ${fake.currency.slice(0, 6)}…`);
  });

  it('keys move the focus only: arrows around the ends, Home, End, first letters', () => {
    const view = screen(selecting());
    const at = (key: string): number => {
      press(view.root.activeElement, key);
      return focused(view);
    };
    rows(view)[0]?.focus();
    expect([
      at('ArrowDown'),
      at('ArrowRight'),
      at('ArrowUp'),
      at('End'),
      at('ArrowDown'),
      at('ArrowUp'),
      at('Home'),
    ]).to.deep.equal([1, 2, 1, 4, 0, 4, 0]);
    expect([at('u'), at('U'), at('u'), at('d'), at('x')]).to.deep.equal([1, 2, 4, 3, 3]);
    expect(view.asked).to.deep.equal([]);
    expect(rows(view).filter(({ tabIndex }) => tabIndex === 0)).to.deep.equal([rows(view)[3]]);
  });

  it('arrows are mirrored where the page is written from right to left', () => {
    const view = screen(selecting());
    view.dir = 'rtl';
    rows(view)[0]?.focus();
    press(view.root.activeElement, 'ArrowLeft');
    expect(focused(view)).to.equal(1);
    press(view.root.activeElement, 'ArrowRight');
    expect(focused(view)).to.equal(0);
  });

  it('leave the keys alone that are somebody else’s', () => {
    const view = screen(selecting());
    rows(view)[0]?.focus();
    expect([press(rows(view)[0]!, 'Tab'), press(rows(view)[0]!, ' '), press(rows(view)[0]!, 'Enter')]).to.deep.equal([
      false,
      false,
      false,
    ]);
    expect(press(rows(view)[0]!, 'ArrowDown')).to.equal(true);
  });

  it('only one row can be reached by Tab: the chosen one, else the first', () => {
    const reachable = (view: Screen): number[] =>
      rows(view).flatMap(({ tabIndex }, index) => (tabIndex === 0 ? [index] : []));
    expect(reachable(screen(selecting()))).to.deep.equal([0]);
    const { chainId, currency } = assets[2]!;
    expect(reachable(screen(selecting({ asset: { chainId, currency } })))).to.deep.equal([2]);
  });

  it('can be searched by symbol, name and network; more than eight also where the merchant fixed one', () => {
    const config = { fixedAsset: true };
    expect(screen(selecting(), { config }).one('search')).to.equal(null);
    const view = screen(many, { config });
    const search = view.input('search');
    const find = (text: string): number => {
      search.value = text;
      search.dispatchEvent(new Event('input', { bubbles: true }));
      return rows(view).length;
    };
    expect(find('tok1')).to.equal(3);
    expect(find(' BASE ')).to.equal(12);
    expect(find('zzz')).to.equal(0);
    expect(view.text()).to.contain('Nothing matches “zzz”.');
    expect(find('')).to.equal(12);
  });

  it('none covers: that is said, with what could', () => {
    const view = screen(selecting({ assets: assets.slice(-1) }));
    expect(view.text()).to.contain('Nothing here covers 25.00 USDC Use another wallet, or add funds to this one.');
    expect(rows(view)).to.have.length(1);
  });

  it('while they come, blank rows of the same box stand there', () => {
    const view = screen(selecting({ assets: [], loading: 'assets' }));
    const blank = view.root.querySelector('.blank .row')?.getBoundingClientRect().height;
    expect(blank).to.equal(rows(screen(selecting()))[0]?.getBoundingClientRect().height);
    expect(view.text()).not.to.contain('Nothing here covers');
  });
});

describe('what the merchant left open', () => {
  afterEach(clear);
  const { amount: _amount, ...intent } = selection.intent;
  const open = selecting({ payerFields: ['amount'], intent, receives: { ...price, amount: '', amountFormatted: '' } });
  const config = { fixedAmount: false, price: null };
  const typeIn = (view: Screen, name: string, text: string): void => {
    const input = view.input(name);
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };

  it('an amount is typed in its own units, and told in the smallest', () => {
    const view = screen(open, { config });
    expect(view.input('amount').inputMode).to.equal('decimal');
    for (const text of ['12.5', '12,5', '0', 'x', '1.1234567', '']) typeIn(view, 'amount', text);
    const typed = view.asked.map((event) => (event.type === 'amount-typed' ? event.amount : event.type));
    expect(typed).to.deep.equal(['12500000', '12500000', null, null, null, null]);
  });

  it('F-179 one that can mean two things is asked about', () => {
    const view = screen(open, { config });
    typeIn(view, 'amount', '1,234');
    expect(view.asked).to.deep.equal([{ type: 'amount-typed', amount: null }]);
    expect(view.root.getElementById('amount-hint')?.textContent).to.equal(
      '1,234 can mean two amounts: write 1.2340 or 1234.',
    );
    expect(view.one('amount')?.getAttribute('aria-invalid')).to.equal('true');
    typeIn(view, 'amount', '1.2340');
    expect(view.asked.at(-1)).to.deep.equal({ type: 'amount-typed', amount: '1234000' });
    expect(view.one('amount')?.getAttribute('aria-invalid')).to.equal('false');
  });

  it('a comma is the decimal sign where the locale has it, unless it may be a group', () => {
    const view = screen(open, { config, locale: 'de' });
    for (const text of ['1,5', '1.000,5', '1.234']) typeIn(view, 'amount', text);
    expect(view.asked.map((event) => 'amount' in event && event.amount)).to.deep.equal(['1500000', '1000500000', null]);
  });

  it('what stands in the field stays there while the screen is drawn again', () => {
    const view = screen(open, { config });
    typeIn(view, 'amount', '12.50');
    view.show({ ...open, loading: 'assets' });
    expect(view.input('amount').value).to.equal('12.50');
  });

  it('a recipient is told as typed, without the spaces around; a wrong one is pointed out', () => {
    const view = screen(selecting({ payerFields: ['recipient'], intent: { ...intent, amount: price.amount } }));
    typeIn(view, 'recipient', ' 0x12 ');
    typeIn(view, 'recipient', ' ');
    expect(view.asked).to.deep.equal([
      { type: 'recipient-typed', recipient: '0x12' },
      { type: 'recipient-typed', recipient: null },
    ]);
    const { recipient: _recipient, ...without } = selection.intent;
    const wrong = screen(selecting({ payerFields: ['recipient'], intent: without }), { local: { recipient: '0x12' } });
    expect(wrong.text()).to.contain('Check the address.');
  });

  it('primary says what is still missing', () => {
    const label = (state: typeof open): string | undefined => screen(state, { config }).read('primary');
    expect(label(selecting({ accounts: [] }))).to.equal('Choose a wallet');
    expect(label(open)).to.equal('Enter an amount');
    expect(label(selecting())).to.equal('Choose what to pay with');
    expect(label(selecting({ asset: eth }))).to.equal('Continue');
  });
});

describe('a problem beside the lists', () => {
  afterEach(clear);

  it('stands in the line under the buttons, in place of the help, and moves none of them', () => {
    const view = screen(selecting());
    const before = view.one('primary')?.getBoundingClientRect().top;
    view.show(selecting({ problem: problem('no-route') }));
    expect(view.read('notice')).to.equal('Can’t pay from DAI right now. Nothing was sent.');
    expect(view.one('primary')?.getBoundingClientRect().top).to.equal(before);
  });
});
