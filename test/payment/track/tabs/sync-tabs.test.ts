import { expect } from 'chai';
import { USDC, World } from '../../../support/world.js';
import { SECOND, MINUTE } from '../../../support/times.js';
import { awaiting, send } from '../../deposits.js';
import { asked, promptedTwice, stored } from '../../lost-answer.js';
import { sent, shownId } from '../../sent.js';

describe('sync-tabs', () => {
  for (const [stage, problem] of Object.entries({ cancelled: 'wallet-rejected', abandoned: 'reverted' })) {
    it(`asks the payer who has an open prompt when the storage alone says ${problem}`, async () => {
      const { world, tab } = await asked();
      const [key, text] = world.journalItem();
      const entries = JSON.parse(text) as object[];
      world.storage.items.set(key, JSON.stringify(entries.map((entry) => ({ ...entry, stage, problem }))));
      await tab.do({ type: 'wallet-closed' });
      await world.clock.advance(2 * SECOND);
      expect(tab.state.name).to.equal('reviewing');
      expect(tab.state).to.have.nested.include({ 'problem.code': 'unconfirmed', 'problem.money': 'unknown' });
    });
  }

  it('asks the payer who has an open prompt when the storage alone says that nobody asked the wallet', async () => {
    const { world, tab, requestId } = await asked();
    const [key, text] = world.journalItem();
    world.storage.items.set(key, text.replace('"stage":"prompted"', '"stage":"prepared"'));
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(shownId(tab)).to.equal(requestId);
  });

  it('asks once more before a second prompt when the storage alone says reverted and no source can be read', async () => {
    const { world, tab } = await asked();
    const [key, text] = world.journalItem();
    const entries = JSON.parse(text) as object[];
    const planted = entries.map((entry) => ({ ...entry, stage: 'abandoned', problem: 'reverted' }));
    world.storage.items.set(key, JSON.stringify(planted));
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(2 * SECOND);
    world.chain.fault = 'error';
    world.wallet.always('eth_getTransactionCount', new Error('unavailable'));
    await tab.press();
    await world.clock.advance(7 * SECOND);
    expect(tab.state).to.have.nested.include({ 'problem.code': 'unconfirmed', 'problem.money': 'unknown' });
    expect(world.prompts).to.have.length(1);
  });

  it('F-162 shows the payment in the second tab and polls only from the first when the first has paid', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const [one, two] = [world.open(), world.open()];
    await one.review();
    await two.review();
    await one.press();
    await world.clock.advance(5_000);
    await two.press();
    await world.clock.advance(2_000);
    expect(two.state).to.include({ name: 'processing', status: 'pending' });
    expect(world.requestsTo('/intents/status/v3').every(({ tab }) => tab === 0)).to.equal(true);
    const from = world.clock.now();
    await world.clock.advance(30_000);
    expect(world.requestsTo('/intents/status/v3').filter(({ at }) => at > from)).to.have.length(30);
  });

  it('I14 asks the payer in each tab when the service contradicts a success that a page has told', async () => {
    const { world, tab, say } = await sent();
    const other = world.open();
    world.chain.mine();
    say('pending');
    await world.clock.advance(5 * SECOND);
    for (const each of [tab, other]) expect(each.state).to.include({ name: 'processing', status: 'pending' });
    const [key, text] = world.journalItem();
    const entries = JSON.parse(text) as { emitted: string[] }[];
    const told = entries.map((entry) => ({ ...entry, emitted: [...entry.emitted, 'hub-success'] }));
    world.storage.items.set(key, JSON.stringify(told));
    say('refund');
    await world.clock.advance(20 * SECOND);
    for (const each of [tab, other])
      expect(each.state).to.include({ name: 'processing', status: 'unknown', told: true });
  });

  it('F-162 reports wallet-busy in the second tab and opens no prompt when the first has its prompt open', async () => {
    const world = new World();
    world.payer = 'waits';
    const [one, two] = [world.open(), world.open()];
    await one.review(USDC);
    await two.review(USDC);
    await one.press();
    await two.press();
    expect(world.prompts).to.have.length(1);
    expect(two.state)
      .to.include({ name: 'reviewing', confirming: false })
      .and.to.have.nested.property('problem.code', 'wallet-busy');
  });

  for (const [title, resume] of [
    ['pays by wallet', 'off'],
    ['goes back and pays by wallet', 'auto'],
  ] as const) {
    it(`hides the deposit address and shows the other payment when another tab ${title}`, async () => {
      const { world, tab, address } = await awaiting();
      const awaited = shownId(tab);
      world.payer = 'waits';
      const other = world.open({ resume, ...(resume === 'auto' && { useDepositAddress: true }) });
      if (resume === 'auto') {
        await other.reach('awaiting-deposit');
        await other.do({ type: 'back' });
      }
      await other.review();
      await other.press();
      // Without the answer to "Have you sent anything?", one press is not enough.
      if (resume === 'off') await other.press();
      world.prompts[0]!.approve();
      await other.reach('processing');
      await world.clock.advance(2 * SECOND);
      expect(tab.state.name).not.to.equal('awaiting-deposit');
      await tab.reach('succeeded');
      expect(shownId(tab)).to.equal(shownId(other));
      const hash = send(world, address, 1n);
      world.service.statuses.set(awaited, { status: 'pending', inTxHashes: [hash] });
      await world.clock.advance(MINUTE);
      expect(stored(world, awaited)?.stage, 'a deposit to the hidden address is tracked').to.equal('sent');
      expect(world.facts().filter((fact) => fact === `hub-sent ${awaited}`)).to.have.length(1);
    });
  }

  it('F-172 shows the outcome in an element with the same attributes, but not when the attributes differ', async () => {
    const world = new World();
    const [one, twin, other] = [world.open(), world.open(), world.open({ reference: 'order-8' })];
    await one.review();
    await one.press();
    await one.reach('succeeded');
    await world.clock.advance(5_000);
    expect([twin.state.name, other.state.name]).to.deep.equal(['idle', 'idle']);
    await other.review();
    expect(other.state.name).to.equal('reviewing');
    await twin.do({ type: 'opened' });
    expect(shownId(twin)).to.equal(shownId(one));
    expect([twin.state.name, world.facts().length]).to.deep.equal(['succeeded', 2]);
  });

  it('P-5 F-95 says that the order is already paid when the first payment is delivered during the second prompt', async () => {
    const { world, tab, first } = await promptedTwice();
    const second = shownId(tab);
    expect([second === first, tab.state.name]).to.deep.equal([false, 'authorizing']);
    world.service.statuses.set(first, { status: 'success', inTxHashes: [`0x${'ab'.repeat(32)}`] });
    await world.clock.advance(20 * SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'already-paid');
    expect(tab.state).to.have.nested.property('problem.money', 'delivered');
    // The payer approves it all the same.
    world.prompts[1]!.approve();
    await tab.reach('succeeded');
    expect(shownId(tab)).to.equal(second);
    expect(tab.state).to.have.nested.property('otherPayment.requestId', first);
  });

  it('P-5 shows the first payment when the payer declines the second prompt', async () => {
    const { world, tab, first } = await promptedTwice();
    world.service.statuses.set(first, { status: 'success', inTxHashes: [`0x${'ab'.repeat(32)}`] });
    await world.clock.advance(20 * SECOND);
    world.prompts[1]!.reject(4001);
    await tab.reach('succeeded');
    expect([shownId(tab), await world.deposits()]).to.deep.equal([first, 0]);
  });

  it('P-16 F-95 shows a deposit as another payment when it arrives after the payer paid in another way', async () => {
    const { world, tab, address } = await awaiting();
    const awaited = shownId(tab);
    await tab.do({ type: 'back' });
    await tab.review();
    await tab.press();
    await tab.reach('succeeded');
    const hash = send(world, address, 1n);
    world.service.statuses.set(awaited, { status: 'pending', inTxHashes: [hash] });
    await world.clock.advance(MINUTE);
    expect(tab.state).to.include({ name: 'succeeded' }).and.to.have.nested.property('otherPayment.requestId', awaited);
  });
});
