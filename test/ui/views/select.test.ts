/** Tests the selection: wallets, the token list, and the fields that the payer must fill in. */
import { expect } from '@open-wc/testing';
import {
  assetOf,
  amountOf,
  assets,
  eth,
  price,
  problem,
  reviewing,
  selecting,
  selection,
} from '../../../stories/support/payments.js';
import { contextOf, type StageOptions } from '../../../stories/support/stage.js';
import { announcementOf } from '../../../src/ui/announcement.js';
import { clear, screen, type as press, type Screen } from '../support.js';

const rows = (view: Screen): HTMLButtonElement[] => view.all('asset');
const focused = (view: Screen): number => rows(view).indexOf(view.root.activeElement as HTMLButtonElement);
const many = selecting({ assets: Array.from({ length: 12 }, (_, index) => assetOf(8453, `TOK${String(index)}`, '5')) });

describe('wallet list', () => {
  afterEach(clear);

  it('shows labelled buttons that request a connection to their wallet', () => {
    const view = screen(selecting({ accounts: [], assets: [] }));
    expect(view.all('wallet').map(({ dataset }) => dataset['wallet'])).to.deep.equal(
      selection.wallets.map(({ id }) => id),
    );
    view.all('wallet')[1]?.click();
    expect(view.asked).to.deep.equal([{ type: 'wallet-picked', wallet: 'io.rabby' }]);
  });

  it('disables the wallet that is connecting and keeps the others enabled (F-33)', () => {
    const view = screen(selecting({ accounts: [], assets: [], connecting: 'io.metamask' }));
    const [first, second] = view.all('wallet');
    expect(first?.getAttribute('aria-disabled')).to.equal('true');
    first?.click();
    second?.click();
    expect(view.asked).to.deep.equal([{ type: 'wallet-picked', wallet: 'io.rabby' }]);
    expect(first?.textContent).to.contain('Open your wallet to connect');
  });

  it('says what helps when the wallet that is connecting does not answer, and keeps the ways out', () => {
    const state = selecting({ accounts: [], assets: [], connecting: 'io.metamask', stalled: true });
    const view = screen(state);
    const said = 'No answer. Look for a request in MetaMask, or reload the page.';
    const [first, second] = view.all('wallet');
    expect(first?.textContent).to.contain(said).and.not.contain('Open your wallet to connect');
    expect(announcementOf(state, contextOf({})).text).to.equal(said);
    second?.click();
    view.press('secondary');
    expect(view.asked).to.deep.equal([{ type: 'wallet-picked', wallet: 'io.rabby' }, { type: 'wallet-dropped' }]);
  });

  it('F-35 marks both when two wallets have the same name', () => {
    const twins = ['org.example', 'org.example (2)'].map(
      (id) => ({ id, name: 'Example', icon: null, vmType: 'evm', isTwin: true }) as const,
    );
    const view = screen(selecting({ accounts: [], assets: [], wallets: [...twins, ...selection.wallets] }));
    const marked = view.all('wallet').map((row) => row.textContent.includes('Another wallet here has the same name'));
    expect(marked.slice(0, 3)).to.deep.equal([true, true, false]);
  });

  it('says that the row of WalletConnect is for an app on a phone, also before and after the app has a name', () => {
    const row = (id: string, name: string) => ({ id, name, icon: null, vmType: 'evm' }) as const;
    const wallets = [
      row('walletconnect', 'WalletConnect'),
      row('WalletConnect', 'WalletConnect'),
      ...selection.wallets,
    ];
    const noted = (view: Screen): boolean[] =>
      view.all('wallet').map((each) => each.textContent.includes('Wallet app on your phone'));
    expect(noted(screen(selecting({ accounts: [], assets: [], wallets }))).slice(0, 3)).to.deep.equal([
      true,
      true,
      false,
    ]);
    clear();
    const known = [row('walletconnect', 'Rainbow')];
    expect(noted(screen(selecting({ accounts: [], assets: [], wallets: known })))).to.deep.equal([true]);
  });

  it('is hidden while a wallet is connected, with a button to use another wallet', () => {
    const view = screen(selecting());
    expect(view.all('wallet')).to.have.length(0);
    expect(view.text()).to.contain('MetaMask 0x1278…90ab');
    expect(view.read('secondary')).to.equal('Use another wallet');
    view.press('secondary');
    expect(view.asked).to.deep.equal([{ type: 'wallet-dropped' }]);
  });

  it('stands above the other ways to pay of the page, as the tokens do', () => {
    for (const state of [selecting({ accounts: [], assets: [] }), selecting()]) {
      const view = screen(state);
      const list = view.one('wallet-list') ?? view.one('asset-list');
      const slot = view.root.querySelector('slot[name="methods"]');
      expect(slot && list?.compareDocumentPosition(slot)).to.equal(Node.DOCUMENT_POSITION_FOLLOWING);
    }
    expect(screen(reviewing()).root.querySelector('slot[name="methods"]')).to.equal(null);
  });

  it('F-34 says what to do and that nothing was sent when there is no wallet', () => {
    expect(screen(selecting({ accounts: [], assets: [], wallets: [] })).text()).to.contain(
      'No wallet here Nothing was sent. Install a wallet',
    );
  });
});

