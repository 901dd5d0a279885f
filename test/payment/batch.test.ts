/** Approval and payment in one prompt, in virtual time: what counts as out, and what is never asked twice. */
import { expect } from '@open-wc/testing';
import { claim } from '../../src/payment/claims.js';
import { settle } from '../support/clock.js';
import { fakeEvmWallet, silence, walletError } from '../support/fake-evm-wallet.js';
import { people } from '../support/quotes.js';
import { ETH, USDC, World, type Tab } from '../support/world.js';
import { entryOf, factsOf, shownId } from './sent.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const SENDS = 'wallet_sendCalls';
const STATUS = 'wallet_getCallsStatus';
const steps = ({ prompts }: World): string[] => prompts.map(({ step }) => step);
const unseen = { type: 'visibility-changed', visible: false } as const;

/** A wallet that sends calls together was asked for an approval and a payment. */
async function asked(prepare: (world: World) => void = () => undefined): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.batches();
  world.payer = 'waits';
  prepare(world);
  const tab = world.open();
  await tab.review(USDC);
  await tab.press();
  return { world, tab };
}

/** The wallet has named them, and the service has seen nothing. */
async function taken(): Promise<{ world: World; tab: Tab; requestId: string; hash: string }> {
  const { world, tab } = await asked();
  const requestId = shownId(tab);
  world.mines = false;
  world.service.words.set(requestId, { status: 'waiting' });
  const hash = world.prompts[0]!.approve();
  await settle();
  // A page that nobody sees asks the service seldom, which long waits are shorter for.
  await tab.do(unseen);
  return { world, tab, requestId, hash };
}

/** And for ten minutes it has said that they failed: the payer has started over. */
async function givenUp(): Promise<Awaited<ReturnType<typeof taken>>> {
  const given = await taken();
  given.world.chain.drop(given.hash);
  given.world.wallet.always(STATUS, { status: 400 });
  await given.world.clock.advance(11 * MINUTE);
  await given.tab.do({ type: 'abandoned' });
  return given;
}

async function again({ world, tab }: { world: World; tab: Tab }): Promise<void> {
  await tab.review(USDC);
  await tab.press();
  await world.clock.advance(7 * SECOND);
}

