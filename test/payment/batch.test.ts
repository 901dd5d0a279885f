/** Approval and payment in one prompt, in virtual time: what is asked, and what if the answer is lost. */
import { expect } from 'chai';
import { silence, walletError } from '../support/fake-evm-wallet.js';
import { people } from '../support/quotes.js';
import { settle } from '../support/clock.js';
import { ETH, USDC, World } from '../support/world.js';
import { entryOf, factsOf, shownId } from './sent.js';
import { again, asked, bundled, MINUTE, SECOND, SENDS, STATUS, steps, unseen } from './together.js';

type Call = { data: string };

describe('an approval and a payment that are asked for together', () => {
  it('take one prompt, and end as any payment', async () => {
    const { world, tab } = await asked();
    const [request] = world.wallet.asked.find(({ method }) => method === SENDS)!.params as [
      { id: string; calls: Call[] },
    ];
    expect(request.calls.map(({ data }) => data.slice(0, 10))).to.deep.equal(['0x095ea7b3', '0xe8017952']);
    expect(entryOf(world)).to.include({ stage: 'asked' }).and.to.have.nested.property('asked.calls.size', 132);
    expect(request.id).to.match(/^0x[0-9a-f]{64}$/);
    expect(entryOf(world).asked?.calls, 'written down before').to.deep.equal({ size: 132, id: request.id });
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

  it('are followed in another tab too, where the wallet cannot after all', async () => {
    const { world, tab } = await asked();
    const other = world.open();
    await world.clock.advance(2 * SECOND);
    expect(other.state).to.include({ name: 'processing', status: 'unknown' });
    world.prompts[0]!.reject(5760);
    await world.clock.advance(5 * SECOND);
    for (const step of ['approve', 'pay']) {
      expect(steps(world).at(-1)).to.equal(step);
      world.prompts.at(-1)!.approve();
      await world.clock.advance(5 * SECOND);
    }
    await Promise.all([tab.reach('succeeded'), other.reach('succeeded')]);
  });

  it('are searched for by the other tab too, where the wallet cannot, and loses its next answer', async () => {
    const { world, requestId } = await asked();
    const other = world.open();
    await world.clock.advance(2 * SECOND);
    world.prompts[0]!.reject(5760);
    await world.clock.advance(18 * SECOND);
    world.prompts.at(-1)!.approve();
    await world.clock.advance(5 * SECOND);
    world.service.words.set(requestId, { status: 'waiting' });
    const { transaction } = world.prompts.at(-1)!;
    const hash = world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    world.prompts.at(-1)!.reject(-32603);
    await world.clock.advance(20 * SECOND);
    expect(other.state).to.have.nested.property('payment.paying', hash);
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

  it('F-33 a wallet that has never answered is asked one after the other, at the next press', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    world.payer = 'approves';
    await again({ world, tab });
    expect([world.wallet.count(SENDS), ...steps(world)]).to.deep.equal([1, 'pay', 'approve', 'pay']);
  });

  it('F-62 are over where it cannot, and the payer had left by then', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    world.prompts[0]!.reject(5760);
    await world.clock.advance(SECOND);
    expect(tab.state).to.include({ name: 'reviewing' });
    expect([world.prompts.length, entryOf(world).stage]).to.deep.equal([1, 'closed']);
  });

  it('F-25 nothing is asked for under a quote that has grown too old meanwhile', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(40 * SECOND);
    world.prompts[0]!.reject(5760);
    await settle();
    expect(tab.state).to.have.nested.property('problem.code', 'price-moved');
    expect([steps(world), entryOf(world).stage]).to.deep.equal([['pay'], 'closed']);
  });

  it('F-25 are not asked for under a quote that has grown too old before', async () => {
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

  it('F-40 are asked of the account that was shown, or not at all', async () => {
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

  it('F-83 reverted there: nothing was paid, and they may be paid anew', async () => {
    const { world, tab } = await asked();
    const { transaction } = world.prompts[0]!;
    await tab.do({ type: 'wallet-closed' });
    world.chain.send({ ...transaction, value: 0n, reverts: true });
    world.chain.mine();
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'reverted');
    expect(entryOf(world).stage).to.equal('abandoned');
  });

  it('F-79 found waiting, and then cancelled or taken back: the chain says so', async () => {
    const { world, tab, requestId } = await asked();
    world.service.words.set(requestId, { status: 'waiting' });
    await tab.do({ type: 'wallet-closed' }, unseen);
    world.mines = false;
    world.chain.send({ ...world.prompts[0]!.transaction, value: 0n });
    await world.clock.advance(20 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    world.chain.send({ from: people.payer, to: people.payer, nonce: 0 });
    world.chain.mine();
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'replaced');
    expect(entryOf(world).stage).to.equal('abandoned');
  });

  it('F-80 are not called replaced by what else the account sends: they need not take its place', async () => {
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

  it('F-119 may wait in the wallet under the name that it was given: nothing else is paid meanwhile', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    tab.kill();
    world.wallet.always(STATUS, { status: 100 });
    const next = world.open();
    await again({ world, tab: next });
    expect(next.state).to.have.nested.property('problem.code', 'outcome-unknown');
    world.wallet.always(STATUS, walletError(5730, 'unknown'));
    await next.press();
    await world.clock.advance(7 * SECOND);
    expect([steps(world), next.state.name]).to.deep.equal([['pay', 'pay'], 'authorizing']);
  });

  it('F-119 carried out under that name while no page was open, are shown again instead of asked for', async () => {
    const { world, tab, requestId } = await asked();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    tab.kill();
    const hash = bundled(world);
    world.service.words.set(requestId, { status: 'waiting' });
    world.wallet.always(STATUS, { status: 200, receipts: [{ transactionHash: hash }] });
    const next = world.open({ resume: 'off' });
    await again({ world, tab: next });
    expect([next.state.name, shownId(next)]).to.deep.equal(['processing', requestId]);
    expect(next.state).to.have.nested.property('payment.paying', hash);
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-119 carried out under that name by somebody else, are found by it', async () => {
    const { world, tab, requestId } = await asked();
    world.service.words.set(requestId, { status: 'waiting' });
    tab.kill();
    const hash = bundled(world);
    world.wallet.always(STATUS, { status: 200, receipts: [{ transactionHash: hash }] });
    const next = world.open();
    await world.clock.advance(10 * SECOND);
    expect(next.state).to.have.nested.property('payment.paying', hash);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
  });
});
