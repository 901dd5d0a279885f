/** Tests a payment whose received token the payer chooses: the list, both choices, the amount, the payment. */
import { expect } from 'chai';
import { openFields } from '../../../src/payment/model/selection.js';
import type { SessionOptions } from '../../../src/payment/session/session.js';
import type { StateOf } from '../../../src/payment/model/state.js';
import { amounts, people, tokens } from '../../support/quotes.js';
import { MINUTE } from '../../support/times.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';

/** What the quotes of the test world ask the payer to pay, in USDC. */
const PAID = String(amounts.usdc);

/** The merchant sets neither a token nor an amount. */
const OPEN = {
  destinationChainId: undefined,
  destinationCurrency: undefined,
  amount: undefined,
  recipient: people.recipient,
  reference: undefined,
} as unknown as Partial<SessionOptions>;

/** The merchant names no recipient. */
const anyone = { recipient: undefined } as unknown as Partial<SessionOptions>;

const SVM = 792703809;
const RECEIVED = { chainId: 10, currency: tokens.usdcOut.address };

const selectingOf = ({ state }: Tab): StateOf<'selecting'> => {
  if (state.name !== 'selecting') throw new Error(`the state is ${state.name}`);
  return state;
};

const bodies = ({ service }: World): Record<string, unknown>[] => service.bodies;

/** The checkout is open, and the payer has connected a wallet. */
async function opened(options: Partial<SessionOptions> = OPEN): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  const tab = world.open(options);
  await tab.do({ type: 'opened' });
  await tab.do({ type: 'wallet-picked', wallet: 'one.test' });
  await world.clock.until(() => selectingOf(tab).assets.length > 0 && selectingOf(tab).loading === null);
  return { world, tab };
}

const pay = (tab: Tab, asset: { chainId: number; currency: string }): Promise<void> =>
  tab.do({ type: 'asset-picked', ...asset });
const receive = (tab: Tab, token = RECEIVED): Promise<void> => tab.do({ type: 'destination-picked', ...token });

/** The payer has chosen both tokens. */
async function chosen(
  options?: Partial<SessionOptions>,
  asset: { chainId: number; currency: string } = USDC,
): Promise<{ world: World; tab: Tab }> {
  const all = await opened(options);
  await receive(all.tab);
  await pay(all.tab, asset);
  await all.world.clock.until(() => selectingOf(all.tab).receives !== null);
  return all;
}

