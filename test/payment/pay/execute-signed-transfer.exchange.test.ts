/** Tests what a payer sees when the exchange refuses a transfer, or when its answer is lost. */
import { expect } from 'chai';
import sinon from 'sinon';
import { MINUTE, SECOND } from '../../support/times.js';
import { entryOf } from '../sent.js';
import { EXCHANGE, INFO, linked, OWN, PERPS, transferred, VenueWorld } from '../venue-world.js';
import { PAID } from '../../support/venue-quotes.js';

const FULL = 14_020_000_000n;

describe('execute-signed-transfer when venueExchangeUrl is wrong', () => {
  afterEach(() => sinon.restore());

  for (const [what, probe, code, details] of [
    [
      'is of the info API',
      { status: 200, json: { withdrawable: '1.0' } },
      'config',
      'accepted a question that an exchange refuses',
    ],
    ['is of another server', { status: 201, json: {} }, 'config', 'accepted a question that an exchange refuses'],
    ['leads nowhere', { status: 404, json: {} }, 'config', 'answered 404'],
    ['is of a server that is down', { status: 503, json: {} }, 'service-down', 'answered 503'],
    ['is of a dead host', 'unreachable', 'service-down', 'gave no answer'],
  ] as const) {
    it(`asks for no signature when the address ${what}, and names address and answer`, async () => {
      const warn = sinon.stub(console, 'warn');
      const world = new VenueWorld();
      world.probe = probe;
      const tab = world.open(OWN);
      await tab.review(PERPS);
      await tab.press();
      await world.clock.until(() => 'problem' in tab.state);
      expect(tab.state).to.have.nested.property('problem.code', code);
      expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
      const told = [warn.args.join(' '), (tab.state as { problem: { message: string } }).problem.message].join(' ');
      expect(told).to.include(`${EXCHANGE} ${details}`);
      expect([world.signings.length, world.posts.length]).to.deep.equal([0, 0]);
    });
  }

  it('asks once before the first signature, without a signature in the question', async () => {
    const { world } = await transferred();
    expect(world.probes.map(({ signings }) => signings)).to.deep.equal([0]);
    expect(Object.keys(world.probes[0]!.body)).to.deep.equal(['type', 'user']);
  });

  it('names the answer to the transfer for the merchant when the outcome is unknown', async () => {
    const warn = sinon.stub(console, 'warn');
    const { world, tab } = await transferred((each) => (each.exchange = 'answers html'));
    await world.clock.advance(2 * MINUTE);
    expect(tab.state).to.have.nested.property('problem.details').that.includes(EXCHANGE).and.includes('answered 502');
    expect(warn.args.join(' ')).to.include(EXCHANGE).and.to.include('answered 502');
  });
});

describe('execute-signed-transfer when the exchange refuses', () => {
  it('F-132 says that the venue refused and the balance is unchanged, when the balance shows the same', async () => {
    const { world, tab } = await transferred((each) => (each.exchange = 'refuses'));
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'venue-refused');
    expect(tab.state).to.have.nested.property('problem.money', 'in-wallet');
    expect(tab.state).to.have.nested.property('problem.details', world.reason);
    expect(world.balance).to.equal(FULL);
    expect(world.transfers).to.have.length(1);
  });

  it('keeps the outcome unknown when the balance is lower although the exchange says err', async () => {
    const { world, tab } = await transferred((each) => {
      each.exchange = 'refuses';
      each.onLog = (entry) => {
        if (entry.kind === 'request' && entry.path === '/exchange') each.balance -= PAID;
      };
    });
    await world.clock.advance(10 * SECOND);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.code', 'outcome-unknown');
    expect(entryOf(world)).to.include({ stage: 'sent' });
  });

  it('keeps the outcome unknown when the balance cannot be read', async () => {
    const { world, tab } = await transferred((each) => {
      each.exchange = 'refuses';
      each.readable = false;
    });
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.code', 'outcome-unknown');
  });

  it('keeps the outcome unknown when one of three reads shows another balance', async () => {
    const { world, tab } = await transferred((each) => (each.exchange = 'refuses'));
    await world.clock.advance(1.5 * SECOND);
    world.balance -= PAID;
    await world.clock.advance(10 * SECOND);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.code', 'outcome-unknown');
  });

  it('keeps the outcome unknown when the service does not answer', async () => {
    const { world, tab } = await transferred((each) => (each.exchange = 'refuses'));
    world.service.outages.set('/intents/status/v3', { status: 503 });
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.include({ name: 'processing' });
    expect(entryOf(world)).to.include({ stage: 'sent' });
  });

  it('keeps following the payment when the service has seen it meanwhile', async () => {
    const { world, tab, requestId } = await transferred((each) => (each.exchange = 'refuses'));
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [`0x${'1a'.repeat(32)}`] });
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
  });
});

