/**
 * Tests that the storage decides nothing about money. Each text of a stored payment is replaced in turn by texts of an
 * attacker, in each stage. The page may ask the payer, but it asks for nothing else and shows nothing else.
 */
import { expect } from 'chai';
import type { PaymentState } from '../../../src/payment/model/state.js';
import { amounts, amountOf, people, tokens } from '../../support/quotes.js';
import { oneIn, stride } from '../../support/thorough.js';
import type { World, Tab } from '../../support/world.js';
import { awaiting, send } from '../deposits.js';
import { sent } from '../sent.js';
import { signed } from '../permit-world.js';

/** The attacker's own payment. The service has delivered it, to the attacker. */
const THEIRS = `0x${'666'.padStart(64, '6')}`;

/** Nothing on the screen and in an event contains one of these texts. */
const MARKS = [people.attacker.slice(2), 'evil', '6666666661'];

const PLANTED: Record<string, string> = {
  address: people.attacker,
  'an upper-case address': `0x${people.attacker.slice(2).toUpperCase()}`,
  amount: '6666666661',
  id: THEIRS,
  host: 'https://evil.test/tx/1',
  'a plain word': 'evil',
  nothing: '',
};

/** Words that a stored payment can contain: its stages, and an answer of the service. */
const WORDS = [
  'prepared',
  'prompted',
  'awaiting-deposit',
  'sent',
  'abandoned',
  'failed',
  'cancelled',
  'settled',
  'success',
];

type Prepared = { world: World; tab: Tab; requestId: string };

const idOf = ({ state }: Tab): string => ('payment' in state ? state.payment.requestId : '');

/** For each stage, a payment of an honest page. */
const stages: Record<string, () => Promise<Prepared>> = {
  async 'awaits a deposit'() {
    const { world, tab } = await awaiting();
    return { world, tab, requestId: idOf(tab) };
  },
  async 'was submitted'() {
    const { world, tab, requestId, say } = await sent();
    say('waiting');
    return { world, tab, requestId };
  },
  async 'was signed'() {
    const { world, tab } = await signed();
    return { world, tab, requestId: idOf(tab) };
  },
  async 'was delivered'() {
    const { world, tab, requestId, say } = await sent();
    world.chain.mine();
    say('success');
    await tab.reach('succeeded');
    return { world, tab, requestId };
  },
  async 'was refunded'() {
    const { world, tab, requestId, hash, say } = await sent();
    world.chain.mine();
    const back = send(world, people.payer, amounts.eth);
    say('refund', { inTxHashes: [hash], txHashes: [back] });
    await tab.reach('refunded');
    return { world, tab, requestId };
  },
  async 'has failed'() {
    const { world, tab, requestId, hash, say } = await sent();
    world.chain.mine();
    say('failure', { inTxHashes: [hash] });
    await tab.reach('failed');
    return { world, tab, requestId };
  },
  async 'has reverted'() {
    const { world, tab, requestId, say } = await sent();
    const { transaction } = world.prompts[0]!;
    say('waiting');
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    return { world, tab, requestId };
  },
};

/** The paths of all texts in a value. */
function textsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return [[...path]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, [...path, name]));
}

const textAt = (value: unknown, path: readonly string[]): string =>
  String(path.reduce((part, name) => (part as Record<string, unknown>)[name], value));

function withText(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  const changed = withText((value as Record<string, unknown>)[name], rest, text);
  return Array.isArray(value)
    ? value.map((each: unknown, index) => (String(index) === name ? changed : each))
    : { ...(value as object), [name]: changed };
}

/** Members that only an attacker, or an older version, would store. */
const ADDED = {
  outcome: {
    receipt: {
      requestId: THEIRS,
      reference: 'evil',
      paid: amountOf(8453, tokens.usdc, 6_666_666_661n, '1', '6666.666661'),
      received: amountOf(10, tokens.usdcOut, 6_666_666_661n, '1', '6666.666661'),
      origin: [{ chainId: 8453, hash: THEIRS, url: 'https://evil.test' }],
      destination: [{ chainId: 10, hash: THEIRS, url: 'https://evil.test' }],
    },
  },
  intent: { recipient: people.attacker },
  quote: { recipient: people.attacker },
  reference: 'evil',
};