describe('an approval and a payment that are asked for together', () => {
  it('take one prompt, and end as any payment', async () => {
    const { world, tab } = await asked();
    const [request] = world.wallet.asked.find(({ method }) => method === SENDS)!.params as [{ calls: Call[] }];
    expect(request.calls.map(({ data }) => data.slice(0, 10))).to.deep.equal(['0x095ea7b3', '0xe8017952']);
    expect(entryOf(world)).to.include({ stage: 'asked' }).and.to.have.nested.property('asked.calls.size', 132);
    const hash = world.prompts[0]!.approve();
    await tab.reach('succeeded');
    expect([steps(world), await world.deposits()]).to.deep.equal([['pay'], 1]);
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status success', 'hub-success']);
    expect(tab.state).to.have.nested.property('receipt.origin[0].hash', hash);
    const count = world.wallet.count(STATUS);
    await world.clock.advance(MINUTE);
    expect(world.wallet.count(STATUS), 'nothing is asked of the wallet after that').to.equal(count);
  });

  it('are not asked for together where one call is enough', async () => {
    const world = new World();
    world.batches();
    const tab = world.open();
    await tab.review(ETH);
    await tab.press();
    await tab.reach('succeeded');
    expect(world.wallet.count('eth_sendTransaction')).to.equal(1);
    expect(world.wallet.count('wallet_getCapabilities')).to.equal(0);
  });

  for (const [title, reaction] of [
    ['F-123 does not say what it can', silence],
    ['F-123 knows no such question', walletError(4200, 'unsupported')],
    ['cannot', {}],
  ] as const) {
    it(`a wallet that ${title} is asked one after the other`, async () => {
      const { world, tab } = await asked((each) => {
        each.payer = 'approves';
        each.wallet.always('wallet_getCapabilities', reaction);
      });
      await tab.reach('succeeded');
      expect(steps(world)).to.deep.equal(['approve', 'pay']);
      expect(world.wallet.count(SENDS)).to.equal(0);
    });
  }

  it('F-57 are refused as one: the review comes back, and only a person asks again', async () => {
    const { world, tab } = await asked();
    world.prompts[0]!.reject(4001);
    await world.clock.advance(MINUTE);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    expect([world.prompts.length, entryOf(world).stage]).to.deep.equal([1, 'closed']);
    await tab.press();
    expect(world.wallet.count(SENDS), 'it can do it, and is asked so again').to.equal(2);
  });

  it('are asked for one after the other where the wallet cannot after all, and from then on', async () => {
    const { world, tab } = await asked();
    world.payer = 'approves';
    world.prompts[0]!.reject(5760);
    await tab.reach('succeeded');
    expect([steps(world), await world.deposits()]).to.deep.equal([['pay', 'approve', 'pay'], 1]);
    await tab.do({ type: 'reset' });
    await again({ world, tab });
    expect(world.wallet.count(SENDS)).to.equal(1);
    expect(await world.deposits()).to.equal(2);
  });

  for (const [title, code, money] of [
    ['F-124 whose account the payer does not let be changed', 5750, 'not-sent'],
    ['F-58 that answered an error which says nothing', -32603, 'unknown'],
  ] as const) {
    it(`a wallet ${title} is asked one after the other, at the next press`, async () => {
      const { world, tab } = await asked();
      world.prompts[0]!.reject(code);
      await world.clock.advance(5 * SECOND);
      if (money === 'unknown') await tab.do({ type: 'abandoned' });
      else expect(tab.state).to.have.nested.property('problem.money', money);
      expect(steps(world)).to.deep.equal(['pay']);
      world.payer = 'approves';
      await again({ world, tab });
      expect([steps(world), await world.deposits()]).to.deep.equal([['pay', 'approve', 'pay'], 1]);
    });
  }

  it('F-62 are over where it cannot, and the payer had left by then', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    world.prompts[0]!.reject(5760);
    await world.clock.advance(SECOND);
    expect(tab.state).to.include({ name: 'reviewing' });
    expect([world.prompts.length, entryOf(world).stage]).to.deep.equal([1, 'closed']);
  });

  it('F-105 nothing is asked for under a quote that has grown too old meanwhile', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(40 * SECOND);
    world.prompts[0]!.reject(5760);
    await settle();
    expect(tab.state).to.have.nested.property('problem.code', 'price-moved');
    expect([steps(world), entryOf(world).stage]).to.deep.equal([['pay'], 'closed']);
  });

  it('F-51 are not asked for under a quote that has grown too old before', async () => {
    let onChain: () => void = () => undefined;
    const { world, tab } = await asked(({ wallet }) => {
      wallet.chainId = 1;
      wallet.chains = [1, 8453];
      wallet.on('wallet_switchEthereumChain', () => new Promise<null>((resolve) => (onChain = () => resolve(null))));
    });
    await world.clock.advance(40 * SECOND);
    world.wallet.chainId = 8453;
    onChain();
    await world.clock.advance(SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'price-moved');
    expect([world.prompts.length, entryOf(world).stage]).to.deep.equal([0, 'closed']);
  });

  it('F-126 are out where another tab has seen that, though the wallet then says that it cannot', async () => {
    const { world, tab } = await asked();
    world.open();
    world.service.words.set(shownId(tab), { status: 'pending' });
    await world.clock.advance(3 * SECOND);
    expect(entryOf(world).stage).to.equal('sent');
    world.prompts[0]!.reject(5760);
    await world.clock.advance(3 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-126 are out where the service has seen them, though the wallet then says that it cannot', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    world.service.words.set(shownId(tab), { status: 'pending' });
    await world.clock.advance(2 * SECOND);
    world.prompts[0]!.reject(5760);
    await world.clock.advance(2 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect([steps(world), entryOf(world).stage]).to.deep.equal([['pay'], 'sent']);
  });

  it('F-49 are asked of the account that was shown, or not at all', async () => {
    const { world, tab } = await asked((each) => {
      each.wallet.on('wallet_getCapabilities', () => {
        each.wallet.accounts = [people.recipient];
        return { '0x2105': { atomic: { status: 'supported' } } };
      });
    });
    expect(tab.state).to.have.nested.property('problem.code', 'account-changed');
    expect(world.prompts).to.have.length(0);
  });
});

