/** Tests what becomes of a payment from the venue when the page reloads at each point, and when nobody hears of it. */
import { expect } from 'chai';
import { settle } from '../../../support/clock.js';
import { MINUTE, SECOND } from '../../../support/times.js';
import { PAID } from '../../../support/venue-quotes.js';
import type { Tab } from '../../../support/world.js';
import { entryOf } from '../../sent.js';
import { asked, linked, OWN, PERPS, transferred, type VenueWorld } from '../../venue-world.js';

const FULL = 14_020_000_000n;
const hash = `0x${'1a'.repeat(32)}`;

/** Kills the page, and opens another page with the same storage. */
async function reload(world: VenueWorld, tab: Tab): Promise<Tab> {
  tab.kill();
  const next = world.open(OWN);
  await settle();
  return next;
}

/** Pays with a new quote. Returns the number of transfers that the exchange has executed. */
async function payAgain(world: VenueWorld, tab: Tab): Promise<bigint> {
  world.payer = 'approves';
  world.exchange = 'executes';
  await tab.review(PERPS);
  await tab.press();
  await tab.reach('processing');
  await world.clock.advance(5 * SECOND);
  return (FULL - world.balance) / PAID;
}

/** The payer has signed twice. The page is killed when it posts the transfer, and the exchange gets nothing. */
async function killedAtPost(): Promise<Awaited<ReturnType<typeof linked>>['world']> {
  const { world, tab } = await linked();
  world.onLog = (entry) => {
    if (entry.kind === 'request' && entry.path === '/exchange') tab.kill();
  };
  world.exchange = 'unreachable';
  world.signings[1]!.sign();
  await settle();
  world.onLog = () => undefined;
  return world;
}

describe('track-signed-transfer after a reload', () => {
  it('offers a new review when the page reloads during the first prompt', async () => {
    const { world, tab } = await asked();
    const next = await reload(world, tab);
    expect(next.state.name).to.equal('idle');
    expect(await payAgain(world, next)).to.equal(1n);
  });

  it('offers a new review when the page reloads between the two signatures', async () => {
    const { world, tab } = await linked();
    expect(world.mappings).to.have.length(1);
    const next = await reload(world, tab);
    expect(next.state.name).to.equal('idle');
    expect(await payAgain(world, next)).to.equal(1n);
    expect(world.mappings).to.have.length(2);
  });

  it('asks the payer after some minutes when the page reloads after the second signature, before the post', async () => {
    const world = await killedAtPost();
    expect(entryOf(world)).to.include({ stage: 'sent' });
    const next = world.open(OWN);
    await settle();
    expect(next.state).to.include({ name: 'processing' });
    await world.clock.advance(2 * MINUTE);
    expect(next.state).not.to.have.property('status', 'unknown');
    await world.clock.advance(2 * MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'unknown' });
    expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
    await next.do({ type: 'abandoned' });
    await asksOnce(world, next);
    expect(await payAgain(world, next)).to.equal(1n);
  });

  it('keeps following when the page reloads after the post, with its answer lost', async () => {
    const { world, tab, requestId } = await transferred((each) => (each.exchange = 'loses'));
    const next = await reload(world, tab);
    await tab.hide();
    await world.clock.advance(20 * MINUTE);
    expect(next.state).to.include({ name: 'processing' }).and.not.to.have.property('status', 'unknown');
    expect(world.transfers).to.have.length(1);
    world.service.statuses.set(requestId, {
      status: 'success',
      inTxHashes: [hash],
      txHashes: [`0x${'fe'.repeat(32)}`],
    });
    await next.reach('succeeded');
    expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
  });

  it('settles when the page reloads after the post was answered', async () => {
    const { world, tab, requestId } = await transferred();
    const next = await reload(world, tab);
    world.service.statuses.set(requestId, { status: 'refund', inTxHashes: [hash] });
    await next.reach('refunded');
    expect(world.transfers).to.have.length(1);
  });
});