/** Opens the page with this stored entry and does what a payer would do, up to the review. */
async function visit({ world }: Prepared, key: string, text: string): Promise<string[]> {
  const { log, service } = world;
  const [before, quoted] = [log.length, service.bodies.length];
  world.storage.items.set(key, text);
  const tab = world.open({ useDepositAddress: true });
  await world.clock.advance(1_000);
  await tab.do({ type: 'opened' });
  await world.clock.advance(2_000);
  await tab.do(
    { type: 'abandoned' },
    { type: 'reset' },
    { type: 'opened' },
    { type: 'wallet-picked', wallet: 'one.test' },
  );
  await world.clock.advance(3_000);
  tab.kill();
  const faults: string[] = [];
  const others = service.bodies.slice(quoted).filter(({ recipient }) => recipient !== people.recipient);
  if (others.length > 0) faults.push('asked for another recipient');
  for (const entry of log.slice(before)) {
    if (entry.kind !== 'state' && entry.kind !== 'event') continue;
    const shown = JSON.stringify(entry.kind === 'state' ? entry.state : entry.detail);
    const mark = MARKS.find((each) => shown.toLowerCase().includes(each));
    if (mark !== undefined) faults.push(`${entry.kind} shows ${mark}`);
    const told = entry.kind === 'event' && entry.type === 'hub-success' ? (entry.detail['requestId'] as string) : '';
    const id = entry.kind === 'state' ? paidId(entry.state) : told;
    if (id && !isDelivered(world, id)) faults.push(`paid: ${id}`);
  }
  return [...new Set(faults)];
}

const paidId = (state: PaymentState): string => (state.name === 'succeeded' ? state.payment.requestId : '');

/** True if the service has said that this payment of the merchant was delivered. */
const isDelivered = ({ service }: World, id: string): boolean =>
  id !== THEIRS && (service.returnedStatuses.get(id)?.includes('success') ?? false);

describe('a stored payment that was changed', () => {
  for (const [title, prepare] of Object.entries(stages)) {
    it(`S-1 S-2 S-3 decides nothing about money when it ${title}`, async () => {
      const prepared = await prepare();
      const { world, tab, requestId } = prepared;
      tab.kill();
      world.service.statuses.set(THEIRS, { status: 'success', txHashes: [THEIRS] });
      world.service.records.set(THEIRS, {
        id: THEIRS,
        status: 'success',
        user: people.attacker,
        recipient: people.attacker,
        depositAddress: { address: people.attacker },
        data: { metadata: { recipient: people.attacker } },
      });
      const [key, text] = world.journalItem();
      const [entry] = JSON.parse(text) as [object];
      const paths = textsIn(entry);
      expect(paths.length).to.be.at.least(8);
      const faults: string[] = [];
      const cases = paths.flatMap((path, at) => {
        // A word can decide something where a word stands. To save time, each other text becomes a third of the words.
        const words = WORDS.filter((_, index) => WORDS.includes(textAt(entry, path)) || (index + at) % 3 === 0);
        const planted = { ...PLANTED, ...Object.fromEntries(words.map((word) => [`the word ${word}`, word])) };
        return Object.entries(planted).map(([what, text]) => ({ path, what, planted: text }));
      });
      for (const { path, what, planted } of oneIn(stride, cases)) {
        const changed = JSON.stringify([withText(entry, path, planted)]);
        const found = await visit(prepared, key, changed);
        faults.push(...found.map((fault) => `${path.join('.')} is ${what}: ${fault}`));
      }
      const added = await visit(
        prepared,
        key,
        JSON.stringify([{ ...entry, ...ADDED, payment: { ...ADDED, ...(entry as { payment: object }).payment } }]),
      );
      expect([...faults, ...added]).to.deep.equal([]);
      expect(requestId).to.match(/^0x[0-9a-f]{64}$/);
    });
  }
});
