import { expect } from 'chai';
import type { JournalEntry } from '../../src/payment/journal.js';
import { people } from '../support/quotes.js';
import { ETH, World, type Tab } from '../support/world.js';
import { entryOf, shownId } from './sent.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A page that nobody sees asks the service seldom, which long waits are shorter for; the chain is asked as often. */
const unseen = { type: 'visibility-changed', visible: false } as const;

type Lost = {
  world: World;
  tab: Tab;
  requestId: string;
  /** The wallet sends what it was asked for, and nobody hears of it. */
  send: (change?: object) => string;
};

/** The wallet was asked to pay and has not answered; nothing is mined, and the service knows nothing. */
async function asked(): Promise<Lost> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review();
  await tab.press();
  world.mines = false;
  const { transaction } = world.prompts[0]!;
  return {
    world,
    tab,
    requestId: shownId(tab),
    send: (change = {}) => world.chain.send({ ...transaction, value: BigInt(transaction.value), ...change }),
  };
}

/** And the payer has said that the wallet shows nothing. */
async function abandoned(): Promise<Lost> {
  const lost = await asked();
  await lost.tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
  return lost;
}

/** Another page of the order, which does not look at what was left: only its press can find it. */
async function anew({ world, tab }: Lost): Promise<Tab> {
  tab.kill();
  const next = world.open({ resume: 'off' });
  await next.review();
  return next;
}

/** Somebody has changed what is stored of the payments, newest first. */
function change(world: World, edit: (entries: JournalEntry[]) => void): void {
  const [key, text] = [...world.storage.items].find(([name]) => /^hub-pay\/1\/[0-9a-f]{16}$/.test(name))!;
  const entries = JSON.parse(text) as JournalEntry[];
  edit(entries);
  world.storage.items.set(key, JSON.stringify(entries));
}

const stored = (world: World, requestId: string): JournalEntry | undefined =>
  (
    JSON.parse([...world.storage.items].find(([key]) => /^hub-pay\/1\/[0-9a-f]{16}$/.test(key))![1]) as JournalEntry[]
  ).find(({ payment }) => payment.requestId === requestId);

/** A wallet that sends what it was asked for at once, and tells of it whenever the test says. */
async function late(change: object = {}): Promise<Lost & { hash: string; tell: (told?: string) => Promise<void> }> {
  const world = new World();
  let hash = '';
  let answer: (hash: string) => void = () => undefined;
  let send: Lost['send'] = () => '';
  world.wallet.always('eth_sendTransaction', ([request]: readonly unknown[]) => {
    const transaction = request as { from: string; to: string; data: string; value: string };
    send = (more = {}) => world.chain.send({ ...transaction, value: BigInt(transaction.value), ...more });
    hash = send(change);
    return new Promise<string>((resolve) => (answer = resolve));
  });
  const tab = world.open();
  await tab.review();
  await tab.press();
  const requestId = shownId(tab);
  world.service.words.set(requestId, { status: 'waiting' });
  await tab.do({ type: 'wallet-closed' });
  const tell = async (told = hash): Promise<void> => {
    answer(told);
    await world.clock.advance(5 * SECOND);
  };
  return { world, tab, requestId, send, hash, tell };
}