describe('track-signed-transfer without news', () => {
  it('asks after half an hour when the balance cannot be read', async () => {
    const { world, tab } = await transferred((each) => {
      each.exchange = 'unreachable';
      each.readable = false;
    });
    await tab.hide();
    await world.clock.advance(29 * MINUTE);
    expect(tab.state).not.to.have.property('status', 'unknown');
    await world.clock.advance(3 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
  });

  it('asks after half an hour when only a lower balance shows the transfer, and never says sent', async () => {
    const world = await killedAtPost();
    // The payer has lost more than the amount by trading.
    world.balance -= 2n * PAID;
    const next = world.open(OWN);
    await next.hide();
    await world.clock.advance(29 * MINUTE);
    expect(next.state).to.include({ name: 'processing', sent: false }).and.not.to.have.property('status', 'unknown');
    await world.clock.advance(3 * MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'unknown', sent: false });
  });

  it('says that the transfer is confirmed, also after a reload, and does not ask, when the exchange has said so', async () => {
    const { world, tab } = await transferred();
    expect(tab.state).to.include({ name: 'processing', sent: true });
    const next = await reload(world, tab);
    world.balance = FULL;
    await tab.hide();
    await world.clock.advance(60 * MINUTE);
    expect(next.state).to.include({ name: 'processing', sent: true }).and.not.to.have.property('status', 'unknown');
  });

  it('does not ask early when the exchange has confirmed the transfer', async () => {
    const { world, tab } = await linked();
    world.onLog = (entry) => {
      // The payer has earned as much meanwhile.
      if (entry.kind === 'request' && entry.path === '/exchange') world.balance += PAID;
    };
    world.signings[1]!.sign();
    await settle();
    expect(world.balance).to.equal(FULL);
    await world.clock.advance(10 * MINUTE);
    expect(tab.state).not.to.have.property('status', 'unknown');
  });

  it('shows progress again when the service reports the payment after the question', async () => {
    const { world, tab, requestId } = await transferred((each) => (each.exchange = 'unreachable'));
    await world.clock.advance(5 * MINUTE);
    expect(tab.state).to.include({ status: 'unknown' });
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [hash] });
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
  });
});

/** The next press opens no prompt and asks the payer. */
async function asksOnce(world: VenueWorld, tab: Tab): Promise<void> {
  const signings = world.signings.length;
  await tab.review(PERPS);
  await tab.press();
  await world.clock.advance(20 * SECOND);
  expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
  expect(world.signings).to.have.length(signings);
}

describe('a new payment after a given-up transfer', () => {
  const givenUp = async (): Promise<{ world: VenueWorld; tab: Tab; requestId: string }> => {
    const sent = await transferred((each) => (each.exchange = 'unreachable'));
    await sent.world.clock.advance(5 * MINUTE);
    await sent.tab.do({ type: 'abandoned' });
    return sent;
  };

  it('asks once even when the balance and the service show that nothing was sent', async () => {
    const { world, tab } = await givenUp();
    await asksOnce(world, tab);
    expect(await payAgain(world, tab)).to.equal(1n);
  });

  it('asks once when the executed transfer is hidden by earnings, however the balance looks', async () => {
    for (const earned of [PAID, PAID + 1n]) {
      const { world, tab } = await transferred((each) => (each.exchange = 'loses'));
      const next = await reload(world, tab);
      world.balance += earned;
      await world.clock.advance(4 * MINUTE);
      expect(next.state).to.include({ status: 'unknown' });
      await next.do({ type: 'abandoned' });
      await asksOnce(world, next);
    }
  });

  it('asks once when the exchange has said that it executed the transfer', async () => {
    const { world, tab } = await transferred();
    world.balance = FULL;
    tab.kill();
    const { items } = world.storage;
    for (const [key, text] of items) items.set(key, text.replace('"stage":"sent"', '"stage":"abandoned"'));
    await asksOnce(world, world.open(OWN));
  });

  it('asks once when the balance is lower after the venue refused the transfer', async () => {
    const { world, tab } = await transferred((each) => (each.exchange = 'refuses'));
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'venue-refused');
    world.balance -= PAID;
    await world.clock.advance(5 * SECOND);
    await asksOnce(world, tab);
  });

  it('asks for a new payment without a question when the venue refused the transfer', async () => {
    const { world, tab } = await transferred((each) => (each.exchange = 'refuses'));
    await tab.reach('reviewing');
    await world.clock.advance(5 * SECOND);
    expect(await payAgain(world, tab)).to.equal(1n);
  });

  it('asks once more when the balance is lower or unknown', async () => {
    for (const change of [
      (world: VenueWorld) => (world.balance -= PAID),
      (world: VenueWorld) => (world.readable = false),
    ]) {
      const { world, tab } = await givenUp();
      change(world);
      await asksOnce(world, tab);
    }
  });

  it('shows the refund without hashes that the service reports of the given-up transfer', async () => {
    const { world, tab, requestId } = await givenUp();
    world.service.statuses.set(requestId, { status: 'refund' });
    await tab.review(PERPS);
    await tab.press();
    await tab.reach('refunded');
    expect(world.signings).to.have.length(2);
  });
});