type Call = { data: string };

describe('calls that were asked for together, and whose answer was lost', () => {
  it('F-58 may be out: watched, and asked for nothing again', async () => {
    const { world, tab } = await asked();
    world.prompts[0]!.reject(-32603);
    await world.clock.advance(MINUTE);
    await tab.press();
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(steps(world)).to.deep.equal(['pay']);
    world.service.words.set(shownId(tab), { status: 'success' });
    await tab.reach('succeeded');
  });

  it('F-152 are found within the transaction that the account sent to itself, after a reload', async () => {
    const { world, tab } = await asked();
    world.service.words.set(shownId(tab), { status: 'waiting' });
    tab.kill();
    world.mines = false;
    const hash = world.prompts[0]!.approve();
    const next = world.open();
    await world.clock.advance(2 * SECOND);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
    expect(next.state).to.have.nested.property('payment.paying', hash);
    world.service.words.clear();
    world.chain.mine();
    await next.reach('succeeded');
    expect([steps(world), await world.deposits()]).to.deep.equal([['pay'], 1]);
  });

  it('F-70 reverted there: said only when it has stood, and then they may be paid anew', async () => {
    const { world, tab } = await asked();
    const { transaction } = world.prompts[0]!;
    await tab.do({ type: 'wallet-closed' }, unseen);
    world.chain.send({ ...transaction, value: 0n, reverts: true });
    world.chain.mine();
    await world.clock.advance(5 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    await world.clock.advance(12 * MINUTE);
    expect(tab.state).to.have.nested.property('problem.code', 'reverted');
    expect(entryOf(world).stage).to.equal('abandoned');
  });

  it('F-97 are not called replaced by what else the account sends: they need not take its place', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' }, unseen);
    world.chain.send({ from: people.payer, to: people.attacker });
    world.chain.mine();
    await world.clock.advance(30 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
  });

  it('F-96 given up, and found at the next press; hidden from the node, they forbid it', async () => {
    const { world, tab } = await asked();
    const requestId = shownId(tab);
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    tab.kill();
    const next = world.open({ resume: 'off' });
    await next.review(USDC);
    world.mines = false;
    const hash = world.chain.send({ ...world.prompts[0]!.transaction, value: 0n });
    world.chain.showsPending = false;
    await next.press();
    await world.clock.advance(7 * SECOND);
    expect(next.state).to.have.nested.property('problem.code', 'outcome-unknown');
    world.chain.showsPending = true;
    await next.press();
    await world.clock.advance(7 * SECOND);
    expect(next.state).to.include({ name: 'processing' });
    expect([shownId(next), entryOf(world).payment.paying]).to.deep.equal([requestId, hash]);
    expect(steps(world)).to.deep.equal(['pay']);
  });
});

describe('calls that the wallet has taken', () => {
  it('F-125 are on their way for as long as it says nothing else, without a transaction of theirs', async () => {
    const { world, tab } = await taken();
    for (const answer of [{ status: 100 }, { status: 200 }, { status: 'PENDING' }, null, silence]) {
      world.wallet.always(STATUS, answer);
      await world.clock.advance(20 * MINUTE);
      expect(tab.state).to.include({ name: 'processing', status: 'waiting' }).and.to.not.have.property('paying');
      await tab.press();
      await tab.do({ type: 'abandoned' });
    }
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-128 F-129 outlive their page, and a wallet that has forgotten them', async () => {
    const { world, tab, requestId } = await taken();
    tab.kill();
    const next = world.open();
    await next.do(unseen);
    world.wallet.always(STATUS, walletError(5730, 'unknown bundle'));
    await world.clock.advance(20 * MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
    expect(world.wallet.count(STATUS), 'asked after the reload too, without a prompt').to.be.above(40);
    await next.press();
    world.service.words.set(requestId, { status: 'success' });
    await next.reach('succeeded');
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-63 after the payer has closed the window are followed, in every tab', async () => {
    const { world, tab } = await asked();
    world.service.words.set(shownId(tab), { status: 'waiting' });
    await tab.do({ type: 'wallet-closed' });
    const other = world.open();
    await world.clock.advance(2 * SECOND);
    expect(other.state).to.include({ name: 'processing', status: 'unknown' });
    world.mines = false;
    world.prompts[0]!.approve();
    await world.clock.advance(2 * SECOND);
    for (const { state } of [tab, other]) expect(state).to.include({ name: 'processing', status: 'waiting' });
    world.service.words.clear();
    world.chain.mine();
    await Promise.all([tab.reach('succeeded'), other.reach('succeeded')]);
  });

  it('F-63 after the payer has started over are shown instead of asked for again', async () => {
    const { world, tab } = await asked();
    const requestId = shownId(tab);
    world.service.words.set(requestId, { status: 'waiting' });
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    world.mines = false;
    world.prompts[0]!.approve();
    await again({ world, tab });
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', requestId]);
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-156 while the element was taken out are written down all the same', async () => {
    const { world, tab } = await asked();
    tab.close();
    world.prompts[0]!.approve();
    await settle();
    expect(entryOf(world)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.batched', true);
    const next = world.open();
    await next.reach('succeeded');
    expect([steps(world), await world.deposits()]).to.deep.equal([['pay'], 1]);
  });

  it('F-70 reverted, as wallet and chain say: nothing was paid, and they may be asked for anew', async () => {
    const { world, tab, hash } = await taken();
    world.chain.drop(hash);
    const { transaction } = world.prompts[0]!;
    const reverted = world.chain.send({ ...transaction, value: 0n, reverts: true });
    world.chain.mine();
    world.wallet.always(STATUS, { status: 500, receipts: [{ transactionHash: reverted }] });
    await world.clock.advance(20 * SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'reverted');
    await world.clock.advance(SECOND);
    expect(entryOf(world).stage).to.equal('abandoned');
  });

  it('F-84 reverted for a moment, in a block that is taken back, say nothing', async () => {
    const { world, tab, hash } = await taken();
    world.chain.drop(hash);
    const { transaction } = world.prompts[0]!;
    const reverted = world.chain.send({ ...transaction, value: 0n, reverts: true });
    world.chain.mine();
    world.wallet.on(STATUS, { status: 500, receipts: [{ transactionHash: reverted }] });
    world.wallet.always(STATUS, { status: 100 });
    await world.clock.advance(MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
  });

  it('F-126 failed as the wallet says, and seen by the service: its word counts', async () => {
    const { world, tab, requestId, hash } = await taken();
    world.chain.drop(hash);
    world.service.words.set(requestId, { status: 'pending' });
    world.wallet.always(STATUS, { status: 400 });
    await world.clock.advance(20 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect(entryOf(world).stage).to.equal('sent');
  });

  it('F-103 are nowhere for certain while the service is silent', async () => {
    const { world, tab } = await taken();
    world.service.outages.set('/intents/status/v3', { status: 503 });
    await world.clock.advance(2 * MINUTE);
    expect(tab.state).to.have.nested.property('problem.money', 'unknown');
  });

  it('F-129 are asked about where they are known, and nowhere else', async () => {
    const { world, tab } = await taken();
    tab.kill();
    const stranger = fakeEvmWallet({ rdns: 'two.test', owned: [people.payer], connected: true, chain: world.chain });
    const next = world.open({ wallets: [{ info: stranger.info, provider: stranger.provider }] });
    await next.do(unseen);
    await next.session.connect();
    await world.clock.advance(2 * MINUTE);
    expect(stranger.count('eth_requestAccounts')).to.equal(1);
    expect(stranger.count(STATUS)).to.equal(0);
  });

  it('F-126 failed as the wallet alone says: nothing is said of it for ten minutes, then the payer is asked', async () => {
    const { world, tab, hash } = await taken();
    const other = world.open();
    await other.do(unseen);
    world.chain.drop(hash);
    world.wallet.always(STATUS, { status: 400 });
    await world.clock.advance(9 * MINUTE);
    for (const { state } of [tab, other]) expect(state).to.include({ name: 'processing', status: 'waiting' });
    await world.clock.advance(2 * MINUTE);
    for (const { state } of [tab, other]) expect(state).to.include({ name: 'processing', status: 'unknown' });
    expect(entryOf(world)).to.include({ stage: 'asked' }).and.to.not.have.nested.property('payment.batched');
  });

  it('F-126 failed as the wallet says, and mined as the chain says: they are found there', async () => {
    const { world, tab, hash } = await taken();
    world.chain.mine();
    world.wallet.always(STATUS, { status: 500, receipts: [{ transactionHash: hash }] });
    await world.clock.advance(11 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    expect(tab.state).to.have.nested.property('payment.paying', hash);
    world.service.words.clear();
    await tab.reach('succeeded');
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-126 is no failure where the wallet takes it back', async () => {
    const { world, tab, hash } = await taken();
    world.chain.drop(hash);
    for (let time = 0; time < 4; time += 1) {
      world.wallet.always(STATUS, { status: time % 2 === 0 ? 400 : 100 });
      await world.clock.advance(6 * MINUTE);
    }
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
  });

  it('F-100 an order that has ended without them does not say that they failed: the payer is asked', async () => {
    const { world, tab, requestId, hash } = await taken();
    world.chain.drop(hash);
    world.service.words.set(requestId, { status: 'failure' });
    await world.clock.advance(MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(factsOf(tab)).to.deep.equal([]);
  });

  it('given up, are asked about once more before anything else is paid', async () => {
    const { world, tab, requestId } = await givenUp();
    world.wallet.always(STATUS, { status: 100 });
    await again({ world, tab });
    expect(tab.state).to.have.nested.property('problem.code', 'outcome-unknown');
    const hash = world.chain.send({ ...world.prompts[0]!.transaction, from: people.attacker, value: 0n });
    world.chain.mine();
    world.wallet.always(STATUS, { status: 200, receipts: [{ transactionHash: hash }] });
    await tab.press();
    await world.clock.advance(7 * SECOND);
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', requestId]);
    expect(steps(world)).to.deep.equal(['pay']);
    // Whoever sent it, its place is none of the account's: what the account sends says nothing of it.
    world.service.words.set(requestId, { status: 'waiting' });
    world.chain.reorganise(1, [hash]);
    world.chain.send({ from: people.payer, to: people.attacker });
    world.chain.mine();
    await world.clock.advance(20 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
  });

  it('given up, and failed for good, are paid anew', async () => {
    const { world, tab, requestId } = await givenUp();
    world.payer = 'approves';
    world.mines = true;
    await again({ world, tab });
    expect(shownId(tab)).to.not.equal(requestId);
    expect([world.wallet.count(SENDS), await world.deposits()]).to.deep.equal([2, 1]);
  });

  it('F-90 are never taken for another payment’s transaction, whatever the wallet says', async () => {
    const { world, tab, requestId } = await givenUp();
    const hash = world.chain.send({ ...world.prompts[0]!.transaction, from: people.attacker, value: 0n });
    claim(world.storage, hash, 'another');
    world.chain.mine();
    world.wallet.always(STATUS, { status: 200, receipts: [{ transactionHash: hash }] });
    world.mines = true;
    world.payer = 'approves';
    await again({ world, tab });
    expect(shownId(tab)).to.not.equal(requestId);
    expect(world.wallet.count(SENDS)).to.equal(2);
  });

  it('F-90 are not said to have reverted by another payment’s transaction', async () => {
    const { world, tab, hash } = await taken();
    world.chain.drop(hash);
    const reverted = world.chain.send({ from: people.attacker, to: people.payer, reverts: true });
    claim(world.storage, reverted, 'another');
    world.chain.mine();
    world.wallet.always(STATUS, { status: 500, receipts: [{ transactionHash: reverted }] });
    await world.clock.advance(5 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
  });
});
