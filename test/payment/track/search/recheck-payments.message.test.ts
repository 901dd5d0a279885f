/** Tests how a payment with instructions is looked up before the next payment of its order. */
import { expect } from 'chai';
import type { ExpectedMessage } from '../../../../src/vm/family/abilities.js';
import { settle } from '../../../support/clock.js';
import { EXPIRY_MS, type FakeMessage } from '../../../support/fake-svm-chain.js';
import { HOUR, MINUTE, SECOND } from '../../../support/times.js';
import { entryOf } from '../../sent.js';
import { asked, SOL, type InstructionsWorld } from '../../instructions-world.js';
import type { Tab } from '../../../support/world.js';

/** The time from one block to the next on a chain under load. At this pace, a blockhash lives for two minutes. */
const SLOW_BLOCK_MS = 800;

/** The wallet sends what it signs, and loses its answer. The payer gives the payment up. */
async function givenUp(): Promise<{ world: InstructionsWorld; tab: Tab; message: FakeMessage }> {
  const { world, tab } = await asked(({ toy }) => (toy.signsOnly = false));
  const { orderId, from, blockhash } = entryOf(world).prompt!.expected as ExpectedMessage;
  world.signings[0]!.reject('outcome-unknown');
  await settle();
  expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
  await tab.do({ type: 'abandoned' });
  return { world, tab, message: { orderId, from, blockhash, hash: `5${'Cd'.repeat(43)}` } };
}

async function pressAgain(tab: Tab, world: InstructionsWorld): Promise<void> {
  await tab.review(SOL);
  // A press needs a quote that is not being renewed.
  await world.clock.advance(2 * SECOND);
  await tab.press();
  await world.clock.advance(10 * SECOND);
}

/** The next press asks the payer, and the press after it opens a prompt. */
async function asksOnce(tab: Tab, world: InstructionsWorld): Promise<void> {
  for (const [code, signings] of [
    ['unconfirmed', 1],
    [undefined, 2],
  ] as const) {
    await tab.press();
    await world.clock.advance(10 * SECOND);
    expect((tab.state as { problem?: { code: string } }).problem?.code).to.equal(code);
    expect(world.signings).to.have.length(signings);
  }
}

