/**
 * Variations of findings about a payment that may be out, for payments that are no plain transaction: by a signature on
 * Solana, by two signatures at the venue, by a permit and by a batch. The storage, the service or both lie.
 */
import { expect } from 'chai';
import type { StoredEntry } from '../../../src/payment/journal/stored-entry.js';
import { isPaymentKey } from '../../../src/payment/journal/stored-money.js';
import type { SessionOptions } from '../../../src/payment/session/session.js';
import { DAY, SECOND } from '../../support/times.js';
import { USDC, type Tab, type World } from '../../support/world.js';
import { BASE_URL } from '../../support/world-service.js';
import { taken } from '../batching.js';
import { signed } from '../permit-world.js';
import { shownId } from '../sent.js';
import { OWN, PERPS, transferred } from '../venue-world.js';
import { REAL_SOL, SvmWorld } from '../../support/svm-world.js';

type Given = {
  world: World;
  tab: Tab;
  requestId: string;
  options: Partial<SessionOptions>;
  pay: { chainId: number; currency: string };
  /** How often the wallet was asked for something that pays. */
  asked: () => number;
};

/** A payment that the wallet has signed or taken, and of which the service knows nothing yet. */
const families: Readonly<Record<string, () => Promise<Given>>> = {
  async 'on Solana'() {
    const world = new SvmWorld();
    world.service.outcome = 'none';
    const tab = world.open(world.pinned);
    await tab.do({ type: 'opened' });
    await world.clock.until(() => tab.state.name === 'selecting' && tab.state.wallets.length > 0);
    await world.review(tab);
    await tab.press();
    await world.clock.until(() => world.signings.length === 1);
    world.signings[0]!.sign();
    await tab.reach('processing');
    const asked = (): number => world.svmWallet.count('signTransaction');
    return { world, tab, requestId: shownId(tab), options: world.pinned, pay: REAL_SOL, asked };
  },
  async 'at the venue'() {
    const { world, tab, requestId } = await transferred();
    await tab.reach('processing');
    return { world, tab, requestId, options: OWN, pay: PERPS, asked: () => world.signings.length };
  },
  async 'by a permit'() {
    const { world, tab, requestId } = await signed();
    return { world, tab, requestId, options: { usePermit: true }, pay: USDC, asked: () => world.signings.length };
  },
  async 'by a batch'() {
    const { world, tab, requestId } = await taken();
    return { world, tab, requestId, options: {}, pay: USDC, asked: () => world.prompts.length };
  },
};

function rewrite({ storage }: World, change: (entry: StoredEntry) => object): void {
  for (const [key, text] of storage.items) {
    if (!isPaymentKey(key)) continue;
    const list = JSON.parse(text) as StoredEntry[];
    storage.items.set(key, JSON.stringify(list.map((entry) => ({ ...entry, ...change(entry) }))));
  }
}

/** Opens the order on a new page and presses once, if the page allows it. */
async function pressOnce({ world, options, pay }: Given, more: Partial<SessionOptions> = {}): Promise<Tab> {
  world.payer = 'waits';
  const next = world.open({ ...options, ...more });
  await next.do({ type: 'opened' });
  await world.clock.advance(2 * SECOND);
  if (['selecting', 'quoting', 'reviewing'].includes(next.state.name)) {
    await next.review(pay).catch(() => undefined);
    await next.press();
  }
  await world.clock.advance(10 * SECOND);
  return next;
}

const stages: Readonly<Record<string, (entry: StoredEntry) => object>> = {
  'refused by the wallet': () => ({ stage: 'cancelled', problem: 'wallet-rejected' }),
  'never asked for': () => ({ stage: 'prepared', prompt: null }),
  'refunded and released': () => ({ stage: 'settled', status: 'refund', reset: 'settled' }),
  'failed and released': () => ({ stage: 'failed', status: 'failure', reset: 'failed' }),
};

for (const [family, give] of Object.entries(families)) {
  describe(`a variation of a payment ${family}`, () => {
    for (const [what, change] of Object.entries(stages)) {
      it(`P-38 asks the wallet for no second payment ${family} unasked when the first is stored as ${what}`, async () => {
        const given = await give();
        const before = given.asked();
        given.world.service.statuses.set(given.requestId, { status: 'waiting' });
        given.tab.kill();
        rewrite(given.world, change);
        await pressOnce(given);
        expect(given.asked()).to.equal(before);
      });
    }

    it(`P-10 asks the wallet for no second payment ${family} when the first is of a newer version`, async () => {
      const given = await give();
      const before = given.asked();
      given.tab.kill();
      rewrite(given.world, () => ({ v: 2 }));
      const next = await pressOnce(given);
      expect(given.asked()).to.equal(before);
      expect(JSON.stringify(next.state)).to.not.include('not-sent');
    });

    it(`P-8 asks the wallet for no second payment ${family} when the base URL has a slash more`, async () => {
      const given = await give();
      const before = given.asked();
      given.world.service.statuses.set(given.requestId, { status: 'pending' });
      given.tab.kill();
      const next = await pressOnce(given, { baseUrl: `${BASE_URL}/` });
      expect([given.asked(), shownId(next)]).to.deep.equal([before, given.requestId]);
    });

    it(`S-3 shows no success of a payment ${family} that only the storage calls delivered`, async () => {
      const given = await give();
      given.world.service.statuses.set(given.requestId, { status: 'pending' });
      given.tab.kill();
      rewrite(given.world, () => ({ stage: 'settled', status: 'success', emitted: ['hub-sent', 'hub-success'] }));
      const next = given.world.open(given.options);
      await next.do({ type: 'opened' });
      await given.world.clock.advance(30 * SECOND);
      expect(next.state.name).to.not.equal('succeeded');
    });

    it(`P-3 shows the delivery of a payment ${family} that the service called failed a day before`, async () => {
      const given = await give();
      const { world, requestId } = given;
      world.service.statuses.set(requestId, { status: 'failure', inTxHashes: [`0x${'ab'.repeat(32)}`] });
      await given.tab.show();
      await world.clock.advance(20 * SECOND);
      given.tab.kill();
      world.clock.sleep(DAY + 5 * SECOND);
      world.service.statuses.set(requestId, { status: 'success', txHashes: [`0x${'fe'.repeat(32)}`] });
      const next = world.open(given.options);
      await next.reach('succeeded');
      expect(shownId(next)).to.equal(requestId);
    });

    it(`P-38 pays ${family} once more after reset(), when the first payment was delivered on this page`, async () => {
      const given = await give();
      const { world, tab, requestId } = given;
      const before = given.asked();
      world.service.statuses.set(requestId, { status: 'success', txHashes: [`0x${'fe'.repeat(32)}`] });
      await tab.show();
      await tab.reach('succeeded');
      await tab.do({ type: 'reset' });
      world.payer = 'waits';
      await tab.review(given.pay);
      await tab.press();
      await world.clock.advance(10 * SECOND);
      expect(given.asked()).to.equal(before + 1);
    });
  });
}