describe('open destination', () => {
  it('lists the tokens of every enabled chain, and requests no quote before both tokens are chosen', async () => {
    const { world, tab } = await opened();
    const { destinations = [], receives } = selectingOf(tab);
    expect(destinations.map(({ chainId }) => chainId)).to.include.members([8453, 10]);
    // Without a registry, no token is verified.
    const usdc = { symbol: 'USDC', name: 'USDC coin', decimals: 6, verified: false };
    expect(destinations).to.deep.include({ ...RECEIVED, ...usdc });
    expect(receives).to.equal(null);
    await pay(tab, ETH);
    await tab.do({ type: 'quote-asked' });
    expect([tab.state.name, bodies(world)]).to.deep.equal(['selecting', []]);
  });

  for (const first of ['receive', 'pay'] as const) {
    it(`pays exactly what the payer typed when the payer chooses what to ${first} first`, async () => {
      const { world, tab } = await opened();
      if (first === 'receive') await receive(tab);
      await pay(tab, USDC);
      if (first === 'pay') await receive(tab);
      await world.clock.until(() => selectingOf(tab).receives !== null);
      expect(selectingOf(tab).receives).to.include({ ...USDC, symbol: 'USDC', amount: null });
      await tab.do({ type: 'amount-typed', amount: PAID });
      await tab.do({ type: 'quote-asked' });
      await tab.reach('reviewing');
      const body = bodies(world).at(-1);
      expect(body).to.include({
        tradeType: 'EXACT_INPUT',
        amount: PAID,
        originChainId: USDC.chainId,
        destinationChainId: 10,
        destinationCurrency: RECEIVED.currency,
        recipient: people.recipient,
      });
      await tab.press();
      await tab.reach('succeeded');
      expect(await world.deposits()).to.equal(1);
    });
  }

  it('keeps the typed digits and requests no quote by itself when the payer chooses another token to pay', async () => {
    const { world, tab } = await chosen();
    await tab.do({ type: 'amount-typed', amount: '2500000' });
    const asked = bodies(world).length;
    await pay(tab, ETH);
    await world.clock.until(() => selectingOf(tab).receives?.currency === ETH.currency);
    expect(selectingOf(tab).intent.amount).to.equal('2500000000000000000');
    await pay(tab, USDC);
    await world.clock.until(() => selectingOf(tab).receives?.currency === USDC.currency);
    expect(selectingOf(tab).intent.amount).to.equal('2500000');
    expect(
      bodies(world)
        .slice(asked)
        .filter(({ amount }) => amount === '2500000'),
    ).to.deep.equal([]);
  });

  it('keeps the amount when the payer chooses both tokens at once and types before the second answer', async () => {
    const { world, tab } = await opened();
    tab.session.dispatch({ type: 'asset-picked', ...USDC });
    tab.session.dispatch({ type: 'destination-picked', ...RECEIVED });
    const stop = tab.session.$state.listen((state) => {
      if (state.name !== 'selecting' || !state.receives) return;
      stop();
      tab.session.dispatch({ type: 'amount-typed', amount: '2500000' });
    });
    await world.clock.advance(MINUTE);
    expect(selectingOf(tab).intent.amount).to.equal('2500000');
  });

  it('removes the amount when the other token has too few decimals', async () => {
    const { world, tab } = await chosen();
    await pay(tab, ETH);
    await world.clock.until(() => selectingOf(tab).receives?.currency === ETH.currency);
    await tab.do({ type: 'amount-typed', amount: '1' });
    await pay(tab, USDC);
    await world.clock.until(() => selectingOf(tab).receives?.currency === USDC.currency);
    expect(selectingOf(tab).intent.amount).to.equal(undefined);
  });

  it('never quotes an amount in the currency of another token', async () => {
    const { world, tab } = await chosen();
    await tab.do({ type: 'amount-typed', amount: '2500000' });
    const asked = bodies(world).length;
    tab.session.dispatch({ type: 'asset-picked', ...ETH });
    tab.session.dispatch({ type: 'quote-asked' });
    await world.clock.advance(MINUTE);
    expect(
      bodies(world)
        .slice(asked)
        .filter(({ amount }) => amount === '2500000'),
    ).to.deep.equal([]);
  });

  it('tracks the payment again after a reload, although the page sets no token', async () => {
    const { world, tab } = await chosen(OPEN, ETH);
    await tab.do({ type: 'amount-typed', amount: String(amounts.eth) });
    world.mines = false;
    await tab.do({ type: 'quote-asked' });
    await tab.reach('reviewing');
    await tab.press();
    await tab.reach('processing');
    tab.kill();
    const next = world.open(OPEN);
    await next.reach('processing');
    world.mines = true;
    world.chain.mine();
    await next.reach('succeeded');
    expect([await world.deposits(), next.emitted.filter((name) => name === 'hub-success').length]).to.deep.equal([
      1, 1,
    ]);
  });

  it('takes the amount in the received token when the merchant sets EXACT_OUTPUT', async () => {
    const { tab } = await chosen({ ...OPEN, tradeType: 'EXACT_OUTPUT' });
    expect(selectingOf(tab).receives).to.include({ ...RECEIVED, amount: null });
  });

  it('lists only the merchant’s chain, and chooses its only token', async () => {
    const { tab } = await opened({ ...OPEN, ...anyone, destinationChainId: SVM });
    const { destinations = [], intent } = selectingOf(tab);
    expect(destinations.map(({ chainId, currency }) => [chainId, currency])).to.deep.equal([
      [SVM, tokens.usdcSvm.address],
    ]);
    expect(intent).to.include({ destinationChainId: SVM, destinationCurrency: tokens.usdcSvm.address });
  });

  it('asks for a recipient when the payer chooses a token that no connected account can receive', async () => {
    const { world, tab } = await opened({ ...OPEN, ...anyone });
    await pay(tab, USDC);
    await receive(tab, { chainId: SVM, currency: tokens.usdcSvm.address });
    await world.clock.until(() => selectingOf(tab).receives !== null);
    expect(openFields(selectingOf(tab))).to.deep.equal(['amount', 'recipient']);
    await tab.do({ type: 'recipient-typed', recipient: 'somebody on the SVM chain' });
    await receive(tab);
    await world.clock.until(() => selectingOf(tab).receives !== null);
    expect(openFields(selectingOf(tab))).to.deep.equal(['amount']);
    expect(selectingOf(tab).intent).not.to.have.property('recipient');
  });

  it('lists only chains on which the merchant’s recipient can receive', async () => {
    const { tab } = await opened();
    const ids = new Set(selectingOf(tab).destinations?.map(({ chainId }) => chainId));
    expect(ids).to.include(10);
    expect(ids).not.to.include(SVM);
  });

  for (const given of [{ amount: '25' }, { reference: 'order-7' }]) {
    it(`is a config error beside ${Object.keys(given)[0]}`, () => {
      const world = new World();
      const tab = world.open({ ...OPEN, ...given });
      return tab
        .do({ type: 'opened' })
        .then(() => expect(tab.state).to.have.nested.property('problem.attribute', 'destinationChainId'));
    });
  }

  it('is a config error when a token is set without its chain', async () => {
    const tab = new World().open({ ...OPEN, destinationCurrency: 'USDC' });
    await tab.do({ type: 'opened' });
    expect(tab.state).to.have.nested.property('problem.attribute', 'destinationChainId');
  });
});