describe('recheck-payments of a message', () => {
  it('shows the abandoned payment again and opens no prompt when the chain has executed it', async () => {
    const { world, tab, message } = await givenUp();
    await tab.review(SOL);
    world.svm.execute(message);
    world.service.outages.set('/intents/status/v3', { status: 503 });
    await world.clock.advance(SECOND);
    await tab.press();
    await world.clock.advance(2 * SECOND);
    expect(tab.state).to.include({ name: 'processing' });
    expect(entryOf(world).payment.payingHash).to.equal(message.hash);
    expect(world.signings).to.have.length(1);
  });

  it('opens no second prompt while the chain can still execute the first, and says for how long', async () => {
    const { world, tab, message } = await givenUp();
    await pressAgain(tab, world);
    expect(tab.state).to.have.nested.property('problem.code', 'outcome-unknown');
    expect(tab.state).to.have.nested.property('problem.values.minutes', '3');
    expect(world.signings).to.have.length(1);
    world.svm.execute(message);
    await world.clock.advance(10 * SECOND);
    await tab.press();
    await tab.reach('succeeded');
    expect([world.signings.length, world.svm.executed().length]).to.deep.equal([1, 1]);
  });

  it('opens no second prompt while the wallet still shows the first', async () => {
    const { world, tab } = await asked(({ toy }) => (toy.signsOnly = false));
    await tab.do({ type: 'wallet-closed' });
    await tab.do({ type: 'abandoned' });
    await pressAgain(tab, world);
    expect(tab.state).to.have.nested.property('problem.code', 'outcome-unknown');
    world.signings[0]!.sign();
    await tab.reach('succeeded');
    expect([world.signings.length, world.svm.executed().length]).to.deep.equal([1, 1]);
  });

  it('waits after a slow prompt too, because the wallet can have taken a new blockhash at its end', async () => {
    const { world, tab } = await asked(({ toy }) => (toy.signsOnly = false));
    const { orderId, from } = entryOf(world).prompt!.expected as ExpectedMessage;
    await world.clock.advance(5 * MINUTE);
    const blockhash = `hash${world.svm.height}`;
    world.svm.delay = 30 * SECOND;
    world.svm.execute({ orderId, from, blockhash, hash: `5${'Cd'.repeat(43)}` });
    world.signings[0]!.reject('outcome-unknown');
    await settle();
    await tab.do({ type: 'abandoned' });
    world.payer = 'approves';
    await pressAgain(tab, world);
    const shown = tab.state;
    await world.clock.advance(MINUTE);
    expect([world.signings.length, world.svm.executed().length]).to.deep.equal([1, 1]);
    expect(shown).to.have.nested.property('problem.code', 'outcome-unknown');
  });

  it('I2 waits when the wallet has named the hash of a message with a new blockhash, and the blocks are slow', async () => {
    const { world, tab } = await asked(({ toy }) => (toy.signsOnly = false));
    const { orderId, from } = entryOf(world).prompt!.expected as ExpectedMessage;
    await world.clock.advance(5 * MINUTE);
    const { clock, svm } = world;
    const [since, first] = [clock.now(), svm.height];
    Object.defineProperty(svm, 'height', { get: () => first + Math.floor((clock.now() - since) / SLOW_BLOCK_MS) });
    const held = { orderId, from, blockhash: `hash${first}` };
    // The wallet names the hash, and sends the message only after the payer has given the payment up.
    svm.delay = Infinity;
    const hash = world.signings[0]!.sign();
    await clock.until(() => 'problem' in tab.state, 3 * MINUTE);
    expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
    expect(svm.hasExpired(held.blockhash)).to.equal(false);
    await tab.do({ type: 'abandoned' });
    world.payer = 'approves';
    await pressAgain(tab, world);
    const shown = tab.state;
    svm.delay = SECOND;
    svm.execute({ ...held, hash });
    await clock.advance(MINUTE);
    expect([world.signings.length, svm.executed().length]).to.deep.equal([1, 1]);
    expect(shown).to.have.nested.property('problem.code', 'outcome-unknown');
    if (tab.state.name === 'reviewing') await tab.press();
    await tab.reach('succeeded');
  });

  it('asks the wallet again without another question after the longest life of a message whose hash it has named', async () => {
    const { world, tab } = await asked(({ toy }) => (toy.signsOnly = false));
    await world.clock.advance(5 * MINUTE);
    world.svm.delay = Infinity;
    world.signings[0]!.sign();
    await world.clock.until(() => 'problem' in tab.state, 3 * MINUTE);
    await tab.do({ type: 'abandoned' });
    await world.clock.advance(3 * MINUTE);
    await pressAgain(tab, world);
    expect(world.signings).to.have.length(2);
  });

  it('waits one more lifetime, because the wallet can have replaced the blockhash', async () => {
    const { world, tab } = await givenUp();
    await world.clock.advance(EXPIRY_MS);
    await pressAgain(tab, world);
    expect(tab.state).to.have.nested.property('problem.code', 'outcome-unknown');
    expect(tab.state).to.have.nested.property('problem.values.minutes', '2');
    expect(world.signings).to.have.length(1);
  });

  it('opens the next prompt without a question when the chain can no longer execute the first', async () => {
    const { world, tab } = await givenUp();
    await world.clock.advance(2 * EXPIRY_MS + MINUTE);
    await pressAgain(tab, world);
    expect(world.signings).to.have.length(2);
  });

  it('asks once when the device’s clock was set back, because nobody knows for how long the wallet had time', async () => {
    const { world, tab } = await givenUp();
    await world.clock.advance(2 * EXPIRY_MS + MINUTE);
    const [key] = world.journalItem();
    const entry = entryOf(world);
    world.storage.setItem(key, JSON.stringify([{ ...entry, updatedAt: entry.updatedAt + HOUR }]));
    await tab.review(SOL);
    await world.clock.advance(2 * SECOND);
    await asksOnce(tab, world);
  });

  it('waits when the node does not answer, and asks once after the longest life of the message', async () => {
    const { world, tab } = await givenUp();
    await tab.review(SOL);
    const { fetch } = world.svm;
    world.nodes.set(world.svm.url, (address, init) => {
      if ((init?.body as string).includes('getSignaturesForAddress')) throw new TypeError('Failed to fetch');
      return fetch(address, init);
    });
    await tab.press();
    await world.clock.advance(10 * SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'outcome-unknown');
    await world.clock.advance(3 * MINUTE);
    await asksOnce(tab, world);
  });

  it('asks once after an hour when the chain makes no blocks', async () => {
    const { world, tab } = await givenUp();
    world.svm.haltedAt = world.svm.height;
    await world.clock.advance(HOUR / 2);
    await pressAgain(tab, world);
    expect(tab.state).to.have.nested.property('problem.code', 'outcome-unknown');
    await world.clock.advance(HOUR / 2 + MINUTE);
    await asksOnce(tab, world);
  });
});
