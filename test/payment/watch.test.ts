import { expect } from '@open-wc/testing';
import type { WireStatus } from '../../src/api/wire.js';
import type { JournalEntry } from '../../src/payment/journal.js';
import { people } from '../support/quotes.js';
import { ETH, USDC, World, type Tab } from '../support/world.js';

/** A payment that the wallet has sent, with nothing mined and nothing heard. */
async function sent(
  pay: { chainId: number; currency: string } = ETH,
): Promise<{
  world: World;
  tab: Tab;
  requestId: string;
  hash: string;
  say: (status: string, more?: Partial<WireStatus>) => void;
}> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review(pay);
  await tab.press();
  if (pay === USDC) {
    world.prompts[0]!.approve();
    await world.clock.until(() => world.prompts.length === 2);
  }
  world.mines = false;
  const hash = world.prompts.at(-1)!.approve();
  await tab.reach('processing');
  const requestId = paying(tab);
  return {
    world,
    tab,
    requestId,
    hash,
    say: (status, more = {}) => world.service.words.set(requestId, { status, ...more }),
  };
}

/** The request id of the payment on the screen. */
const paying = ({ state }: Tab): string => ('payment' in state ? state.payment.requestId : '');
const factsOf = (tab: Tab): string[] =>
  tab.told.filter((name) => /^hub-(sent|success|refund|failure|status)/.test(name));
const entryOf = (world: World): JournalEntry =>
  (
    JSON.parse([...world.storage.items].find(([key]) => /^hub-pay\/1\/[0-9a-f]{16}$/.test(key))![1]) as JournalEntry[]
  )[0]!;
const polls = (world: World): number => world.asked('/intents/status/v3').length;

describe('the service’s words', () => {
  it('are told as they change, and the end once', async () => {
    const { world, tab, say } = await sent();
    for (const word of ['waiting', 'depositing', 'depositing', 'pending', 'submitted', 'success', 'success']) {
      say(word);
      await world.clock.advance(1_000);
    }
    await world.clock.advance(60_000);
    expect(factsOf(tab)).to.deep.equal([
      'hub-sent',
      'hub-status depositing',
      'hub-status pending',
      'hub-status submitted',
      'hub-status success',
      'hub-success',
    ]);
    expect(tab.state.name).to.equal('succeeded');
  });

  it('I12 nothing but the word itself is a success', async () => {
    const { world, tab, say } = await sent();
    for (const word of ['submitted', 'delayed', 'SUCCESS', 'completed', 'success ']) {
      say(word, { txHashes: [`0x${'ab'.repeat(32)}`] });
      await world.clock.advance(2_000);
      expect(tab.state.name, word).to.equal('processing');
    }
    expect(tab.told).not.to.include('hub-success');
  });

  it('F-104 I11 a stale word changes nothing', async () => {
    const { world, tab, say } = await sent();
    for (const word of ['pending', 'waiting', 'depositing', 'pending']) {
      say(word);
      await world.clock.advance(1_000);
    }
    expect(tab.state).to.include({ status: 'pending' });
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending']);
  });

  it('F-106 a word that nobody knows keeps the stage, and is told once', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(1_000);
    say('delayed');
    await world.clock.advance(10_000);
    expect(tab.state).to.include({ name: 'processing', status: 'pending', slow: true });
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status delayed']);
  });

  it('F-99 a request that the service does not know yet is no problem, for ten minutes and more', async () => {
    const { world, tab } = await sent();
    world.service.outages.set('/intents/status/v3', { status: 404, json: { message: 'not found' } });
    await world.clock.advance(660_000);
    expect(tab.state).to.include({ name: 'processing' }).and.not.have.property('problem');
    expect(tab.told).not.to.include('hub-error');
  });

  it('F-109 a word about another request is not heard', async () => {
    const { world, tab, say } = await sent();
    say('success', { requestId: `0x${'77'.repeat(32)}` } as Partial<WireStatus>);
    await world.clock.advance(5_000);
    expect(tab.state.name).to.equal('processing');
  });

  it('F-100 while the service is down the payment goes on, and says that nothing is heard', async () => {
    const { world, tab, say } = await sent();
    world.service.outages.set('/intents/status/v3', { status: 503 });
    await world.clock.advance(20 * 60 * 1000);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.money', 'on-its-way');
    world.service.outages.clear();
    say('success');
    await tab.reach('succeeded');
  });

  it('F-101 I24 a 429 is a wait and not a failure', async () => {
    const { world, tab, say } = await sent();
    world.service.outages.set('/intents/status/v3', {
      status: 429,
      retryAfter: '30',
      json: { message: 'failed to check: too many requests' },
    });
    await world.clock.advance(1_000);
    const before = polls(world);
    await world.clock.advance(28_000);
    expect(polls(world)).to.equal(before);
    world.service.outages.clear();
    say('success');
    await tab.reach('succeeded');
    expect(tab.told).not.to.include('hub-failure');
  });

  it('F-108 a success without hashes stands, with the links left out', async () => {
    const { tab, say } = await sent();
    say('success');
    const state = await tab.reach('succeeded');
    expect(state).to.have.deep.nested.property('receipt.destination', []);
    expect(state).to.have.nested.property('receipt.origin.length', 1);
  });

  it('the receipt holds what was paid, what was delivered and where to see it', async () => {
    const { tab, say, requestId, hash } = await sent();
    const fill = `0x${'fe'.repeat(32)}`;
    say('success', { txHashes: [fill] });
    await tab.reach('succeeded');
    const receipt = tab.detail('hub-success');
    expect(receipt).to.deep.include({ requestId, reference: 'order-7' });
    expect(receipt).to.have.nested.property('paid.amount', '8360000000000000');
    expect(receipt).to.have.nested.property('received.amount', '25000000');
    expect(receipt).to.have.deep.property('origin', [{ chainId: 8453, hash, url: `https://scan.test/tx/${hash}` }]);
    expect(receipt).to.have.deep.property('destination', [{ chainId: 10, hash: fill, url: null }]);
    expect(Object.isFrozen(receipt)).to.equal(true);
  });
});