describe('asset list', () => {
  afterEach(clear);

  it('is a radio group of rows with their data attributes', () => {
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

  it('chooses a row when it is pressed, or shows the reason when the row is disabled', () => {
    const disabled = [
      assetOf(1, 'USDC', '21.88', { needed: amountOf(1, 'USDC', '25', '25'), disabled: 'insufficient-funds' }),
      assetOf(1, 'DAI', '21.88', { needed: amountOf(1, 'DAI', '25'), disabled: 'insufficient-funds' }),
      assetOf(1, 'USDT', '1', { disabled: 'insufficient-funds' }),
      assetOf(137, 'USDT', '40', { disabled: 'chain-paused' }),
      assetOf(10, 'DAI', '300', { disabled: 'no-route' }),
      assetOf(10, 'WETH', '300', { disabled: 'price-impact' }),
      assetOf(10, 'USDT', '300', { disabled: 'amount-too-high' }),
      assetOf(10, 'SOL', '300', { disabled: 'transaction-too-large' }),
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
      'More than this network accepts right now',
      'This token needs too many steps',
    ]);
    for (const row of unable) {
      expect(row.getAttribute('aria-disabled')).to.equal('true');
      row.click();
    }
    expect(view.asked).to.deep.equal([]);
    able?.click();
    expect(view.asked).to.deep.equal([{ type: 'asset-picked', chainId: 8453, currency: eth.currency }]);
  });

  it('F-186 shows the address of a token when it is unverified', () => {
    const fake = assetOf(8453, 'USDC', '1', { verified: false });
    expect(screen(selecting({ assets: [fake] })).text()).to.contain(`Unverified token ${fake.currency}`);
  });

  it('moves only the focus when arrows, Home, End or letters are pressed', () => {
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

  it('mirrors the arrow keys when the page is written from right to left', () => {
    const view = screen(selecting());
    view.dir = 'rtl';
    rows(view)[0]?.focus();
    press(view.root.activeElement, 'ArrowLeft');
    expect(focused(view)).to.equal(1);
    press(view.root.activeElement, 'ArrowRight');
    expect(focused(view)).to.equal(0);
  });

  it('leaves Tab, Space and Enter to the browser', () => {
    const view = screen(selecting());
    rows(view)[0]?.focus();
    expect([press(rows(view)[0]!, 'Tab'), press(rows(view)[0]!, ' '), press(rows(view)[0]!, 'Enter')]).to.deep.equal([
      false,
      false,
      false,
    ]);
    expect(press(rows(view)[0]!, 'ArrowDown')).to.equal(true);
  });

  it('says in the row that the price is on its way, until the price or a refusal is known', () => {
    const note = (change: object): string =>
      screen(selecting({ assets: [{ ...assetOf(8453, 'DAI', '40'), ...change }] })).text();
    expect(note({ pricing: true })).to.contain('Getting the price');
    expect(note({})).not.to.contain('Getting the price');
    expect(note({ pricing: true, disabled: 'chain-paused' })).to.contain('This network is paused');
  });

  it('has one row in the tab order: the chosen row, otherwise the first', () => {
    const reachable = (view: Screen): number[] =>
      rows(view).flatMap(({ tabIndex }, index) => (tabIndex === 0 ? [index] : []));
    expect(reachable(screen(selecting()))).to.deep.equal([0]);
    const { chainId, currency } = assets[2]!;
    expect(reachable(screen(selecting({ asset: { chainId, currency } })))).to.deep.equal([2]);
  });

  it('has a search when it has more than eight rows, also when the merchant fixed the asset', () => {
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

  it('says what to do when no asset covers the amount', () => {
    const view = screen(selecting({ assets: assets.slice(-1) }));
    expect(view.text()).to.contain('Nothing here covers 25.00 USDC Use another wallet, or add funds to this one.');
    expect(rows(view)).to.have.length(1);
  });

  it('F-93 says that a balance could not be read, and not that nothing covers the amount', () => {
    const [last] = assets.slice(-1);
    for (const state of [
      selecting({ assets: [{ ...last!, balance: null, disabled: 'no-route' }] }),
      selecting({ assets: [], problem: problem('service-down') }),
    ]) {
      const view = screen(state);
      expect(view.text()).to.contain('Not every balance could be read').and.not.contain('Nothing here covers');
    }
  });

  it('shows blank rows of the same height while it loads', () => {
    const view = screen(selecting({ assets: [], loading: 'assets' }));
    const blank = view.root.querySelector('.blank .row')?.getBoundingClientRect().height;
    expect(blank).to.equal(rows(screen(selecting()))[0]?.getBoundingClientRect().height);
    expect(view.text()).not.to.contain('Nothing here covers');
  });
});

describe('open fields', () => {
  afterEach(clear);
  const { amount: _amount, ...intent } = selection.intent;
  const open = selecting({
    payerFields: ['amount'],
    intent,
    receives: { ...price, amount: null, amountFormatted: null },
  });
  const config = { fixedAmount: false, price: null };
  const typeIn = (view: Screen, name: string, text: string): void => {
    const input = view.input(name);
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };

  it('F-188 dispatch the amount in the smallest unit, and none for zero, when the payer types it in token units', () => {
    const view = screen(open, { config });
    expect(view.input('amount').inputMode).to.equal('decimal');
    for (const text of ['12.5', '12,5', '0', 'x', '1.1234567', '']) typeIn(view, 'amount', text);
    const typed = view.asked.map((event) => (event.type === 'amount-typed' ? event.amount : event.type));
    expect(typed).to.deep.equal(['12500000', '12500000', null, null, null, null]);
  });

  it('F-179 ask for a clear amount when the typed text is ambiguous', () => {
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

  it('F-179 read an amount with its unit as people paste it, and refuse one in another unit with the reason', () => {
    const view = screen(open, { config });
    const hint = (): string | undefined => view.root.getElementById('amount-hint')?.textContent;
    for (const text of ['25 USDC', 'US$25.00', '25\u200b', '２５ USDC']) {
      typeIn(view, 'amount', text);
      expect([view.asked.at(-1), hint()], text).to.deep.equal([{ type: 'amount-typed', amount: '25000000' }, '']);
    }
    typeIn(view, 'amount', '€25.00');
    expect(view.asked.at(-1)).to.deep.equal({ type: 'amount-typed', amount: null });
    expect(hint()).to.equal('This amount is in USDC. Write only the number, such as 25.00.');
    typeIn(view, 'amount', '1,234 USDC');
    expect(hint()).to.equal('1,234 USDC can mean two amounts: write 1.2340 or 1234.');
  });

  it('read a comma as the decimal sign when the locale uses it and the text is unambiguous', () => {
    const view = screen(open, { config, locale: 'de' });
    for (const text of ['1,5', '1.000,5', '1.234']) typeIn(view, 'amount', text);
    expect(view.asked.map((event) => 'amount' in event && event.amount)).to.deep.equal(['1500000', '1000500000', null]);
  });

  it('offer amounts as buttons that fill the field in the notation of the payer', () => {
    const view = screen(open, { config: { ...config, presets: ['5', '10.125', '0.12345678'] }, locale: 'de' });
    expect(view.all('preset').map(({ ariaPressed }) => ariaPressed)).to.deep.equal(['false', 'false']);
    view.all('preset')[1]?.click();
    expect(view.input('amount').value).to.equal('10,1250');
    expect(view.asked).to.deep.equal([{ type: 'amount-typed', amount: '10125000' }]);
    expect(view.all('preset').map(({ ariaPressed }) => ariaPressed)).to.deep.equal(['false', 'true']);
  });

  it('name the bound that the typed amount breaks', () => {
    const view = screen(open, { config: { ...config, minAmount: '5', maxAmount: '500' } });
    const hints = ['4.99', '5', '500', '501'].map((text) => {
      typeIn(view, 'amount', text);
      return view.root.getElementById('amount-hint')?.textContent;
    });
    expect(hints).to.deep.equal(['Enter at least 5.00 USDC.', '', '', 'Enter at most 500.00 USDC.']);
    const amounts = view.asked.map((event) => (event.type === 'amount-typed' ? event.amount : undefined));
    expect(amounts).to.deep.equal([null, '5000000', '500000000', null]);
  });

  it('keep the typed text when the screen is rendered again', () => {
    const view = screen(open, { config });
    typeIn(view, 'amount', '12.50');
    view.show({ ...open, loading: 'assets' });
    expect(view.input('amount').value).to.equal('12.50');
  });

  it('dispatch the trimmed recipient and mark it when it is invalid', () => {
    const view = screen(selecting({ payerFields: ['recipient'], intent: { ...intent, amount: price.amount } }));
    typeIn(view, 'recipient', ' 0x12 ');
    typeIn(view, 'recipient', ' ');
    expect(view.asked).to.deep.equal([
      { type: 'recipient-typed', recipient: '0x12' },
      { type: 'recipient-typed', recipient: null },
    ]);
    const { recipient: _recipient, ...without } = selection.intent;
    const wrong = screen(selecting({ payerFields: ['recipient'], intent: without }), { local: { recipient: '0x12' } });
    expect(wrong.text()).to.contain('Check the address.').and.not.to.contain('It is of');
    const recipient = { fault: 'family', wanted: 'svm', names: { wanted: 'Solana', found: 'Ethereum' }, message: '' };
    const refused = selecting({ payerFields: ['recipient'], intent: without });
    const state = { ...refused, wrong: { recipient } } as typeof refused;
    const text = (locale: string): string => screen(state, { local: { recipient: '0x12' }, locale }).text();
    expect(text('en')).to.contain('Check the address. It is for Ethereum, not for Solana.');
    const cased = { ...refused, wrong: { recipient: { fault: 'case', wanted: 'evm', message: '' } } } as typeof refused;
    const shown = screen(cased, { local: { recipient: '0x12' } }).text();
    expect(shown).to.contain('Write this address in lower case.').and.not.to.contain('Check the address');
  });

  it('appear together with the rows, because a row that the payer is about to press must not move', () => {
    const blank = (state: typeof open, options: StageOptions): [fields: number, rows: number] => {
      const view = screen(state, { config, ...options });
      return [view.root.querySelectorAll('input').length, view.all('wallet').length + view.all('asset').length];
    };
    const { recipient: _recipient, ...without } = selection.intent;
    const recipient = selecting({ payerFields: ['recipient'], intent: without });
    for (const accounts of [[], selection.accounts]) {
      expect(blank({ ...open, accounts }, { amountLoaded: false })).to.deep.equal([0, 0]);
      expect(blank({ ...recipient, accounts }, { lateLoaded: false })).to.deep.equal([0, 0]);
      expect(blank({ ...open, accounts }, { lateLoaded: false })[1]).to.be.greaterThan(0);
      expect(blank({ ...recipient, accounts }, { amountLoaded: false })[1]).to.be.greaterThan(0);
    }
  });

  it('say that they cannot be loaded, and offer to reload the page', () => {
    const view = screen(open, { config, amountLoaded: 'lost' });
    expect(view.text()).to.contain('Reload the page').and.to.contain('Nothing was sent.');
    view.press('primary');
    expect(view.asked).to.deep.equal([{ type: 'opened' }]);
  });

  it('name the missing choice on the primary button', () => {
    const label = (state: typeof open): string | undefined => screen(state, { config }).read('primary');
    expect(label(selecting({ accounts: [] }))).to.equal('Choose a wallet');
    expect(label(open)).to.equal('Enter an amount');
    expect(label(selecting())).to.equal('Choose what to pay with');
    expect(label(selecting({ asset: eth }))).to.equal('Continue');
  });
});

describe('problem in the asset selection', () => {
  afterEach(clear);

  it('is shown below the buttons without moving them', () => {
    const view = screen(selecting());
    const before = view.one('primary')!.getBoundingClientRect().top;
    view.show(selecting({ problem: problem('no-route') }));
    expect(view.read('notice')).to.equal('Can’t pay from DAI right now. Nothing was sent.');
    // Firefox can place the panel half a pixel higher.
    expect(view.one('primary')!.getBoundingClientRect().top).to.be.closeTo(before, 0.6);
  });
});
