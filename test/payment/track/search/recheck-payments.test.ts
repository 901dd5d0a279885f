/** Tests that a second prompt needs two sources that show nothing of the first payment, or one more press. */
import { expect } from 'chai';
import type { StoredEntry } from '../../../../src/payment/journal/stored-entry.js';
import type { World } from '../../../support/world.js';
import { type Tab } from '../../../support/world.js';
import { SECOND } from '../../../support/times.js';
import { amountOf, people, tokens } from '../../../support/quotes.js';
import { abandoned, anew, asked, type Lost } from '../../lost-answer.js';
import { sent, shownId } from '../../sent.js';

type Source = 'node' | 'wallet' | 'service';

/** Makes sources of the world unreadable. */
function silence({ chain, wallet, service }: World, sources: readonly Source[]): void {
  if (sources.includes('node')) chain.fault = 'error';
  if (sources.includes('wallet')) wallet.always('eth_getTransactionCount', new Error('unavailable'));
  if (sources.includes('service')) service.outages.set('/intents/status/v3', 'unreachable');
}

/** The payer has abandoned a payment, opened the page again and pressed the pay button. */
async function pressed(sources: readonly Source[]): Promise<{ lost: Lost; next: Tab }> {
  const lost = await abandoned();
  const next = await anew(lost);
  silence(lost.world, sources);
  await next.press();
  await lost.world.clock.advance(7 * SECOND);
  return { lost, next };
}

