/** Tests when a signed transaction counts as expired: only if the node and the service agree for long enough. */
import { expect } from 'chai';
import { EXPIRY_MS, FakeSvmChain, type FakeMessage } from '../../../support/fake-svm-chain.js';
import { MINUTE, SECOND } from '../../../support/times.js';
import type { Tab } from '../../../support/world.js';
import { entryOf } from '../../sent.js';
import { asked, signed, InstructionsWorld, SOL } from '../../instructions-world.js';

/** The service sees an executed transaction after at most this time. */
const EXECUTED_MS = 90 * SECOND;

const isUnconfirmed = ({ state }: Tab): boolean =>
  state.name === 'processing' && state.status === 'unknown' && state.problem?.code === 'unconfirmed';

/** Every attempt to send is lost. */
const loses = ({ svm }: InstructionsWorld): void => {
  svm.drops = Infinity;
};

describe('confirm-unpaid of an expired transaction', () => {
  it('F-136 F-145 says that the money is in the wallet when the blockhash has expired and the service waits', async () => {
    const { world, tab } = await signed(loses);
    await world.clock.advance(EXPIRY_MS + EXECUTED_MS - 5 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'expired');
    expect(tab.state).to.have.nested.property('problem.money', 'in-wallet');
    expect(entryOf(world).stage).to.equal('abandoned');
    await world.clock.advance(10 * SECOND);
    world.svm.drops = 0;
    await tab.press();
    await world.clock.until(() => world.signings.length === 2);
    world.signings[1]!.sign();
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });

  it('F-136 keeps the payment when a node says that it has expired and the service has seen it', async () => {
    const { world, tab } = await signed();
    await world.clock.advance(SECOND);
    world.service.outcome = 'none';
    world.svm.fault = 'blind';
    world.svm.lead = 10_000;
    await world.clock.advance(10 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect(entryOf(world).stage).to.equal('sent');
    world.service.outcome = 'success';
    await tab.reach('succeeded');
    expect(world.signings).to.have.length(1);
  });

  it('S-14 asks the payer when only a node says that it has expired and the service does not answer', async () => {
    const { world, tab } = await signed(loses);
    world.service.outages.set('/intents/status/v3', { status: 503 });
    await world.clock.until(() => isUnconfirmed(tab));
    await tab.hide();
    await world.clock.advance(60 * MINUTE);
    expect(isUnconfirmed(tab)).to.equal(true);
    expect(entryOf(world).stage).to.equal('prompted');
  });

  it('S-14 asks the payer when the page pins no registry, because then the service names the node', async () => {
    const world = new InstructionsWorld();
    loses(world);
    const tab = world.open();
    await tab.review(SOL);
    await tab.press();
    await world.clock.until(() => isUnconfirmed(tab));
    await tab.hide();
    await world.clock.advance(60 * MINUTE);
    expect(isUnconfirmed(tab)).to.equal(true);
  });

  it('S-14 asks the payer when the service’s record names a deposit that the node does not show', async () => {
    const { world, tab, requestId } = await signed(loses);
    const record = world.service.ownRecords.get(requestId)!;
    const inTxs = [{ hash: `5${'Ef'.repeat(43)}`, chainId: SOL.chainId }];
    world.service.ownRecords.set(requestId, { ...record, data: { ...(record['data'] as object), inTxs } });
    await world.clock.until(() => isUnconfirmed(tab));
    expect(entryOf(world).stage).to.equal('prompted');
  });

  it('asks the payer when the wallet sends, because it can have signed a message that expires later', async () => {
    const held: FakeMessage[] = [];
    const { world, tab } = await signed(({ svm, toy }) => {
      toy.signsOnly = false;
      svm.execute = (message) => void held.push(message);
    });
    await world.clock.until(() => isUnconfirmed(tab));
    await world.clock.advance(10 * MINUTE);
    expect(isUnconfirmed(tab)).to.equal(true);
    expect(entryOf(world).stage).to.equal('prompted');
    FakeSvmChain.prototype.execute.call(world.svm, { ...held[0]!, blockhash: `hash${world.svm.height}` });
    await tab.reach('succeeded');
    expect([world.signings.length, await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('does not hurry when a node exaggerates the height: nothing is concluded before the real expiry', async () => {
    const { world, tab } = await signed(({ svm }) => (svm.delay = 50 * SECOND));
    world.svm.lead = 10_000;
    await world.clock.advance(49 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    await tab.reach('succeeded');
    expect([world.signings.length, await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('F-145 goes on when the transaction is executed in the last block that accepts it', async () => {
    const { world, tab } = await signed(({ svm }) => (svm.delay = EXPIRY_MS - 2 * SECOND));
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });

  it('F-148 waits for the node when the node does not answer', async () => {
    const { world, tab } = await signed(loses);
    world.svm.fault = 'down';
    await world.clock.advance(20 * MINUTE);
    expect(tab.state).to.include({ name: 'processing' });
    expect(entryOf(world).stage).to.equal('sent');
    world.svm.fault = null;
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'expired');
  });

  it('says that the transaction failed when the chain shows a failure and the service waits', async () => {
    const { tab } = await signed(({ svm }) => (svm.fails = true));
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'reverted');
    expect(tab.state).to.have.nested.property('problem.money', 'in-wallet');
  });
});

describe('confirm-unpaid of an expired transaction after a reload', () => {
  /** The page ends after it has stored the hash, before its transaction has reached a node. */
  async function endedBeforeSending(): Promise<InstructionsWorld> {
    const { world, tab } = await asked(loses);
    world.onLog = ({ kind }) => {
      if (kind === 'write' && world.signings[0]?.isOpen === false) queueMicrotask(() => tab.kill());
    };
    world.signings[0]!.sign();
    await world.clock.advance(SECOND);
    world.onLog = () => undefined;
    expect([tab.isOpen, entryOf(world).stage]).to.deep.equal([false, 'sent']);
    return world;
  }

  it('F-137 reports the expiry when the page ended between the signature and the arrival at a node', async () => {
    const world = await endedBeforeSending();
    const next = world.open(world.pinned);
    await world.clock.advance(0);
    expect(next.state).to.include({ name: 'processing' });
    await next.reach('selecting');
    expect(next.state).to.have.nested.property('problem.code', 'expired');
    expect([world.signings.length, await world.deposits()]).to.deep.equal([1, 0]);
  });

  it('F-137 reports the expiry when the page opens again an hour later', async () => {
    const world = await endedBeforeSending();
    await world.clock.advance(60 * MINUTE);
    const next = world.open(world.pinned);
    await next.reach('selecting');
    expect(next.state).to.have.nested.property('problem.code', 'expired');
  });

  it('shows the payment to its end when the page ended after the first attempt to send', async () => {
    const { world, tab } = await signed(({ svm }) => (svm.delay = 20 * SECOND));
    await world.clock.advance(SECOND);
    tab.kill();
    const next = world.open(world.pinned);
    await next.reach('succeeded');
    expect([world.signings.length, await world.deposits()]).to.deep.equal([1, 1]);
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('asks the payer and claims nothing when the new page has not the wallet of the payment', async () => {
    const world = await endedBeforeSending();
    world.wallet.accounts = [];
    const next = world.open(world.pinned);
    await world.clock.until(() => isUnconfirmed(next));
  });
});