describe('a failure at the service', () => {
  it('F-102 that turns into a refund is told as a refund and as nothing else', async () => {
    const { world, tab, say } = await sent();
    for (const [word, ms] of [
      ['pending', 2_000],
      ['failure', 6_000],
      ['pending', 3_000],
      ['refund', 2_000],
    ] as const) {
      say(word);
      await world.clock.advance(ms);
    }
    await world.clock.advance(60_000);
    expect(tab.state.name).to.equal('refunded');
    expect(world.facts().map((fact) => fact.split(' ')[0])).to.deep.equal(['hub-sent', 'hub-refund']);
    expect(factsOf(tab).filter((name) => name.startsWith('hub-status'))).to.deep.equal([
      'hub-status pending',
      'hub-status failure',
      'hub-status pending',
      'hub-status refund',
    ]);
  });

  it('F-102 stands after ten seconds and not before', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await world.clock.advance(1_000);
    await world.clock.advance(9_500);
    expect(tab.state).to.include({ name: 'processing', status: 'failure' });
    await world.clock.advance(1_000);
    expect(tab.state.name).to.equal('failed');
    expect(tab.told.filter((name) => name === 'hub-failure')).to.have.length(1);
    expect(tab.told).not.to.include('hub-error');
  });

  it('F-102 each failure has ten seconds of its own', async () => {
    const { world, tab, say } = await sent();
    for (const [word, ms] of [
      ['failure', 8_000],
      ['pending', 1_000],
      ['failure', 8_000],
    ] as const) {
      say(word);
      await world.clock.advance(ms);
    }
    expect(tab.state.name).to.equal('processing');
    await tab.reach('failed');
  });

  it('F-102 a word that nobody knows does not take a failure back', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await world.clock.advance(3_000);
    say('delayed');
    await world.clock.advance(2_000);
    say('failure');
    await world.clock.advance(10_000);
    expect(tab.state.name).to.equal('failed');
  });

  it('F-111 stands at once where the service says that no refund comes, whenever it says so', async () => {
    for (const wait of [0, 4_000]) {
      const { world, tab, say } = await sent();
      say('failure');
      await world.clock.advance(wait);
      say('failure', { refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND' });
      await world.clock.advance(1_500);
      expect(tab.state.name).to.equal('failed');
      expect(tab.detail('hub-failure')).to.have.nested.property('error.details', 'AMOUNT_TOO_LOW_TO_REFUND');
      expect(tab.detail('hub-failure')).to.have.nested.property('error.money', 'unknown');
    }
  });

  it('F-102 I10 a refund after it is told once, by its own event', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await tab.reach('failed');
    await world.clock.advance(600_000);
    say('refund');
    await tab.reach('refunded');
    await world.clock.advance(60_000);
    expect(world.facts().map((fact) => fact.split(' ')[0])).to.deep.equal(['hub-sent', 'hub-failure', 'hub-refund']);
  });

  it('F-102 an order that ends without any deposit says nothing of a payment whose hash is not known', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.do({ type: 'wallet-closed' });
    world.service.words.set(paying(tab), { status: 'failure' });
    await world.clock.advance(60_000);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(world.facts()).to.deep.equal([]);
  });

  it('F-102 a delivery after it is told once', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await tab.reach('failed');
    say('success');
    await tab.reach('succeeded');
    expect(world.facts().map((fact) => fact.split(' ')[0])).to.deep.equal(['hub-sent', 'hub-failure', 'hub-success']);
  });

  it('F-102 is watched for a day, whoever opens the page, and no longer', async () => {
    const hours = 60 * 60 * 1000;
    const { world, tab, say } = await sent();
    say('failure');
    await tab.reach('failed');
    tab.kill();
    await world.clock.advance(24 * hours - 60_000);
    const last = world.open();
    await world.clock.advance(45_000);
    expect(last.state.name).to.equal('idle');
    expect(polls(world)).to.be.greaterThan(3);
    const before = polls(world);
    await world.clock.advance(60_000);
    await world.clock.advance(600_000);
    expect(polls(world) - before).to.be.at.most(2);
    world.open();
    await world.clock.advance(600_000);
    expect(polls(world) - before).to.be.at.most(2);
  });

  it('F-102 and told once, also where the payer has started anew', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await tab.reach('failed');
    await tab.do({ type: 'reset' });
    await world.clock.advance(30_000);
    say('refund');
    await world.clock.advance(30_000);
    expect(tab.state.name).to.equal('idle');
    expect(tab.told.filter((name) => name === 'hub-refund')).to.have.length(1);
  });
});

