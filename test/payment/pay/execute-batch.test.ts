/** Tests approval and payment in one wallet prompt, also if the wallet rejects the batch or does not answer. */
import { expect } from 'chai';
import { silence, walletError } from '../../support/fake-evm-wallet.js';
import { people } from '../../support/quotes.js';
import { settle } from '../../support/clock.js';
import { ETH, USDC, World } from '../../support/world.js';
import { SECOND, MINUTE } from '../../support/times.js';
import { awaitAnother } from '../deposits.js';
import { entryOf, factsOf, shownId } from '../sent.js';
import { again, asked, bundled, SENDS, STATUS, steps } from '../batching.js';

type Call = { data: string };

describe('execute-batch', () => {
  it('requests approval and deposit in one prompt and reaches succeeded when the wallet supports batches', async () => {
    const { world, tab } = await asked();
    const [request] = world.wallet.requests.find(({ method }) => method === SENDS)!.params as [
      { id: string; calls: Call[] },
    ];
    expect(request.calls.map(({ data }) => data.slice(0, 10))).to.deep.equal(['0x095ea7b3', '0xe8017952']);
    expect(entryOf(world)).to.include({ stage: 'prompted' }).and.to.have.nested.property('prompt.calls.size', 132);
    expect(request.id).to.match(/^0x[0-9a-f]{64}$/);
    expect(entryOf(world).prompt?.calls, 'written down before').to.deep.equal({ size: 132, id: request.id });
    const hash = world.prompts[0]!.approve();
    await tab.reach('succeeded');
    expect([steps(world), await world.deposits()]).to.deep.equal([['pay'], 1]);
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status success', 'hub-success']);
    expect(tab.state).to.have.nested.property('receipt.origin[0].hash', hash);
    const count = world.wallet.count(STATUS);
    await world.clock.advance(MINUTE);
    expect(world.wallet.count(STATUS), 'nothing is asked of the wallet after that').to.equal(count);
  });

  it('sends a single transaction and requests no capabilities when one call is enough', async () => {
    const world = new World();
    world.batches();
    const tab = world.open();
    await tab.review(ETH);
    await tab.press();
    await tab.reach('succeeded');
    expect(world.wallet.count('eth_sendTransaction')).to.equal(1);
    expect(world.wallet.count('wallet_getCapabilities')).to.equal(0);
  });

  for (const [id, title, reaction] of [
    ['F-123 ', 'does not report its capabilities', silence],
    ['F-123 ', 'does not support wallet_getCapabilities', walletError(4200, 'unsupported')],
    ['', 'reports no batches', {}],
  ] as const) {
    it(`${id}requests approval and deposit one after the other when the wallet ${title}`, async () => {
      const { world, tab } = await asked((each) => {
        each.payer = 'approves';
        each.wallet.always('wallet_getCapabilities', reaction);
      });
      await tab.reach('succeeded');
      expect(steps(world)).to.deep.equal(['approve', 'pay']);
      expect(world.wallet.count(SENDS)).to.equal(0);
    });
  }

  it('F-57 returns to the review and prompts again only on a press when the payer rejects the batch', async () => {
    const { world, tab } = await asked();
    world.prompts[0]!.reject(4001);
    await world.clock.advance(MINUTE);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    expect([world.prompts.length, entryOf(world).stage]).to.deep.equal([1, 'cancelled']);
    await tab.press();
    expect(world.wallet.count(SENDS), 'it can do it, and is asked so again').to.equal(2);
  });

  it('falls back to single steps, also for the next payment, when the wallet rejects the batch as unsupported', async () => {
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

  it('tracks the single steps in another tab too when the wallet rejects the batch as unsupported', async () => {
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

  it('finds the transaction in another tab too when the fallback to single steps loses the wallet’s answer', async () => {
    const { world, requestId } = await asked();
    const other = world.open();
    await world.clock.advance(2 * SECOND);
    world.prompts[0]!.reject(5760);
    await world.clock.advance(18 * SECOND);
    world.prompts.at(-1)!.approve();
    await world.clock.advance(5 * SECOND);
    world.service.statuses.set(requestId, { status: 'waiting' });
    const { transaction } = world.prompts.at(-1)!;
    const hash = world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    world.prompts.at(-1)!.reject(-32603);
    await world.clock.advance(20 * SECOND);
    expect(other.state).to.have.nested.property('payment.payingHash', hash);
  });

  for (const [id, title, code, money] of [
    ['F-124', 'the payer has rejected the upgrade of the account', 5750, 'not-sent'],
    ['F-58', 'the wallet has answered an unclear error', -32603, 'unknown'],
  ] as const) {
    it(`${id} requests approval and deposit one after the other at the next press when ${title}`, async () => {
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

  it('F-33 requests single steps at the next press when the wallet never answered the batch', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    world.payer = 'approves';
    await again({ world, tab });
    expect([world.wallet.count(SENDS), ...steps(world)]).to.deep.equal([1, 'pay', 'approve', 'pay']);
  });

  it('F-62 cancels the entry and opens no prompt when the wallet rejects the batch as unsupported after the payer left', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    world.prompts[0]!.reject(5760);
    await world.clock.advance(SECOND);
    expect(tab.state).to.include({ name: 'reviewing' });
    expect([world.prompts.length, entryOf(world).stage]).to.deep.equal([1, 'cancelled']);
  });

  it('hides the deposit address and shows the abandoned batch when the wallet accepts it late', async () => {
    const world = new World();
    world.batches();
    const { tab, first } = await awaitAnother(USDC, world);
    world.prompts[0]!.approve();
    await settle();
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', first]);
  });

  it('F-25 stops with quote-expired when the quote expires before the wallet rejects the batch as unsupported', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(40 * SECOND);
    world.prompts[0]!.reject(5760);
    await settle();
    expect(tab.state).to.have.nested.property('problem.code', 'quote-expired');
    expect(tab.state, 'nothing was approved').to.not.have.nested.property('problem.values');
    expect([steps(world), entryOf(world).stage]).to.deep.equal([['pay'], 'cancelled']);
  });

  it('F-25 stops with quote-expired and opens no prompt when the quote expires during the network switch', async () => {
    let onChain: () => void = () => undefined;
    const { world, tab } = await asked(({ wallet }) => {
      wallet.chainId = 1;
      wallet.chains = [1, 8453];
      wallet.once('wallet_switchEthereumChain', () => new Promise<null>((resolve) => (onChain = () => resolve(null))));
    });
    await world.clock.advance(40 * SECOND);
    world.wallet.chainId = 8453;
    onChain();
    await world.clock.advance(SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'quote-expired');
    expect(tab.state, 'nothing was approved').to.not.have.nested.property('problem.values');
    expect([world.prompts.length, entryOf(world).stage]).to.deep.equal([0, 'cancelled']);
  });

  it('F-126 keeps the payment processing when another tab saw it pending before the wallet rejects the batch', async () => {
    const { world, tab } = await asked();
    world.open();
    world.service.statuses.set(shownId(tab), { status: 'pending' });
    await world.clock.advance(3 * SECOND);
    expect(entryOf(world).stage).to.equal('sent');
    world.prompts[0]!.reject(5760);
    await world.clock.advance(3 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-126 keeps the payment processing when the service saw the deposit before the wallet rejects the batch', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    world.service.statuses.set(shownId(tab), { status: 'pending' });
    await world.clock.advance(2 * SECOND);
    world.prompts[0]!.reject(5760);
    await world.clock.advance(2 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect([steps(world), entryOf(world).stage]).to.deep.equal([['pay'], 'sent']);
  });

  it('F-40 opens no prompt when the account changes while the wallet reports its capabilities', async () => {
    const { world, tab } = await asked((each) => {
      each.wallet.once('wallet_getCapabilities', () => {
        each.wallet.accounts = [people.recipient];
        return { '0x2105': { atomic: { status: 'supported' } } };
      });
    });
    await world.clock.advance(6 * SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'account-changed');
    expect(world.prompts).to.have.length(0);
  });
});

describe('execute-batch after a lost wallet answer', () => {
  it('F-58 sets the status to unknown and opens no new prompt when the wallet answers an unclear error', async () => {
    const { world, tab } = await asked();
    world.prompts[0]!.reject(-32603);
    await world.clock.advance(MINUTE);
    await tab.press();
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(steps(world)).to.deep.equal(['pay']);
    world.service.statuses.set(shownId(tab), { status: 'success' });
    await tab.reach('succeeded');
  });

  it('F-152 finds the calls after a reload when the account sent them in a transaction to itself', async () => {
    const { world, tab } = await asked();
    world.service.statuses.set(shownId(tab), { status: 'waiting' });
    tab.kill();
    world.mines = false;
    const hash = world.prompts[0]!.approve();
    const next = world.open();
    await world.clock.advance(2 * SECOND);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
    expect(next.state).to.have.nested.property('payment.payingHash', hash);
    world.service.statuses.clear();
    world.chain.mine();
    await next.reach('succeeded');
    expect([steps(world), await world.deposits()]).to.deep.equal([['pay'], 1]);
  });

  it('F-83 reports reverted and abandons the entry when the transaction with the calls reverts', async () => {
    const { world, tab } = await asked();
    const { transaction } = world.prompts[0]!;
    await tab.do({ type: 'wallet-closed' });
    world.chain.send({ ...transaction, value: 0n, reverts: true });
    world.chain.mine();
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'reverted');
    expect(entryOf(world).stage).to.equal('abandoned');
  });

  it('F-79 reports replaced and abandons the entry when another transaction takes the nonce of the pending calls', async () => {
    const { world, tab, requestId } = await asked();
    world.service.statuses.set(requestId, { status: 'waiting' });
    await tab.do({ type: 'wallet-closed' });
    await tab.hide();
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

  it('F-80 keeps the status unknown when the account sends another transaction', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await tab.hide();
    world.chain.send({ from: people.payer, to: people.attacker });
    world.chain.mine();
    await world.clock.advance(30 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
  });

  it('F-89 blocks the next press while the node hides the abandoned batch, and shows the batch when it is visible', async () => {
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
    expect([shownId(next), entryOf(world).payment.payingHash]).to.deep.equal([requestId, hash]);
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-119 blocks another payment when the wallet reports the batch id as pending', async () => {
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

  it('F-119 shows the abandoned batch at the next press when it was executed while no page was open', async () => {
    const { world, tab, requestId } = await asked();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    tab.kill();
    const hash = bundled(world);
    world.service.statuses.set(requestId, { status: 'waiting' });
    world.wallet.always(STATUS, { status: 200, receipts: [{ transactionHash: hash }] });
    const next = world.open({ resume: 'off' });
    await again({ world, tab: next });
    expect([next.state.name, shownId(next)]).to.deep.equal(['processing', requestId]);
    expect(next.state).to.have.nested.property('payment.payingHash', hash);
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-119 finds the transaction by the batch id when another account executed the calls', async () => {
    const { world, tab, requestId } = await asked();
    world.service.statuses.set(requestId, { status: 'waiting' });
    tab.kill();
    const hash = bundled(world);
    world.wallet.always(STATUS, { status: 200, receipts: [{ transactionHash: hash }] });
    const next = world.open();
    await world.clock.advance(10 * SECOND);
    expect(next.state).to.have.nested.property('payment.payingHash', hash);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
  });
});