describe('a wallet’s late answer', () => {
  it('F-63 takes nothing back of what the chain has told: that it reverted', async () => {
    const { world, tab, requestId, tell } = await late({ reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    await tell();
    expect(stored(world, requestId)).to.include({ stage: 'abandoned' });
    expect(stored(world, requestId)).to.have.nested.property('outcome.problem.code', 'reverted');
    await tab.press();
    await world.clock.advance(7 * SECOND);
    expect(world.wallet.count('eth_sendTransaction')).to.equal(2);
  });

  it('F-63 of another transaction than the one that reverted is watched on the chain as well', async () => {
    const { world, tab, send, tell } = await late({ reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    const again = send();
    world.chain.mine();
    await tell(again);
    await world.clock.advance(10 * SECOND);
    expect(entryOf(world)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.paying', again);
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', again);
  });

  it('F-63 F-78 does not take the place of the transaction that it was sped up to', async () => {
    const { world, tab, requestId, send, hash, tell } = await late();
    await world.clock.advance(2 * SECOND);
    const faster = send({ nonce: 0 });
    world.chain.mine();
    await world.clock.advance(10 * SECOND);
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', faster);
    await tell();
    const { paying, submissions } = stored(world, requestId)!.payment;
    expect([paying, submissions.map((each) => each.hash)]).to.deep.equal([faster, [hash, faster]]);
  });
});

describe('a payment whose hash never came', () => {
  it('F-152 F-96 is found in the mempool by the place that its nonce has, after a reload', async () => {
    const { world, tab, requestId, send } = await asked();
    const hash = send();
    tab.kill();
    const next = world.open();
    await world.clock.advance(2 * SECOND);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
    expect(next.state).to.have.nested.property('payment.submissions[0].hash', hash);
    expect(entryOf(world)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.paying', hash);
    world.chain.mine();
    await next.reach('succeeded');
    expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
    expect(world.prompts).to.have.length(1);
  });

  it('F-55 is looked for each 15 seconds, and at once when the page comes back', async () => {
    const { world, tab, send } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(2 * SECOND);
    const counts = (): number => world.chain.asked.filter((method) => method === 'eth_getTransactionCount').length;
    const before = counts();
    await world.clock.advance(5 * MINUTE);
    expect(counts() - before).to.be.within(2 * 19, 2 * 21);
    send();
    await tab.do({ type: 'woken' });
    await world.clock.advance(0);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
  });

  it('F-58 F-90 is found where the wallet answered an error and sent it all the same', async () => {
    const { world, tab, send } = await asked();
    const hash = send();
    world.prompts[0]!.reject(-32000, 'already known');
    await world.clock.advance(2 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    expect(tab.state).to.have.nested.property('payment.submissions[0].hash', hash);
  });

  it('F-67 is found behind another one that the wallet sent first', async () => {
    const { world, tab, requestId, send } = await asked();
    world.service.words.set(requestId, { status: 'waiting' });
    world.chain.send({ from: people.payer, to: people.attacker, value: 1n });
    const hash = send();
    world.chain.mine();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(5 * SECOND);
    expect(entryOf(world)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.paying', hash);
  });

  it('F-63 its wallet’s late answer is the same hash, and is written once', async () => {
    const { world, tab, requestId } = await asked();
    await tab.do({ type: 'wallet-closed' });
    const hash = world.prompts[0]!.approve();
    await world.clock.advance(20 * SECOND);
    expect(stored(world, requestId)?.payment.submissions.map((each) => each.hash)).to.deep.equal([hash]);
  });

  it('F-83 that reverted is told as such', async () => {
    const { world, tab, send } = await asked();
    send({ reverts: true });
    world.chain.mine();
    await tab.do({ type: 'wallet-closed' });
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'reverted');
  });

  for (const [title, change] of [
    ['F-79 was cancelled in the wallet', { to: people.payer, data: '0x', value: 0n }],
    ['F-80 lost its place to another one', { to: people.attacker, data: '0x', value: 5n }],
  ] as const) {
    it(`${title}: said once it has stood for ten minutes, since the nonce is a guess`, async () => {
      const { world, tab, send } = await asked();
      send(change);
      world.chain.mine();
      await tab.do({ type: 'wallet-closed' }, unseen);
      await world.clock.advance(9 * MINUTE);
      expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
      await world.clock.advance(10 * MINUTE);
      expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', 'replaced');
      expect(tab.state).to.have.nested.property('problem.money', 'in-wallet');
    });

    it(`${title}: not said while the service has seen a deposit`, async () => {
      const { world, tab, requestId, send } = await asked();
      send(change);
      world.chain.mine();
      await tab.do({ type: 'wallet-closed' }, unseen);
      await world.clock.advance(MINUTE);
      world.service.words.set(requestId, { status: 'pending' });
      await world.clock.advance(20 * MINUTE);
      expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    });
  }

  it('F-63 a hash that the wallet answers while it is looked for is the last word', async () => {
    const { world, tab, requestId, send } = await asked();
    send({ to: people.attacker, data: '0x', value: 5n });
    world.chain.mine();
    await tab.do({ type: 'wallet-closed' }, unseen);
    await world.clock.advance(11 * MINUTE);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { fetch } = world.chain;
    Object.assign(world.chain, {
      fetch: async (...request: Parameters<typeof fetch>) => {
        await held;
        return fetch(...request);
      },
    });
    // The look that would conclude from it is under way when the answer comes.
    await tab.do({ type: 'woken' });
    const hash = world.prompts[0]!.approve();
    world.chain.hide(hash);
    await world.clock.advance(0);
    release();
    await world.clock.advance(SECOND);
    expect(stored(world, requestId)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.paying', hash);
    expect(tab.state.name).to.equal('processing');
  });

  it('F-81 asks a chain that goes on little, while another one is in its place', async () => {
    const { world, tab, send } = await asked();
    send({ to: people.attacker, data: '0x', value: 5n });
    world.chain.mine();
    world.chain.mineEmpty(1_000);
    await tab.do({ type: 'wallet-closed' }, unseen);
    const counts = (): number => world.chain.asked.filter((method) => method === 'eth_getTransactionCount').length;
    const before = counts();
    await world.clock.advance(9 * MINUTE);
    expect(counts() - before).to.be.below(150);
  });

  it('I24 is not looked for any more once the page has gone', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(MINUTE);
    tab.close();
    await world.clock.advance(0);
    const before = world.chain.asked.length;
    await world.clock.advance(10 * MINUTE);
    expect([world.chain.asked.length - before, world.clock.pending]).to.deep.equal([0, 0]);
  });
});

describe('after “start over”', () => {
  it('I2 the payment that is out all the same comes back by itself, before anything can be paid again', async () => {
    const { world, tab, requestId, send } = await abandoned();
    const hash = send();
    expect(tab.state.name).to.equal('selecting');
    await world.clock.advance(16 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    expect(shownId(tab)).to.equal(requestId);
    expect(entryOf(world)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.paying', hash);
    world.chain.mine();
    await tab.reach('succeeded');
    expect([world.prompts.length, await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('it is looked for at once', async () => {
    const { world, tab, send } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(5 * SECOND);
    send();
    await tab.do({ type: 'abandoned' });
    await world.clock.advance(0);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
  });

  it('F-63 is not believed where another page has heard from the wallet meanwhile', async () => {
    const { world, requestId } = await asked();
    const other = world.open();
    await world.clock.advance(5 * SECOND);
    expect(other.state).to.include({ name: 'processing', status: 'unknown' });
    world.prompts[0]!.approve();
    await world.clock.advance(0);
    await other.do({ type: 'abandoned' });
    expect(other.state).to.include({ name: 'processing', status: 'waiting' });
    expect(shownId(other)).to.equal(requestId);
    expect(stored(world, requestId)).to.include({ stage: 'sent' });
  });

  for (const isMined of [false, true]) {
    it(`I2 the press looks at the chain first: what is ${isMined ? 'mined' : 'waiting'} there is shown, no wallet is asked`, async () => {
      const lost = await abandoned();
      const next = await anew(lost);
      lost.send();
      if (isMined) lost.world.chain.mine();
      await next.press();
      await lost.world.clock.advance(SECOND);
      expect(lost.world.prompts).to.have.length(1);
      expect(['processing', 'succeeded']).to.include(next.state.name);
      expect(shownId(next)).to.equal(lost.requestId);
      lost.world.chain.mine();
      await next.reach('succeeded');
      expect(await lost.world.deposits()).to.equal(1);
    });
  }

  it('I2 something that the node does not show, in the place of the payment, may be the payment: no wallet is asked', async () => {
    const lost = await abandoned();
    const { world } = lost;
    const next = await anew(lost);
    world.chain.showsPending = false;
    world.chain.send({ from: people.payer, to: people.attacker, value: 5n });
    await next.press();
    expect(world.prompts).to.have.length(1);
    expect(next.state).to.include({ name: 'reviewing', confirming: false });
    expect(next.state).to.have.nested.property('problem.code', 'outcome-unknown');
    expect(next.state).to.have.nested.property('problem.money', 'unknown');
    // Once it is mined, and is another one, the payer may pay.
    world.chain.mine();
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(2);
  });

  it('the place is free, or waits with another one: the payer may pay', async () => {
    for (const other of [null, { to: people.attacker, data: '0x', value: 5n }]) {
      const lost = await abandoned();
      const next = await anew(lost);
      if (other) lost.send(other);
      await next.press();
      await lost.world.clock.advance(SECOND);
      expect(lost.world.prompts).to.have.length(2);
    }
  });

  it('F-83 one that reverted is not put before the payer again', async () => {
    const { world, tab, requestId, send } = await abandoned();
    send({ reverts: true });
    world.chain.mine();
    await world.clock.advance(20 * MINUTE);
    expect(tab.state.name).to.equal('reviewing');
    expect(
      world.of('state').filter(({ state }) => state.name === 'processing' && state.status !== 'unknown'),
    ).to.deep.equal([]);
    expect(stored(world, requestId)).to.have.nested.property('outcome.problem.code', 'reverted');
  });

  it('the payment reverted: the payer may pay', async () => {
    const lost = await abandoned();
    const next = await anew(lost);
    lost.send({ reverts: true });
    lost.world.chain.mine();
    await next.press();
    await lost.world.clock.advance(SECOND);
    expect(lost.world.prompts).to.have.length(2);
  });

  for (const fault of ['down', 'busy', 'html', 'error', 'silent'] as const) {
    it(`F-87 a chain that is ${fault} keeps nobody from paying for ever, and is asked before`, async () => {
      const lost = await abandoned();
      const { world } = lost;
      const next = await anew(lost);
      world.chain.fault = fault;
      const before = world.chain.asked.length;
      await next.press();
      await world.clock.advance(17 * SECOND);
      expect(world.chain.asked.slice(before)).to.include('eth_getTransactionCount');
      expect(world.prompts).to.have.length(2);
    });
  }

  it('F-41 it is found by the account that was asked, whichever is connected now', async () => {
    const lost = await abandoned();
    const { world } = lost;
    world.wallet.accounts = [people.recipient];
    const next = await anew(lost);
    lost.send();
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(1);
    expect(shownId(next)).to.equal(lost.requestId);
  });

  it('what belongs to another payment of this device is not taken for it', async () => {
    const lost = await abandoned();
    const { world } = lost;
    const hash = lost.send();
    world.storage.setItem('hub-pay/1/hashes', JSON.stringify([[hash, 'another-entry']]));
    await world.clock.advance(MINUTE);
    expect(lost.tab.state.name).to.equal('reviewing');
    const next = await anew(lost);
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(2);
  });

  it('F-95 a second payment of the same content is not taken for the first one: each has its own transaction', async () => {
    const { world, tab, requestId } = await abandoned();
    world.mines = true;
    await tab.review(ETH);
    await tab.press();
    await world.clock.advance(SECOND);
    // As it is where the recipient is paid directly: nothing in it names the order.
    change(world, ([second, first]) => {
      first!.asked!.expected = second!.asked!.expected;
    });
    const hash = world.prompts[1]!.approve();
    await tab.reach('succeeded');
    const second = shownId(tab);
    await world.clock.advance(30 * MINUTE);
    expect(stored(world, second)).to.include({ stage: 'finished' }).and.to.have.nested.property('payment.paying', hash);
    expect(stored(world, requestId))
      .to.include({ stage: 'abandoned' })
      .and.not.to.have.nested.property('payment.paying');
    expect(stored(world, requestId)).to.have.nested.property('outcome.problem.code', 'replaced');
    expect(world.facts().filter((fact) => fact.endsWith(requestId))).to.deep.equal([]);
  });
});
