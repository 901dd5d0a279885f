/** Tests payments with a wallet on a phone: the page, the relay and the phone, in virtual time. */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import type { Decision } from '../../../demo/devnet/walletconnect/phone.js';
import { withoutBrowserCryptography } from '../../support/fakes/without-browser-cryptography.js';
import { MemoryStore } from '../../../src/shared/memory-store.js';
import { HOUR, MINUTE, SECOND } from '../../support/times.js';
import { ETH, PINNED, USDC, type Asked, type Tab } from '../../support/world.js';
import { entryOf, shownId } from '../sent.js';
import { codeOf, RemoteWorld } from './remote-world.js';

/** The page has asked the phone to pay, and the holder has not decided. */
async function asked(asset = ETH): Promise<{ world: RemoteWorld; tab: Tab; decide: (decision: Decision) => void }> {
  const world = new RemoteWorld();
  const tab = await world.connected();
  await tab.review(asset);
  let decide: (decision: Decision) => void = () => undefined;
  world.phone.decide = () => new Promise((resolve) => (decide = resolve));
  await tab.press();
  await world.clock.until(() => world.phone.asked.some(({ method }) => method === 'eth_sendTransaction'));
  return { world, tab, decide: (decision) => decide(decision) };
}

const sends = (world: RemoteWorld): number =>
  world.phone.asked.filter(({ method }) => method === 'eth_sendTransaction').length;