describe('a refund', () => {
  it('F-110 is told with its transaction, and the amount follows when it is known', async () => {
    const { world, tab, say } = await sent();
    const back = world.chain.send({ from: people.recipient, to: people.payer, value: 8_000_000_000_000_000n });
    world.chain.mine();
    say('refund', { txHashes: [back] });
    await tab.reach('refunded');
    expect(tab.detail('hub-refund')).to.deep.include({
      returned: null,
      transaction: { chainId: 8453, hash: back, url: `https://scan.test/tx/${back}` },
    });
    await world.clock.advance(1_000);
    expect(tab.state).to.have.nested.property('refund.returned.amountFormatted', '0.008');
  });

  it('F-110 without a transaction is a refund all the same', async () => {
    const { tab, say } = await sent();
    say('refund');
    const state = await tab.reach('refunded');
    expect(state).to.have.deep.property('refund', {
      requestId: (state as { payment: { requestId: string } }).payment.requestId,
      reference: 'order-7',
      returned: null,
    });
  });
});

describe('the paying transaction', () => {
  it('that is confirmed is told as sent before the service has said a word, and once', async () => {
    const { world, tab, say } = await sent();
    say('waiting');
    world.chain.mine();
    await world.clock.advance(10_000);
    expect(tab.state).to.include({ name: 'processing', sent: true, status: 'waiting' });
    say('pending');
    await world.clock.advance(5_000);
    expect(tab.told.filter((name) => /sent|confirmed/.test(name))).to.deep.equal(['hub-step confirmed', 'hub-sent']);
  });

  it('F-78 that was sped up is followed, and both hashes are kept', async () => {
    const { world, tab, hash, say } = await sent();
    say('waiting');
    const { transaction } = world.prompts[0]!;
    const faster = world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0 });
    world.chain.mine();
    await world.clock.advance(10_000);
    expect(tab.state).to.have.nested.property('payment.submissions.length', 2);
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', faster);
    expect(entryOf(world).payment.submissions.map((each) => each.hash)).to.deep.equal([hash, faster]);
  });

  for (const [title, code, change] of [
    ['F-83 that reverted', 'reverted', { reverts: true }],
    ['F-79 that was cancelled in the wallet', 'replaced', { to: people.payer, data: '0x', value: 0n }],
    ['F-80 that was replaced by another one', 'replaced', { to: people.attacker, data: '0x', value: 5n }],
  ] as const) {
    it(`${title}, leaves the money in the wallet: the review comes back and can be paid`, async () => {
      const { world, tab, say } = await sent();
      say('waiting');
      const { transaction } = world.prompts[0]!;
      world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, ...change });
      world.chain.mine();
      await tab.reach('reviewing');
      expect(tab.state).to.have.nested.property('problem.code', code);
      expect(tab.state).to.have.nested.property('problem.money', 'in-wallet');
      expect(tab.told.filter((name) => /sent|failure|success/.test(name))).to.deep.equal([]);
      world.mines = true;
      world.payer = 'approves';
      world.service.words.clear();
      await world.clock.advance(30_000);
      await tab.press();
      await tab.reach('succeeded');
      expect(await world.deposits()).to.equal(1);
    });

    it(`${title}, by a chain that the service contradicts, changes nothing`, async () => {
      const { world, tab, say } = await sent();
      say('pending');
      await world.clock.advance(2_000);
      const { transaction } = world.prompts[0]!;
      world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, ...change });
      world.chain.mine();
      await world.clock.advance(120_000);
      expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    });
  }

  it('F-85 a chain that was wrong is corrected by the service: the payment is shown again', async () => {
    const { world, tab, say } = await sent();
    say('waiting');
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    say('success');
    await tab.reach('processing', 'succeeded');
    await tab.reach('succeeded');
    expect(tab.told.filter((name) => name === 'hub-success')).to.have.length(1);
  });

  it('F-87 a chain that cannot be read keeps nobody from the end', async () => {
    const { world, tab, say } = await sent();
    world.chain.fault = 'down';
    say('success');
    await tab.reach('succeeded');
  });

  it('F-87 and what it says later still counts', async () => {
    const { world, tab, say } = await sent();
    say('waiting');
    world.chain.fault = 'html';
    await world.clock.advance(300_000);
    world.chain.fault = null;
    world.chain.mine();
    await world.clock.until(() => tab.told.includes('hub-sent'));
  });

  it('F-63 whose hash was lost is adopted from the service; an approval is never taken for it', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(USDC);
    await tab.press();
    world.prompts[0]!.approve();
    await world.clock.until(() => world.prompts.length === 2);
    world.prompts[1]!.reject(-32603);
    await tab.reach('processing');
    const deposit = `0x${'dd'.repeat(32)}`;
    world.service.words.set(paying(tab), { status: 'pending', inTxHashes: [deposit] });
    await world.clock.advance(2_000);
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', deposit);
  });

  it('whose hash nobody knows is told as sent without one', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(USDC);
    await tab.press();
    world.prompts[0]!.approve();
    await world.clock.until(() => world.prompts.length === 2);
    world.prompts[1]!.reject(-32603);
    await tab.reach('processing');
    world.service.words.set(paying(tab), { status: 'pending' });
    await world.clock.until(() => tab.told.includes('hub-sent'));
    expect(tab.detail('hub-sent')).to.have.property('transaction', null);
  });
});

