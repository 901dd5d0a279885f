/** Tests a payment with instructions from the prompt to the last attempt to send it. */
import { expect } from 'chai';
import { HubPayError } from '../../../src/errors.js';
import { settle } from '../../support/clock.js';
import { EXPIRY_MS, VALID_BLOCKS } from '../../support/fake-svm-chain.js';
import { people } from '../../support/quotes.js';
import { MINUTE, SECOND } from '../../support/times.js';
import { entryOf, factsOf, shownId } from '../sent.js';
import { asked, signed, InstructionsWorld, SOL } from '../instructions-world.js';
import type { Tab } from '../../support/world.js';

describe('execute-instructions', () => {
  it('signs once, sends the transaction and settles by the service’s status when the payer signs', async () => {
    const { world, tab } = await asked();
    expect(tab.state).to.include({ name: 'authorizing' }).and.to.have.nested.property('step.kind', 'transaction');
    expect(world.svm.attempts).to.deep.equal([]);
    const hash = world.signings[0]!.sign();
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('receipt.origin[0].hash', hash);
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status success', 'hub-success']);
    expect([world.signings.length, await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('reports the step as confirmed when the chain shows the transaction', async () => {
    const { world, tab } = await asked(({ service }) => service.outages.set('/intents/status/v3', { status: 404 }));
    world.signings[0]!.sign();
    await world.clock.advance(10 * SECOND);
    expect(tab.emitted.filter((name) => /^hub-s(?:tep|ent)/.test(name))).to.deep.equal([
      'hub-step prompting',
      'hub-step submitted',
      'hub-step confirmed',
      'hub-sent',
    ]);
  });

  it('F-135 compiles with a new blockhash immediately before the prompt', async () => {
    const world = new InstructionsWorld();
    world.payer = 'waits';
    const tab = world.open(world.pinned);
    await tab.review(SOL);
    await world.clock.advance(20 * SECOND);
    expect(world.signings).to.have.length(0);
    await tab.press();
    await settle();
    expect(entryOf(world))
      .to.have.nested.property('prompt.expected')
      .that.includes({ lastValidBlockHeight: String(world.svm.height + VALID_BLOCKS) });
  });

  it('I3 F-137 journals the message before the prompt, and the hash as sent before the first attempt to send', async () => {
    const { world } = await asked();
    const { stage, prompt, payment } = entryOf(world);
    expect([stage, prompt?.nonce, payment.payingHash]).to.deep.equal(['prepared', null, undefined]);
    expect(prompt?.expected).to.include({ from: people.payer });
    let atFirst: unknown;
    const { fetch } = world.svm;
    world.nodes.set(world.svm.url, (address, init) => {
      if ((init?.body as string).includes('sendTransaction')) atFirst ??= entryOf(world);
      return fetch(address, init);
    });
    const hash = world.signings[0]!.sign();
    await world.clock.advance(SECOND);
    expect(atFirst).to.deep.include({ stage: 'sent' }).and.to.have.nested.property('payment.payingHash', hash);
  });

  it('journals the payment as prompted when the wallet sends what it signs', async () => {
    const { world, tab } = await asked(({ toy }) => (toy.signsOnly = false));
    expect(entryOf(world).stage).to.equal('prompted');
    world.signings[0]!.sign();
    await tab.reach('succeeded');
    expect([world.svm.attempts.length, await world.deposits()]).to.deep.equal([0, 1]);
  });

  it('I23 keeps the signed transaction out of storage, events and state', async () => {
    const { world, tab } = await signed();
    await tab.reach('succeeded');
    const { blockhash } = world.svm.executed()[0]!;
    const texts = [JSON.stringify(world.of('event')), JSON.stringify(world.of('state'))];
    for (const text of texts) expect(text).not.to.include(blockhash);
    for (const text of world.storage.items.values())
      expect(text).not.to.match(/"bytes"|"from":"[^"]+","orderId":"[^"]+","blockhash":"[^"]+","hash"/);
  });

  it('tells the service about the transaction once, without its content', async () => {
    const { world, tab } = await signed(({ svm }) => (svm.delay = 10 * SECOND));
    await tab.reach('succeeded');
    expect(world.requestsTo('/transactions/index')).to.have.length(1);
    expect(world.requestsTo('/transactions/single')).to.have.length(0);
  });
});

describe('execute-instructions without a signature in time', () => {
  it('F-135 sends nothing and asks for a new price when the blockhash has expired at the signature', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(EXPIRY_MS + SECOND);
    world.signings[0]!.sign();
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'quote-expired');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
    expect([world.svm.attempts.length, entryOf(world).stage]).to.deep.equal([0, 'cancelled']);
    await world.clock.advance(5 * SECOND);
    await tab.press();
    await world.prompted(2);
    world.signings[1]!.sign();
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });

  it('sends the transaction when the node does not tell the height', async () => {
    const { world } = await asked();
    world.svm.fault = 'down';
    world.signings[0]!.sign();
    await world.clock.advance(SECOND);
    expect(entryOf(world).stage).to.equal('sent');
    world.svm.fault = null;
    await world.clock.advance(5 * SECOND);
    expect(await world.deposits()).to.equal(1);
  });

  it('F-62 sends nothing when the payer signs after leaving the wallet prompt', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    await world.clock.advance(5 * SECOND);
    await tab.press();
    await world.prompted(2);
    world.signings[0]!.sign();
    await world.clock.advance(20 * SECOND);
    expect(world.svm.attempts).to.deep.equal([]);
    world.signings[1]!.sign();
    await world.clock.advance(10 * SECOND);
    expect(await world.deposits()).to.equal(1);
  });

  it('F-62 shows the payment when a wallet that sends answers after the payer has left', async () => {
    const { world, tab } = await asked(({ toy }) => (toy.signsOnly = false));
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    const hash = world.signings[0]!.sign();
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('receipt.origin[0].hash', hash);
  });

  it('returns to the review with money not-sent when the payer rejects the prompt', async () => {
    const { world, tab } = await asked();
    world.signings[0]!.reject();
    await settle();
    expect(tab.state).to.have.nested.property('problem.code', 'wallet-rejected');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
    expect([world.svm.attempts.length, entryOf(world).stage]).to.deep.equal([0, 'cancelled']);
  });

  it('F-58 returns to the review with money not-sent when a wallet that only signs loses its answer', async () => {
    const { world, tab } = await asked();
    world.signings[0]!.reject('outcome-unknown');
    await settle();
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
  });

  it('F-58 finds the transaction by its order id when a wallet that sends loses its answer', async () => {
    const { world, tab } = await asked(({ toy }) => (toy.signsOnly = false));
    const { prompt } = entryOf(world);
    const { orderId, from, blockhash } = prompt!.expected as { orderId: string; from: string; blockhash: string };
    world.svm.execute({ orderId, from, blockhash, hash: `5${'Cd'.repeat(43)}` });
    world.signings[0]!.reject('outcome-unknown');
    await tab.reach('succeeded');
    expect(world.signings).to.have.length(1);
  });

  for (const [code, fault] of [
    ['transaction-too-large', 'F-138'],
    ['quote-unsafe', 'F-139'],
    ['insufficient-native', 'F-142 F-143'],
  ] as const) {
    it(`${fault} opens no prompt and says why when the transaction cannot be compiled: ${code}`, async () => {
      const world = new InstructionsWorld();
      const tab = world.open(world.pinned);
      await tab.review(SOL);
      world.toy.refusal = new HubPayError(code, 'no');
      await tab.press();
      await settle();
      expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', code);
      expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
      expect(world.signings).to.have.length(0);
    });
  }
});

/** The node holds back the blockhash until `answer` is called. */
async function compiling(): Promise<{ world: InstructionsWorld; tab: Tab; answer: () => Promise<void> }> {
  const world = new InstructionsWorld();
  world.payer = 'waits';
  const tab = world.open(world.pinned);
  await tab.review(SOL);
  const { fetch } = world.svm;
  let goOn = (): void => undefined;
  world.nodes.set(world.svm.url, async (address, init) => {
    if ((init?.body as string).includes('getLatestBlockhash')) await new Promise<void>((resolve) => (goOn = resolve));
    return fetch(address, init);
  });
  await tab.press();
  await settle();
  expect(tab.state.name).to.equal('authorizing');
  return {
    world,
    tab,
    answer: () => {
      goOn();
      return settle();
    },
  };
}

describe('execute-instructions while the node answers before the prompt', () => {
  it('I8 opens no prompt when the payer leaves', async () => {
    const { world, tab, answer } = await compiling();
    await tab.do({ type: 'wallet-closed' });
    await answer();
    expect([world.signings.length, tab.state.name]).to.deep.equal([0, 'reviewing']);
  });

  it('I2 opens no prompt when another tab pays the order', async () => {
    const { world, tab, answer } = await compiling();
    const [key] = world.journalItem();
    const own = entryOf(world);
    const payment = { ...own.payment, requestId: `0x${'ab'.repeat(32)}`, payingHash: `5${'Ef'.repeat(43)}` };
    const step = { id: 'deposit', index: 0, of: 1 };
    const prompt = { step, chainId: SOL.chainId, nonce: null, expected: null };
    world.storage.setItem(key, JSON.stringify([own, { ...own, id: 'other', stage: 'sent', prompt, payment }]));
    await answer();
    expect([world.signings.length, shownId(tab)]).to.deep.equal([0, payment.requestId]);
  });

  it('I20 opens no prompt when the quote becomes too old', async () => {
    const { world, tab, answer } = await compiling();
    world.clock.sleep(MINUTE);
    await answer();
    expect(world.signings).to.have.length(0);
    expect(tab.state).to.have.nested.property('problem.code', 'quote-expired');
  });
});

describe('execute-instructions while the chain does not show the transaction', () => {
  it('F-145 sends the same transaction again every 2 s until the chain shows it', async () => {
    const { world, tab, hash } = await signed(({ svm }) => (svm.drops = 4));
    await world.clock.advance(20 * SECOND);
    const { attempts } = world.svm;
    expect(attempts.map((each) => each.hash)).to.deep.equal(Array.from({ length: 5 }, () => hash));
    for (const [index, { at }] of attempts.slice(1).entries()) expect(at - attempts[index]!.at).to.equal(2 * SECOND);
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });

  it('F-145 stops sending when the blockhash has expired', async () => {
    const { world } = await signed(({ svm }) => (svm.drops = Infinity));
    await world.clock.advance(10 * MINUTE);
    const { attempts } = world.svm;
    expect(attempts.at(-1)!.at - attempts[0]!.at).to.be.within(EXPIRY_MS - 5 * SECOND, EXPIRY_MS);
  });

  it('stops sending when the payer gives the payment up', async () => {
    const { world, tab } = await signed(({ svm }) => (svm.drops = Infinity));
    world.journal();
    const stored = entryOf(world);
    const [key] = world.journalItem();
    world.storage.setItem(key, JSON.stringify([{ ...stored, stage: 'abandoned' }]));
    const { length } = world.svm.attempts;
    await world.clock.advance(20 * SECOND);
    expect(world.svm.attempts.length - length).to.be.at.most(1);
    expect(tab.isOpen).to.equal(true);
  });

  it('stops sending when the payer gives the payment up while the node is asked for the height', async () => {
    const { world } = await signed(({ svm }) => (svm.drops = Infinity));
    const { fetch } = world.svm;
    let answer = (): void => undefined;
    world.nodes.set(world.svm.url, async (address, init) => {
      if ((init?.body as string).includes('getBlockHeight')) await new Promise<void>((resolve) => (answer = resolve));
      return fetch(address, init);
    });
    await world.clock.advance(3 * SECOND);
    const { length } = world.svm.attempts;
    const [key] = world.journalItem();
    world.storage.setItem(key, JSON.stringify([{ ...entryOf(world), stage: 'abandoned' }]));
    answer();
    await world.clock.advance(20 * SECOND);
    expect(world.svm.attempts).to.have.length(length);
  });

  it('I2 sends nothing when another tab has paid the order during the prompt', async () => {
    const { world, tab } = await asked();
    const [key] = world.journalItem();
    const own = entryOf(world);
    const other = {
      ...own,
      id: 'other',
      stage: 'sent',
      payment: { ...own.payment, requestId: `0x${'ab'.repeat(32)}`, payingHash: `5${'Ef'.repeat(43)}` },
    };
    world.storage.setItem(key, JSON.stringify([own, other]));
    world.signings[0]!.sign();
    await world.clock.advance(5 * SECOND);
    expect(world.svm.attempts).to.deep.equal([]);
    expect(shownId(tab)).to.equal(other.payment.requestId);
  });
});
