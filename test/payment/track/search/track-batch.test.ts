/** Tests how a session tracks a batch that the wallet has accepted, and which status source the session trusts. */
import { expect } from 'chai';
import { claimTransaction } from '../../../../src/payment/journal/transaction-owners.js';
import { settle } from '../../../support/clock.js';
import { fakeEvmWallet, silence, walletError } from '../../../support/fake-evm-wallet.js';
import { people } from '../../../support/quotes.js';
import { SECOND, MINUTE } from '../../../support/times.js';
import { entryOf, factsOf, shownId } from '../../sent.js';
import { again, asked, endsWithRecord, failing, givenUp, SENDS, STATUS, steps, taken } from '../../batching.js';

describe('track-batch', () => {
  it('F-125 keeps waiting without a hash when the wallet reports the batch as pending or done without a receipt', async () => {
    const { world, tab } = await taken();
    for (const answer of [{ status: 100 }, { status: 200 }]) {
      world.wallet.always(STATUS, answer);
      await world.clock.advance(2 * 60 * MINUTE);
      expect(tab.state)
        .to.include({ name: 'processing', status: 'waiting' })
        .and.to.not.have.nested.property('payment.payingHash');
      await tab.press();
      await tab.do({ type: 'abandoned' });
    }
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-118 keeps waiting for the batch’s other signers when the order ends in failure', async () => {
    const { world, tab, requestId, bundle } = await taken();
    await world.clock.advance(5 * SECOND);
    world.service.statuses.set(requestId, { status: 'failure' });
    await world.clock.advance(2 * 60 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    world.wallet.always(STATUS, walletError(5730, 'not here now'));
    await world.clock.advance(50 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    const hash = bundle();
    await world.clock.advance(20 * SECOND);
    expect(entryOf(world).payment.payingHash).to.equal(hash);
  });

  it('P-27 learns the transaction from the tab that has the wallet when another tab tracks the batch', async () => {
    const { world, tab, bundle } = await taken();
    tab.kill();
    const tracks = world.open({ wallets: [] });
    await world.clock.advance(5 * SECOND);
    const other = world.open();
    await world.clock.advance(5 * SECOND);
    const hash = bundle();
    await world.clock.advance(30 * SECOND);
    for (const each of [tracks, other]) expect(each.state).to.have.nested.property('payment.payingHash', hash);
    expect(world.facts().filter((fact) => fact.startsWith('hub-sent')).length).to.be.at.most(1);
  });

  it('P-27 keeps the wallet’s word when a tab without the wallet tracks the batch', async () => {
    const { world, tab } = await taken();
    tab.kill();
    const tracks = world.open({ wallets: [] });
    const other = world.open();
    for (const each of [tracks, other]) await each.hide();
    world.wallet.always(STATUS, { status: 100 });
    await world.clock.advance(2 * 60 * MINUTE);
    for (const each of [tracks, other]) expect(each.state).to.include({ name: 'processing', status: 'waiting' });
    expect(entryOf(world)).to.have.nested.property('prompt.calls.walletStatus', 'pending');
  });

  it('P-27 lets the payer start over, after a question, when the wallet reports the batch as pending for ever', async () => {
    const { world, tab, requestId } = await taken();
    await world.clock.advance(MINUTE);
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    await tab.do({ type: 'abandoned' });
    await world.clock.advance(MINUTE);
    expect([tab.state.name, entryOf(world).stage]).to.deep.equal(['selecting', 'abandoned']);
    await again({ world, tab });
    expect([steps(world), shownId(tab) === requestId]).to.deep.equal([['pay', 'pay'], false]);
  });

  it('P-27 shows the batch again when the wallet sends it although the payer has started over', async () => {
    const { world, tab, requestId, bundle } = await taken();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    bundle();
    await world.clock.advance(MINUTE);
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', requestId]);
  });

  it('records the transaction and notifies the service when another account executes the batch', async () => {
    const { world, tab, bundle } = await taken();
    const hash = bundle();
    await world.clock.advance(10 * SECOND);
    expect(tab.state).to.have.nested.property('payment.payingHash', hash);
    expect(tab.state, 'tokens of the payer have left').to.include({ sent: true });
    expect(world.requestsTo('/transactions/index')).to.have.length(1);
    // Another account sent the batch, so transactions of the payer do not affect the batch.
    world.chain.reorganise(1, [hash]);
    world.chain.send({ from: people.payer, to: people.attacker });
    world.chain.mine();
    await world.clock.advance(20 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    expect(steps(world)).to.deep.equal(['pay']);
  });

  for (const [id, title, answer] of [
    ['F-128', 'has forgotten the batch', walletError(5730, 'unknown bundle')],
    ['F-125', 'does not answer', silence],
    ['F-125', 'answers in an unknown format', { status: 'PENDING' }],
  ] as const) {
    it(`F-129 ${id} sets the status to unknown after an hour, even after a reload, when the wallet ${title}`, async () => {
      const { world, tab } = await taken();
      tab.kill();
      const next = world.open();
      await next.hide();
      world.wallet.always(STATUS, answer);
      await world.clock.advance(55 * MINUTE);
      expect(next.state).to.include({ name: 'processing', status: 'waiting' });
      expect(world.wallet.count(STATUS), 'asked after the reload too, without a prompt').to.be.above(40);
      await next.press();
      await world.clock.advance(6 * MINUTE);
      expect(next.state).to.include({ name: 'processing', status: 'unknown' });
      world.wallet.always(STATUS, { status: 100 });
      await world.clock.advance(20 * SECOND);
      expect(next.state, 'it speaks again').to.include({ name: 'processing', status: 'waiting' });
      expect(steps(world)).to.deep.equal(['pay']);
    });
  }

  it('F-129 counts the wallet’s silence across reloads when the wallet has forgotten the batch', async () => {
    const { world, tab } = await taken();
    world.wallet.always(STATUS, walletError(5730, 'unknown bundle'));
    let page = tab;
    for (let visit = 0; visit < 5; visit += 1) {
      expect(page.state).to.include({ name: 'processing', status: 'waiting' });
      await world.clock.advance(14 * MINUTE);
      page.kill();
      page = world.open();
      await page.hide();
    }
    await world.clock.advance(MINUTE);
    expect(page.state).to.include({ name: 'processing', status: 'unknown' });
  });

  it('F-129 sends no status request to another wallet when the payer connects one after a reload', async () => {
    const { world, tab } = await taken();
    tab.kill();
    const stranger = fakeEvmWallet({ rdns: 'two.test', owned: [people.payer], connected: true, chain: world.chain });
    const next = world.open({ wallets: [{ info: stranger.info, provider: stranger.provider }] });
    await next.hide();
    await next.session.connect();
    await world.clock.advance(2 * MINUTE);
    expect(stranger.count('eth_requestAccounts')).to.equal(1);
    expect(stranger.count(STATUS)).to.equal(0);
  });

  it('F-63 tracks the batch in every tab when the wallet accepts it after the payer closed the wallet window', async () => {
    const { world, tab, requestId } = await asked();
    world.service.statuses.set(requestId, { status: 'waiting' });
    await tab.do({ type: 'wallet-closed' });
    const other = world.open();
    await world.clock.advance(2 * SECOND);
    expect(other.state).to.include({ name: 'processing', status: 'unknown' });
    world.mines = false;
    world.wallet.always(STATUS, { status: 100 });
    world.chain.drop(world.prompts[0]!.approve());
    await world.clock.advance(2 * SECOND);
    for (const { state } of [tab, other]) expect(state).to.include({ name: 'processing', status: 'waiting' });
  });

  it('F-63 shows the batch when the wallet accepts it after the payer started over', async () => {
    const { world, tab, requestId } = await asked();
    world.service.statuses.set(requestId, { status: 'waiting' });
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    world.mines = false;
    world.prompts[0]!.approve();
    await settle();
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', requestId]);
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('F-171 journals the batch when the wallet accepts it after the element was removed', async () => {
    const { world, tab } = await asked();
    tab.close();
    world.prompts[0]!.approve();
    await settle();
    expect(entryOf(world)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.batched', true);
    const next = world.open();
    await next.reach('succeeded');
    expect([steps(world), await world.deposits()]).to.deep.equal([['pay'], 1]);
  });

  it('F-100 reports the money as unknown when the service is down', async () => {
    const { world, tab } = await taken();
    world.service.outages.set('/intents/status/v3', { status: 503 });
    await world.clock.advance(2 * MINUTE);
    expect(tab.state).to.have.nested.property('problem.money', 'unknown');
  });

  it('F-83 allows a new payment when the batch reverted as the account’s own transaction', async () => {
    const { world, tab } = await taken();
    world.chain.send({ ...world.prompts[0]!.transaction, value: 0n, reverts: true });
    world.chain.mine();
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'reverted');
    expect(entryOf(world).stage).to.equal('abandoned');
    world.wallet.always(STATUS, walletError(5730, 'unknown bundle'));
    await tab.show();
    await world.clock.advance(2 * SECOND);
    await again({ world, tab });
    expect(steps(world)).to.deep.equal(['pay', 'pay']);
  });

  it('blocks another payment when a reverted batch is pending in the wallet again', async () => {
    const { world, tab, requestId } = await taken();
    world.chain.send({ ...world.prompts[0]!.transaction, value: 0n, reverts: true });
    world.chain.mine();
    world.wallet.always(STATUS, { status: 500 });
    await world.clock.advance(30 * SECOND);
    expect(tab.state.name).to.equal('reviewing');
    tab.kill();
    const next = world.open({ resume: 'off' });
    world.wallet.always(STATUS, { status: 100 });
    await again({ world, tab: next });
    expect(next.state).to.have.nested.property('problem.code', 'outcome-unknown');
    expect(steps(world)).to.deep.equal(['pay']);
    world.wallet.always(STATUS, { status: 500 });
    await next.press();
    await world.clock.advance(7 * SECOND);
    expect(steps(world)).to.deep.equal(['pay', 'pay']);
    expect(shownId(next)).to.not.equal(requestId);
  });

  it('clears the reverted outcome when the service reports the payment as pending', async () => {
    const { world, tab, requestId } = await taken();
    world.chain.send({ ...world.prompts[0]!.transaction, value: 0n, reverts: true });
    world.chain.mine();
    await world.clock.advance(30 * SECOND);
    expect(entryOf(world)).to.have.property('problem', 'reverted');
    world.service.statuses.set(requestId, { status: 'pending' });
    await world.clock.advance(20 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect(entryOf(world)).to.not.have.property('problem');
  });

  it('polls with the wallet’s own batch id when the wallet returns one', async () => {
    const { world } = await asked(({ wallet }) => wallet.always(SENDS, { id: 'its own' }));
    world.wallet.always(STATUS, { status: 100 });
    await world.clock.advance(5 * SECOND);
    expect(world.wallet.requests.findLast(({ method }) => method === STATUS)?.params).to.deep.equal(['its own']);
  });
});

describe('track-batch for a failed or abandoned batch', () => {
  it('F-126 sets the status to unknown in every tab only when the wallet reports the failure for ten minutes', async () => {
    const { world, tab } = await taken();
    const other = world.open();
    await other.hide();
    world.wallet.always(STATUS, { status: 400 });
    await world.clock.advance(9 * MINUTE);
    for (const { state } of [tab, other]) expect(state).to.include({ name: 'processing', status: 'waiting' });
    await world.clock.advance(2 * MINUTE);
    for (const { state } of [tab, other]) expect(state).to.include({ name: 'processing', status: 'unknown' });
    expect(entryOf(world)).to.include({ stage: 'prompted' }).and.to.not.have.nested.property('payment.batched');
  });

  it('F-126 records the transaction when it succeeded on the chain although the wallet reports a failure', async () => {
    const { world, tab } = await taken();
    const hash = world.chain.send({ ...world.prompts[0]!.transaction, value: 0n });
    world.chain.mine();
    world.wallet.always(STATUS, { status: 500, receipts: [{ transactionHash: hash }] });
    await world.clock.advance(20 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting', sent: true });
    expect(tab.state).to.have.nested.property('payment.payingHash', hash);
  });

  it('F-126 stops polling the wallet and shows pending when the service has seen the deposit', async () => {
    const { world, tab, requestId } = await taken();
    world.service.statuses.set(requestId, { status: 'pending' });
    world.wallet.always(STATUS, { status: 400 });
    await world.clock.advance(20 * SECOND);
    const count = world.wallet.count(STATUS);
    await world.clock.advance(20 * MINUTE);
    expect(world.wallet.count(STATUS)).to.equal(count);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect(entryOf(world).stage).to.equal('sent');
  });

  it('F-126 never sets the status to unknown when the wallet alternates between failed and pending', async () => {
    const { world, tab, requestId } = await taken();
    for (let time = 0; time < 4; time += 1) {
      world.wallet.always(STATUS, { status: time % 2 === 0 ? 400 : 100 });
      await world.clock.advance(6 * MINUTE);
      expect(tab.state, `${time}`).to.include({ name: 'processing', status: 'waiting' });
    }
    world.service.statuses.set(requestId, { status: 'failure' });
    await world.clock.advance(MINUTE);
    const reported = world.of('state').map(({ state }) => (state.name === 'processing' ? state.status : null));
    expect(reported, 'the end of the order does not change it').to.not.include('unknown');
  });

  it('I13 sets the status to unknown within a minute, without a failure, when the order ends without a deposit', async () => {
    const { world, tab, requestId } = await failing();
    world.service.statuses.set(requestId, { status: 'failure' });
    await world.clock.advance(MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(factsOf(tab)).to.deep.equal([]);
  });

  it('fails the payment when the service first reports pending and then failure without a deposit', async () => {
    const { world, tab, requestId } = await taken();
    world.service.statuses.set(requestId, { status: 'pending' });
    await world.clock.advance(MINUTE);
    world.wallet.always(STATUS, { status: 400 });
    world.service.statuses.set(requestId, { status: 'failure' });
    await world.clock.advance(MINUTE);
    expect(tab.state).to.include({ name: 'failed' });
    expect(factsOf(tab)).to.include('hub-failure');
  });

  it('F-96 fails the payment with its transaction when only the service’s record names the deposit', async () => {
    const { world, tab, requestId } = await failing();
    const hash = endsWithRecord({ world, requestId });
    await world.clock.advance(MINUTE);
    expect(tab.state).to.include({ name: 'failed' });
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', hash);
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status failure', 'hub-failure']);
  });

  it('requests the record once and sets the status to unknown when the record names no deposit either', async () => {
    const { world, tab, requestId } = await failing();
    world.service.statuses.set(requestId, { status: 'failure' });
    await world.clock.advance(5 * MINUTE);
    expect(world.requestsTo('/requests/v2')).to.have.length(1);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
  });

  it('shows an abandoned batch again when the service’s record names its deposit', async () => {
    const { world, tab, requestId } = await givenUp();
    tab.kill();
    const hash = endsWithRecord({ world, requestId });
    const next = world.open({ resume: 'off' });
    await again({ world, tab: next });
    expect(steps(world)).to.deep.equal(['pay']);
    expect(entryOf(world).payment.payingHash).to.equal(hash);
  });

  it('shows an abandoned batch instead of a new prompt when the wallet reports it as pending at the next press', async () => {
    const { world, tab, requestId } = await givenUp();
    tab.kill();
    const next = world.open({ resume: 'off' });
    world.wallet.always(STATUS, { status: 100 });
    await again({ world, tab: next });
    expect([next.state.name, shownId(next)]).to.deep.equal(['processing', requestId]);
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('shows an abandoned batch again when it is executed while the page is open', async () => {
    const { world, tab, requestId, bundle } = await givenUp();
    const hash = bundle();
    await world.clock.advance(20 * SECOND);
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', requestId]);
    expect(tab.state).to.have.nested.property('payment.payingHash', hash);
  });

  it('shows an abandoned batch at the next press when it was executed while no page was open', async () => {
    const { world, tab, requestId, bundle } = await givenUp();
    tab.kill();
    const hash = bundle();
    const next = world.open({ resume: 'off' });
    await again({ world, tab: next });
    expect([next.state.name, shownId(next)]).to.deep.equal(['processing', requestId]);
    expect(next.state).to.have.nested.property('payment.payingHash', hash);
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('shows an abandoned batch instead of a new prompt when the wallet no longer answers', async () => {
    const { world, tab, requestId } = await taken();
    tab.kill();
    await world.clock.advance(SECOND);
    const [key, text] = world.journalItem();
    world.storage.items.set(key, text.replace('"stage":"sent"', '"stage":"abandoned"'));
    world.wallet.always(STATUS, silence);
    const next = world.open({ resume: 'off' });
    await again({ world, tab: next });
    expect([next.state.name, shownId(next)]).to.deep.equal(['processing', requestId]);
    expect(steps(world)).to.deep.equal(['pay']);
  });

  it('allows a new payment when an abandoned batch has failed for good', async () => {
    const { world, tab, requestId } = await givenUp();
    world.payer = 'approves';
    world.mines = true;
    await again({ world, tab });
    expect(shownId(tab)).to.not.equal(requestId);
    expect([world.wallet.count(SENDS), await world.deposits()]).to.deep.equal([2, 1]);
  });

  it('F-103 settles as refunded when the service refunds a batch whose hash is not known', async () => {
    const { world, tab, requestId } = await taken();
    world.service.statuses.set(requestId, { status: 'refund', inTxHashes: [`0x${'de'.repeat(32)}`] });
    await tab.reach('refunded');
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status refund', 'hub-refund']);
  });

  it('F-127 opens no prompt by itself when only the approval was executed, and pays once after the payer starts over', async () => {
    const { world, tab } = await taken();
    world.wallet.always(STATUS, { status: 600 });
    await world.clock.advance(9 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    await world.clock.advance(2 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(steps(world)).to.deep.equal(['pay']);
    await tab.do({ type: 'abandoned' });
    world.payer = 'approves';
    world.mines = true;
    await again({ world, tab });
    expect([world.wallet.count(SENDS), await world.deposits()]).to.deep.equal([2, 1]);
  });

  it('F-64 ignores a transaction of another payment, even when the wallet reports it', async () => {
    const { world, tab, bundle } = await taken();
    claimTransaction(world.storage, bundle(), 'another');
    await world.clock.advance(2 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    expect(entryOf(world).payment.payingHash).to.equal(undefined);
  });
});