describe('the watch itself', () => {
  it('F-112 says that it takes long after three times the estimate, at least two minutes, and never that it failed', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(100_000);
    expect(tab.state).to.include({ slow: false });
    await world.clock.advance(30_000);
    expect(tab.state).to.include({ name: 'processing', slow: true });
    await world.clock.advance(20 * 60 * 1000);
    expect(tab.state.name).to.equal('processing');
  });

  it('F-101 I24 asks once a second while it is seen, once in 15 s while it is not', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(30_000);
    expect(polls(world)).to.be.within(30, 32);
    await tab.do({ type: 'visibility-changed', visible: false });
    const before = polls(world);
    await world.clock.advance(300_000);
    expect(polls(world) - before).to.be.within(19, 21);
    await tab.do({ type: 'visibility-changed', visible: true });
    await world.clock.advance(10_000);
    expect(polls(world) - before).to.be.within(29, 32);
  });

  it('F-160 F-161 asks at once when the page comes back', async () => {
    const { world, tab, say } = await sent();
    await tab.do({ type: 'visibility-changed', visible: false });
    await world.clock.advance(20_000);
    say('success');
    await tab.do({ type: 'woken' });
    expect(tab.state.name).to.equal('succeeded');
  });

  it('I24 leaves nothing behind: no timer, no question, no lock, no listener', async () => {
    for (const leave of ['the end', 'destroy'] as const) {
      const { world, tab, say } = await sent();
      if (leave === 'the end') {
        say('success');
        await tab.reach('succeeded');
        await world.clock.advance(10_000);
      }
      tab.session.destroy();
      await world.clock.advance(0);
      const before = world.log.length;
      await world.clock.advance(3_600_000);
      expect(
        [world.log.length - before, world.clock.pending, world.locks.held, world.wallet.listeners],
        leave,
      ).to.deep.equal([0, 0, 0, 0]);
    }
  });

  it('a merchant’s listener that ends the session on the first news takes no news from the page', async () => {
    const { tab, say } = await sent();
    tab.session.on('hub-statechange', (detail) => {
      if ((detail as { state: string }).state === 'succeeded') tab.session.destroy();
    });
    say('success');
    await tab.reach('succeeded');
    expect(tab.told.at(-1)).to.equal('hub-success');
  });
});