describe('session with a wallet on a phone', () => {
  withoutBrowserCryptography();

  it('offers the wallet only with a project, and loads and asks nothing before the press', async () => {
    const world = new RemoteWorld();
    const [without, tab] = [world.open({ wallets: [] }), world.page()];
    for (const each of [without, tab]) await each.do({ type: 'opened' });
    await world.clock.advance(MINUTE);
    const ids = ({ state }: Tab): string[] => (state.name === 'selecting' ? state.wallets.map(({ id }) => id) : []);
    expect(ids(without)).to.deep.equal([]);
    expect(ids(tab)).to.deep.equal(['walletconnect']);
    expect(world.relay.projects).to.deep.equal([]);
    expect([...world.storage.items.keys()].filter((key) => key.includes('walletconnect'))).to.deep.equal([]);
  });

  it('knows the name and the app of the wallet as soon as it is connected, while it is asked, and after a reload', async () => {
    const known = { id: 'walletconnect', name: 'Test phone', appLink: 'testphone://wc' };
    const world = new RemoteWorld();
    const tab = await world.connected();
    expect(tab.state).to.have.nested.property('wallets[0]').that.includes(known);
    await tab.review();
    world.phone.decide = () => 'wait';
    await tab.press();
    await world.clock.until(() => sends(world) === 1);
    expect(tab.state.name).to.equal('authorizing');
    expect(tab.state).to.have.nested.property('selection.wallets[0]').that.includes(known);
    const other = new RemoteWorld();
    other.discard(await other.connected());
    const next = other.page();
    await next.do({ type: 'opened' });
    await other.clock.until(() => next.state.name === 'selecting' && next.state.accounts.length > 0);
    expect(next.state).to.have.nested.property('wallets[0]').that.includes(known);
  });

  for (const [what, asset] of [
    ['the native currency', ETH],
    ['a token', USDC],
  ] as const)
    it(`pays with ${what}`, async () => {
      const world = new RemoteWorld();
      const tab = await world.connected(PINNED);
      expect(tab.detail('hub-connect')).to.include({ wallet: 'walletconnect' });
      await tab.review(asset);
      await tab.press();
      await tab.reach('succeeded');
      expect(await world.deposits()).to.equal(1);
      expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-success']);
      const asks = world.phone.asked.map(({ method, chainId }) => `${method} ${chainId}`);
      expect(asks).to.deep.equal([
        'connect null',
        ...Array<string>(asset === ETH ? 1 : 2).fill('eth_sendTransaction 8453'),
      ]);
      expect(world.phone.asked[0]?.params, 'every chain that can pay').to.have.nested.property('eip155.chains');
    });

  it('pays with one batch if the session says that the wallet can', async () => {
    const world = new RemoteWorld();
    world.batches();
    world.phone.options.properties = { capabilities: '{"0x2105":{"atomic":{"status":"supported"}}}' };
    world.phone.methods = ['eth_sendTransaction', 'wallet_sendCalls', 'wallet_getCallsStatus'];
    const tab = await world.connected(PINNED);
    await tab.review(USDC);
    await tab.press();
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
    expect(world.phone.asked.filter(({ method }) => method === 'wallet_sendCalls')).to.have.lengthOf(1);
    expect(sends(world)).to.equal(0);
  });

  it('F-57 says that nothing was sent when the holder refuses', async () => {
    const { world, tab, decide } = await asked();
    decide('no');
    await world.clock.until(() => tab.state.name === 'reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'wallet-rejected');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
    expect(await world.deposits()).to.equal(0);
  });

  it('F-55 finds the payment after a reload when the holder agrees while no page is open', async () => {
    const { world, tab, decide } = await asked();
    world.discard(tab);
    decide('yes');
    await settle();
    const next = world.page();
    await next.reach('succeeded');
    expect(sends(world)).to.equal(1);
    expect(await world.deposits()).to.equal(1);
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('F-63 finds the payment when the holder agrees an hour later, on the page that was loaded in between', async () => {
    const { world, tab, decide } = await asked();
    world.phone.ignoresExpiry = true;
    world.discard(tab);
    const next = world.page();
    await world.clock.advance(HOUR - MINUTE);
    decide('yes');
    await world.clock.advance(10 * MINUTE);
    expect(next.state.name).to.equal('succeeded');
    expect(sends(world)).to.equal(1);
    expect(await world.deposits()).to.equal(1);
  });

  it('looks at the chain at once when the wallet answers what an earlier page asked', async () => {
    const { world, tab, decide } = await asked();
    world.mines = false;
    world.discard(tab);
    const next = world.page();
    await next.do({ type: 'opened' });
    await world.clock.advance(5 * MINUTE);
    expect(entryOf(world).stage).to.equal('prompted');
    decide('yes');
    await world.clock.advance(3 * SECOND);
    expect(entryOf(world).stage).to.equal('sent');
  });

  it('says that the wallet was declined when the refusal comes after a reload, and asks nothing by itself', async () => {
    const { world, tab, decide } = await asked();
    world.discard(tab);
    const next = world.page();
    await world.clock.advance(3 * SECOND);
    expect(next.state).to.include({ name: 'processing', status: 'unknown' }).and.not.have.property('problem');
    decide('no');
    await world.clock.advance(3 * SECOND);
    expect(next.state).to.include({ name: 'processing', status: 'unknown' });
    expect(next.state).to.deep.nested.include({ 'problem.code': 'outcome-unknown', 'problem.reason': 'declined' });
    expect(entryOf(world).stage).to.equal('prompted');
    await world.clock.advance(HOUR);
    expect(next.state).to.have.nested.property('problem.reason', 'declined');
    expect([sends(world), await world.deposits()]).to.deep.equal([1, 0]);
  });

  it('knows the app of the wallet after a reload, so that the payer can go back to it', async () => {
    const { world, tab } = await asked();
    world.discard(tab);
    const next = world.page();
    await world.clock.advance(3 * SECOND);
    expect(next.state).to.include({ name: 'processing', status: 'unknown', wallet: 'walletconnect' });
    const known = { id: 'walletconnect', name: 'Test phone', appLink: 'testphone://wc' };
    expect(next.state).to.have.nested.property('selection.wallets[0]').that.includes(known);
  });

  for (const isReloaded of [false, true])
    it(`says where to decline a request that blocks a payment, until it is declined there: ${
      isReloaded ? 'after a reload' : 'on the same page'
    }`, async () => {
      const { world, tab: first, decide } = await asked();
      if (isReloaded) world.discard(first);
      else await first.do({ type: 'wallet-closed' });
      const tab = isReloaded ? world.page() : first;
      await world.clock.advance(SECOND);
      await tab.do({ type: 'abandoned' });
      await tab.review();
      await tab.press();
      await world.clock.until(() => tab.state.name === 'reviewing' && !!tab.state.problem);
      expect(tab.state).to.deep.nested.include({
        'problem.code': 'outcome-unknown',
        'problem.reason': 'unanswered',
        'problem.values': { minutes: '10', wallet: 'Test phone' },
      });
      decide('no');
      await world.clock.advance(SECOND);
      expect(tab.state).to.include({ name: 'reviewing' }).and.not.have.property('problem');
      expect(sends(world)).to.equal(1);
    });

  it('says so after the time of the request too, and removes it when the payment is found', async () => {
    const { world, tab, decide } = await asked();
    world.phone.ignoresExpiry = true;
    await world.clock.advance(HOUR);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    decide('no');
    await world.clock.advance(3 * SECOND);
    expect(tab.state).to.have.nested.property('problem.reason', 'declined');
    const [call] = world.phone.asked.find(({ method }) => method === 'eth_sendTransaction')!.params as [Asked];
    world.chain.send({ ...call, value: BigInt(call.value) });
    world.chain.mine();
    await tab.reach('succeeded');
  });

  it('F-54 leaves open whether the payment was sent when the wallet ends the session while it is asked', async () => {
    const { world, tab, decide } = await asked();
    // The holder agrees, but the wallet sends the transaction only after it has ended the session.
    const { provider } = world.phone.options;
    let send = (): void => undefined;
    world.phone.options.provider = {
      request: (...all) => new Promise((resolve) => (send = () => resolve(provider.request(...all)))),
    };
    decide('yes');
    await settle();
    world.phone.disconnect();
    await world.clock.advance(SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(entryOf(world).stage).to.equal('prompted');
    send();
    await world.clock.advance(10 * MINUTE);
    expect(tab.state.name, 'the chain shows it').to.equal('succeeded');
    expect(sends(world)).to.equal(1);
  });

  it('F-33 leaves open whether the payment was sent when the wallet has not answered for an hour', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(HOUR + MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(entryOf(world).stage).to.equal('prompted');
    expect(sends(world)).to.equal(1);
  });

  it('L-26 pays no second time when the wallet sends the payment again after a revert, and answers twice', async () => {
    const { world, tab, decide } = await asked();
    let id = 0;
    world.phone.tamper = (payload) => {
      if (typeof payload.result === 'string') ({ id } = payload);
      return payload;
    };
    const send = (call: Asked): string => world.chain.send({ ...call, value: BigInt(call.value) });
    let call: Asked | undefined;
    world.wallet.always('eth_sendTransaction', ([request]: readonly unknown[]) => send((call = request as Asked)));
    decide('yes');
    await tab.reach('processing');
    world.service.statuses.set(shownId(tab), { status: 'waiting' });
    world.chain.send({ ...call!, value: BigInt(call!.value), nonce: 0, reverts: true });
    world.chain.mine();
    await world.clock.advance(MINUTE);
    const second = send(call!);
    world.chain.mine();
    world.phone.send([...world.phone.sessions.keys()][0]!, { id, result: second });
    await tab.do({ type: 'abandoned' });
    await tab.review();
    await tab.press();
    await world.clock.advance(MINUTE);
    expect(tab.state.name).to.equal('processing');
    expect(entryOf(world)).to.have.nested.property('payment.payingHash', second);
    expect([sends(world), await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('takes a wrong hash for no payment', async () => {
    const world = new RemoteWorld();
    const tab = await world.connected();
    await tab.review();
    world.phone.tamper = (payload) =>
      typeof payload.result === 'string' ? { ...payload, result: `0x${'12'.repeat(32)}` } : payload;
    world.wallet.always('eth_sendTransaction', () => `0x${'12'.repeat(32)}`);
    await tab.press();
    await world.clock.advance(HOUR);
    expect(tab.state.name).not.to.equal('succeeded');
    expect(await world.deposits()).to.equal(0);
  });

  it('stops before the prompt when the phone has another account than the quote', async () => {
    const world = new RemoteWorld();
    const tab = await world.connected();
    await tab.review();
    world.phone.update([`0x${'c3'.repeat(20)}`]);
    await settle();
    await tab.press();
    await world.clock.advance(MINUTE);
    expect(sends(world)).to.equal(0);
  });

  it('stops before the prompt when the wallet did not approve the chain of the quote', async () => {
    const world = new RemoteWorld();
    world.phone.chains = [10];
    const tab = await world.connected();
    await tab.review(ETH);
    await tab.press();
    await world.clock.until(() => tab.state.name === 'reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'wrong-network');
    expect(sends(world)).to.equal(0);
  });

  it('pays after a reload with the session of the earlier visit, without another code', async () => {
    const world = new RemoteWorld();
    world.discard(await world.connected());
    const tab = world.page();
    await tab.do({ type: 'opened' });
    await tab.review();
    await tab.press();
    await tab.reach('succeeded');
    expect(world.phone.asked.filter(({ method }) => method === 'connect')).to.have.lengthOf(1);
  });

  it('takes the row away after the relay has refused the page, and names the attribute', async () => {
    const world = new RemoteWorld();
    world.relay.refusal = 'Project not found';
    const tab = world.page();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'walletconnect' });
    await world.clock.until(() => tab.state.name === 'selecting' && !!tab.state.problem);
    expect(tab.state).to.deep.nested.include({
      'problem.code': 'config',
      'problem.reason': 'relay-refused',
      'problem.attribute': 'walletconnectProjectId',
      wallets: [],
    });
    expect(world.relay.refused).to.equal(1);
  });

  it('takes the code back when the payer gives up, and gives a new one for the next press', async () => {
    const world = new RemoteWorld();
    const tab = world.page();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'walletconnect' });
    await world.clock.until(() => codeOf(tab) !== null);
    const first = codeOf(tab)!;
    await tab.do({ type: 'closed' });
    await world.clock.advance(20 * MINUTE);
    expect(codeOf(tab)).to.equal(null);
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'walletconnect' });
    await world.clock.until(() => codeOf(tab) !== null);
    expect(codeOf(tab)).not.to.equal(first);
    world.phone.scan(codeOf(tab)!);
    await world.clock.until(() => tab.emitted.includes('hub-connect'));
  });

  describe('a code that a reload has lost', () => {
    const { sessionStorage: before } = globalThis as { sessionStorage?: Storage };
    const store = new MemoryStore();
    beforeEach(() => {
      store.removeItem('hub-pay/walletconnect/pairing');
      Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: store });
    });
    afterEach(() => {
      Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: before });
    });
    /** Shows a code. */
    const shown = async (world: RemoteWorld): Promise<Tab> => {
      const tab = world.page();
      await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'walletconnect' });
      await world.clock.until(() => codeOf(tab) !== null);
      return tab;
    };
    /** The reason of the problem that the next page shows. */
    const told = async (world: RemoteWorld): Promise<string | undefined> => {
      const tab = world.page();
      await tab.do({ type: 'opened' });
      await world.clock.advance(5 * SECOND);
      return tab.state.name === 'selecting' ? tab.state.problem?.reason : tab.state.name;
    };

    it('is told once, while a wallet could have answered it, and leaves no key in the storage', async () => {
      const world = new RemoteWorld();
      const tab = await shown(world);
      const [, key = ''] = /symKey=([0-9a-f]{64})/u.exec(codeOf(tab)!) ?? [];
      expect(store.getItem('hub-pay/walletconnect/pairing')).to.match(/^[0-9]{13}$/u);
      expect([...world.storage.items.values()].filter((text) => text.includes(key))).to.deep.equal([]);
      world.discard(tab);
      expect([await told(world), await told(world)]).to.deep.equal(['connect-interrupted', undefined]);
    });

    it('is gone from the screen when the payer chooses the wallet again', async () => {
      const world = new RemoteWorld();
      world.discard(await shown(world));
      const tab = world.page();
      await tab.do({ type: 'opened' });
      await world.clock.advance(SECOND);
      await tab.do({ type: 'wallet-picked', wallet: 'walletconnect' });
      await world.clock.until(() => codeOf(tab) !== null);
      expect(tab.state).to.not.have.property('problem');
    });

    it('is not told after it has run out, after the payer gave up, and after the wallet connected', async () => {
      const late = new RemoteWorld();
      late.discard(await shown(late));
      await late.clock.advance(5 * MINUTE);
      expect(await told(late), 'run out').to.equal(undefined);
      const left = new RemoteWorld();
      const tab = await shown(left);
      await tab.do({ type: 'wallet-dropped' });
      left.discard(tab);
      expect(await told(left), 'given up').to.equal(undefined);
      const paired = new RemoteWorld();
      paired.discard(await paired.connected());
      expect(await told(paired), 'connected').to.equal(undefined);
    });
  });

  it('shows the code until the phone is connected, so that no press in the list can ask another wallet', async () => {
    const world = new RemoteWorld();
    const tab = await world.connected();
    await world.clock.until(() => tab.state.name === 'selecting' && tab.state.accounts.length > 0);
    const states = world.of('state').map(({ state }) => state);
    const first = states.findIndex((state) => state.name === 'selecting' && state.code);
    const listed = states.slice(first).filter((each) => each.name === 'selecting' && !each.code && each.connecting);
    expect([first > 0, listed]).to.deep.equal([true, []]);
    expect(tab.state).to.include({ connecting: null }).and.not.have.property('code');
  });

  it('S-31 asks for no token that only the wallet could prove, because a wallet on a phone reads no chain', async () => {
    const world = new RemoteWorld();
    const tab = await world.connected();
    await tab.review(USDC);
    await tab.press();
    await world.clock.until(() => tab.state.name === 'reviewing' && !!tab.state.problem);
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
    expect(sends(world)).to.equal(0);
  });
});