describe('recheck-payments', () => {
  it('I14 asks, and does not show the payment again, when the service names another end than before', async () => {
    const { world, tab, say, requestId } = await sent();
    world.chain.mine();
    say('refund');
    await tab.reach('refunded');
    tab.kill();
    say('success');
    const next = world.open();
    await next.do({ type: 'opened' });
    await next.do({ type: 'abandoned' });
    await next.review();
    await next.press();
    await world.clock.advance(7 * SECOND);
    expect(next.state).to.include({ name: 'reviewing', confirming: false });
    expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
    expect([shownId(next) === requestId, world.promptsFor('pay')]).to.deep.equal([false, 1]);
    expect(next.emitted).to.not.include('hub-success');
  });

  const readable: readonly Source[][] = [[], ['node'], ['wallet'], ['service']];
  for (const sources of readable) {
    it(`P-13 opens the prompt when all sources can be read except ${sources[0] ?? 'none'}`, async () => {
      const { lost } = await pressed(sources);
      expect(lost.world.prompts).to.have.length(2);
    });
  }

  const unreadable: readonly Source[][] = [
    ['node', 'wallet', 'service'],
    ['node', 'wallet'],
    ['wallet', 'service'],
  ];
  for (const sources of unreadable) {
    it(`P-13 asks once more and then opens the prompt when these sources are silent: ${sources.join(', ')}`, async () => {
      const { lost, next } = await pressed(sources);
      const { world } = lost;
      expect(next.state).to.include({ name: 'reviewing', confirming: false });
      expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
      expect(next.state).to.have.nested.property('problem.money', 'unknown');
      expect(world.prompts).to.have.length(1);
      await next.press();
      await world.clock.advance(7 * SECOND);
      expect(world.prompts).to.have.length(2);
    });
  }

  describe('with fifteen given-up payments', () => {
    const idOf = (number: number): string => `0x${String(number).padStart(2, '0').repeat(32)}`;

    /** The order has fifteen given-up payments. The first of these ids is the newest. */
    async function many(): Promise<{ lost: Lost; next: Tab; ids: string[] }> {
      const lost = await abandoned();
      const { items } = lost.world.storage;
      const [key, text] = lost.world.journalItem();
      const [first] = JSON.parse(text) as [StoredEntry];
      const copies = Array.from({ length: 15 }, (_, at) => ({
        ...first,
        id: `copy-${at}`,
        payment: { ...first.payment, requestId: idOf(at + 1) },
        createdAt: first.createdAt - at,
      }));
      items.set(key, JSON.stringify(copies));
      return { lost, next: await anew(lost), ids: copies.map(({ payment }) => payment.requestId) };
    }

    const isAsked = ({ state }: Tab): boolean => state.name === 'reviewing' && state.problem?.code === 'unconfirmed';

    it('P-21 asks the service about the newest five at one press, and the payer once about the others', async () => {
      const { lost, next, ids } = await many();
      const { world } = lost;
      const before = world.requestsTo('/intents/status/v3').length;
      await next.press();
      await world.clock.until(() => isAsked(next));
      const asked = world.requestsTo('/intents/status/v3').slice(before);
      const earlier = asked.map(({ query }) => query.slice(-66)).filter((id) => ids.includes(id));
      expect(earlier).to.have.members(ids.slice(0, 5));
      expect(world.prompts).to.have.length(1);
      await next.press();
      await world.clock.until(() => world.prompts.length === 2);
    });

    it('P-21 asks the node no more than about a single one', async () => {
      const alone = await abandoned();
      const counted = async ({ world }: Lost, page: Tab): Promise<number> => {
        const before = world.chain.methods.length;
        await page.press();
        await world.clock.until(() => world.prompts.length === 2 || isAsked(page));
        return world.chain.methods.length - before;
      };
      const single = await counted(alone, await anew(alone));
      const { lost, next } = await many();
      expect(await counted(lost, next)).to.be.at.most(single);
    });
  });

  /** The wallet prompt was open when the page was closed. `during` happens before the payer approves. */
  async function unseen(during: (lost: Lost) => void): Promise<{ lost: Lost; next: Tab }> {
    const lost = await asked();
    during(lost);
    lost.world.chain.mine();
    lost.world.service.statuses.set(lost.requestId, { status: 'waiting' });
    await lost.tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    const next = await anew(lost);
    await next.press();
    await lost.world.clock.advance(7 * SECOND);
    return { lost, next };
  }

  const blind: [string, (lost: Lost) => void][] = [
    [
      'the account has sent more other transactions than are searched',
      ({ world, send }) => {
        for (let n = 0; n < 5; n += 1) world.chain.send({ from: people.payer, to: people.attacker, value: 1n });
        send();
      },
    ],
    [
      'the account is a contract, whose payments another account sends',
      ({ world }) => {
        const { data } = world.prompts[0]!.transaction;
        world.chain.contracts.add(people.payer);
        world.chain.send({ from: people.recipient, to: people.payer, data: `0x6a761202${data.slice(2)}` });
      },
    ],
  ];
  for (const [title, during] of blind) {
    it(`P-13 asks when ${title}, because node and wallet then show nothing`, async () => {
      const { lost, next } = await unseen(during);
      expect(lost.world.prompts).to.have.length(1);
      expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
    });
  }

  it('S-3 asks once, and does not show the payment again, when it does not pay this order', async () => {
    const { world, tab, requestId, say } = await sent();
    tab.kill();
    const record = world.service.ownRecords.get(requestId) as { data: { metadata: object } };
    const currencyOut = amountOf(10, tokens.usdcOut, 20_000_000n, '20', '20');
    const data = { metadata: { ...record.data.metadata, currencyOut } };
    world.service.records.set(requestId, { ...record, data });
    world.chain.mine();
    say('success');
    const next = world.open();
    await next.do({ type: 'opened' });
    await world.clock.advance(30 * SECOND);
    await next.do({ type: 'abandoned' });
    await next.review();
    await next.press();
    await world.clock.advance(7 * SECOND);
    expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
    world.payer = 'approves';
    world.mines = true;
    await next.press();
    await world.clock.until(() => world.promptsFor('pay') === 2);
  });

  it('P-13 shows the first payment when only the wallet’s node shows it', async () => {
    const lost = await abandoned();
    const next = await anew(lost);
    const { world, requestId, send } = lost;
    send();
    world.chain.fault = 'error';
    world.service.statuses.set(requestId, { status: 'waiting' });
    await next.press();
    await world.clock.advance(SECOND);
    expect([shownId(next), world.prompts.length]).to.deep.equal([requestId, 1]);
  });
});