describe('execute-signed-transfer when the answer of the exchange is lost', () => {
  it('F-131 posts exactly the same transfer again and follows the payment when it was executed', async () => {
    const { world, tab, requestId } = await transferred((each) => (each.exchange = 'loses'));
    world.exchange = 'executes';
    await world.clock.advance(5 * SECOND);
    expect(world.transfers).to.have.length(2);
    expect(world.transfers[1]).to.deep.equal(world.transfers[0]);
    expect(world.balance).to.equal(FULL - PAID);
    expect(tab.state).to.include({ name: 'processing' });
    world.service.statuses.set(requestId, { status: 'success', txHashes: [`0x${'fe'.repeat(32)}`] });
    await tab.reach('succeeded');
    expect(world.signings).to.have.length(2);
  });

  for (const exchange of ['unreachable', 'answers html'] as const) {
    it(`F-131 moves the money once when the exchange ${exchange} first and executes later`, async () => {
      const { world, tab, requestId } = await transferred((each) => (each.exchange = exchange));
      await world.clock.advance(10 * SECOND);
      expect(tab.state).to.include({ name: 'processing' });
      world.exchange = 'executes';
      await world.clock.advance(20 * SECOND);
      expect(world.balance).to.equal(FULL - PAID);
      expect(new Set(world.transfers.map((body) => JSON.stringify(body))).size).to.equal(1);
      const posts = world.transfers.length;
      await world.clock.advance(MINUTE);
      expect(world.transfers).to.have.length(posts);
      world.service.statuses.set(requestId, { status: 'success' });
      await tab.reach('succeeded');
    });
  }

  it('stops posting after two minutes and says that the outcome is unknown', async () => {
    const { world, tab } = await transferred((each) => (each.exchange = 'unreachable'));
    await world.clock.advance(2 * MINUTE);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.code', 'outcome-unknown');
    const posts = world.transfers.length;
    expect(posts).to.be.greaterThan(3);
    await world.clock.advance(5 * MINUTE);
    expect(world.transfers).to.have.length(posts);
  });

  it('stops posting when the service has seen the payment', async () => {
    const { world, requestId } = await transferred((each) => (each.exchange = 'unreachable'));
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [`0x${'1a'.repeat(32)}`] });
    await world.clock.advance(5 * SECOND);
    const posts = world.transfers.length;
    await world.clock.advance(MINUTE);
    expect(world.transfers).to.have.length(posts);
  });

  it('keeps the outcome unknown when the repeated post is refused, because the first can be executed', async () => {
    const { world, tab, requestId } = await transferred((each) => (each.exchange = 'loses'));
    // The exchange refuses in other words than a used nonce, and the info API still shows the balance before.
    const usual = world.service.answer;
    world.service.answer = (method, url, body) => {
      if (url.href === EXCHANGE)
        return Promise.resolve({ status: 200, json: { status: 'err', response: 'Too many requests sent' } });
      if (url.href === INFO) return Promise.resolve({ status: 200, json: { withdrawable: '140.2' } });
      return usual(method, url, body);
    };
    await world.clock.advance(20 * SECOND);
    expect(world.balance).to.equal(FULL - PAID);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.code', 'outcome-unknown');
    expect(entryOf(world)).to.include({ stage: 'sent' });
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
  });

  it('posts nothing after the payer gave the payment up in another tab while this tab was suspended', async () => {
    const { world, tab } = await transferred((each) => (each.exchange = 'unreachable'));
    await world.clock.advance(5 * SECOND);
    const { thaw } = tab.freeze();
    const next = world.open(OWN);
    await world.clock.advance(36 * MINUTE);
    await next.do({ type: 'abandoned' });
    const posts = world.transfers.length;
    world.exchange = 'executes';
    thaw();
    await world.clock.advance(MINUTE);
    expect(world.transfers).to.have.length(posts);
    expect(world.balance).to.equal(FULL);
  });

  it('posts nothing after two minutes when this tab was suspended meanwhile', async () => {
    const { world, tab } = await transferred((each) => (each.exchange = 'unreachable'));
    await world.clock.advance(5 * SECOND);
    const { thaw } = tab.freeze();
    const posts = world.transfers.length;
    await world.clock.advance(2 * MINUTE);
    world.exchange = 'executes';
    thaw();
    await world.clock.advance(MINUTE);
    expect(world.transfers).to.have.length(posts);
    expect(tab.state).to.include({ name: 'processing' });
  });

  it('never asks for another nonce after a lost answer', async () => {
    const { world } = await linked();
    world.exchange = 'loses';
    world.signings[1]!.sign();
    await world.clock.advance(10 * MINUTE);
    expect(new Set(world.transfers.map((body) => body['nonce'])).size).to.equal(1);
    expect([world.signings.length, world.mappings.length]).to.deep.equal([2, 1]);
  });
});
