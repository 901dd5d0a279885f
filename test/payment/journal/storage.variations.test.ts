/**
 * Variations of findings about the storage, which any script of the page's origin can rewrite: another field, another
 * moment, another tab, or a service and a storage that lie together.
 */
import { expect } from 'chai';
import type { StoredEntry } from '../../../src/payment/journal/stored-entry.js';
import { isPaymentKey } from '../../../src/payment/journal/stored-money.js';
import { people } from '../../support/quotes.js';
import { DAY, MINUTE, SECOND } from '../../support/times.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';
import { awaiting, REFUND_TO } from '../deposits.js';
import { asked } from '../lost-answer.js';
import { sent, shownId } from '../sent.js';

const { attacker } = people;
const THEIRS = `0x${'66'.repeat(32)}`;

type Case = readonly [row: string, title: string, run: () => Promise<void>];

function rewrite({ storage }: World, change: (entry: StoredEntry) => object): void {
  for (const [key, text] of storage.items) {
    if (!isPaymentKey(key)) continue;
    const list = JSON.parse(text) as StoredEntry[];
    storage.items.set(key, JSON.stringify(list.map((entry) => ({ ...entry, ...change(entry) }))));
  }
}

/** Everything that the page has shown and emitted, and each body of a quote. */
const shown = (world: World): string =>
  JSON.stringify([world.of('state'), world.of('event'), world.service.bodies]).toLowerCase();

/** The payer opens the order on a new page and presses once, if the page allows it. */
async function pressOnce(world: World, pay = ETH, options = {}): Promise<Tab> {
  world.payer = 'waits';
  const next = world.open(options);
  await next.do({ type: 'opened' });
  await world.clock.advance(SECOND);
  if (['selecting', 'quoting', 'reviewing'].includes(next.state.name)) {
    await next.review(pay);
    await next.press();
  }
  await world.clock.advance(10 * SECOND);
  return next;
}

/** The wallet has sent the payment without an answer. No block contains it yet. */
async function unanswered(): Promise<World> {
  const { world, tab, send } = await asked();
  send();
  tab.kill();
  return world;
}

const of = (entry: StoredEntry, change: object): object => ({ prompt: { ...entry.prompt, ...change } });
const cancelled = { stage: 'cancelled', problem: 'wallet-rejected' };

const stages: Case[] = Object.entries<(entry: StoredEntry) => object>({
  'cancelled, with a time of tomorrow': ({ createdAt }) => ({
    ...cancelled,
    createdAt: createdAt + DAY,
    updatedAt: createdAt + DAY,
  }),
  'cancelled, with the nonce of another transaction': (entry) => ({ ...cancelled, ...of(entry, { nonce: 7 }) }),
  'cancelled, with another wallet': (entry) => ({ ...cancelled, ...of(entry, { wallet: 'two.test' }) }),
  'cancelled, with an earlier time of the prompt': (entry) => ({
    ...cancelled,
    ...of(entry, { at: 0 }),
    createdAt: 0,
  }),
  'cancelled, with an end that was told': () => ({ ...cancelled, emitted: ['hub-sent', 'hub-failure'] }),
  'cancelled, with the mark of a newer page': () => ({ ...cancelled, isOwnStage: true, isOther: false }),
  'given up, with the status of a refund': () => ({ stage: 'abandoned', status: 'refund', reset: 'abandoned' }),
}).map(([how, change]): Case => [
  'P-38',
  `opens no second prompt unasked when a sent payment is stored as ${how}`,
  async () => {
    const world = await unanswered();
    rewrite(world, change);
    await pressOnce(world);
    expect(world.prompts).to.have.length(1);
  },
]);

const moments: readonly Case[] = [
  [
    'P-38',
    'opens no second prompt unasked when another tab rewrites the stage after the press',
    async () => {
      const world = await unanswered();
      world.payer = 'waits';
      const next = world.open({ resume: 'off' });
      await next.review();
      world.onLog = (entry) => {
        if (entry.kind === 'event' && entry.type === 'hub-confirm') rewrite(world, () => cancelled);
      };
      await next.press();
      await world.clock.advance(10 * SECOND);
      expect(world.prompts).to.have.length(1);
    },
  ],
  [
    'P-38',
    'opens no second prompt unasked when the service and the storage lie, and the chain does not',
    async () => {
      const world = await unanswered();
      rewrite(world, () => cancelled);
      world.service.statuses.set(world.service.requestIds[0]!, { status: 'failure', inTxHashes: [] });
      world.chain.mine();
      await pressOnce(world);
      expect(world.prompts).to.have.length(1);
    },
  ],
  [
    'P-38',
    'opens the next prompt at once when the wallet of this page has refused',
    async () => {
      const { world, tab } = await asked();
      world.prompts[0]!.reject(4001);
      await tab.reach('reviewing');
      await world.clock.advance(2 * SECOND);
      await tab.press();
      await world.clock.advance(10 * SECOND);
      expect(world.prompts).to.have.length(2);
    },
  ],

  [
    'S-1',
    'takes no asset of a stranger from the memory of the last asset',
    async () => {
      const world = new World();
      const asset = { chainId: 8453, currency: attacker, symbol: 'USDC', account: people.payer, recipient: attacker };
      world.storage.items.set('hub-pay/1/last-asset', JSON.stringify(asset));
      const next = await pressOnce(world);
      expect(next.state.name).to.equal('authorizing');
      expect(shown(world)).to.not.include(attacker.slice(2));
    },
  ],
  [
    'S-1',
    'asks for no other recipient when the stored payment has two requests',
    async () => {
      const { world, tab } = await sent();
      tab.kill();
      world.service.records.set(THEIRS, { id: THEIRS, status: 'success', user: attacker, recipient: attacker });
      world.service.statuses.set(THEIRS, { status: 'waiting' });
      rewrite(world, ({ payment }) => ({ payment: { ...payment, requestId: THEIRS } }));
      const next = await pressOnce(world);
      await next.do({ type: 'abandoned' });
      expect(shown(world)).to.not.include(attacker.slice(2));
    },
  ],
  [
    'S-1',
    'shows no text that stands in the label of a payment',
    async () => {
      const { world, tab } = await sent();
      tab.kill();
      rewrite(world, () => ({ label: `pay ${attacker}`, reference: attacker }));
      world.chain.mine();
      const next = world.open();
      await next.reach('succeeded');
      expect(shown(world)).to.not.include(attacker.slice(2));
    },
  ],
  [
    'S-1',
    'keeps the amount of the page when the service and the storage name another',
    async () => {
      const { world, tab, requestId } = await sent();
      tab.kill();
      const record = JSON.stringify(world.service.ownRecords.get(requestId)).replaceAll('25000000', '1');
      world.service.records.set(requestId, JSON.parse(record) as Record<string, unknown>);
      rewrite(world, ({ payment }) => ({ payment: { ...payment, amount: '1' }, digest: 'x' }));
      const next = world.open();
      await world.clock.advance(10 * SECOND);
      await next.do({ type: 'abandoned' });
      await next.do({ type: 'opened' });
      await world.clock.advance(10 * SECOND);
      expect(world.service.bodies.every(({ amount }) => amount === '25000000')).to.equal(true);
    },
  ],

  [
    'S-2',
    'shows no address of an entry that another order has stored',
    async () => {
      const { world, tab, address } = await awaiting();
      const [key, text] = world.journalItem();
      tab.kill();
      world.storage.items.delete(key);
      const probe = world.open({ reference: 'order-8', useDepositAddress: true });
      await probe.do({ type: 'opened' });
      probe.kill();
      const other = await keyOf(world, { reference: 'order-8' });
      world.storage.items.set(other, text);
      const from = world.log.length;
      const next = world.open({ reference: 'order-8', useDepositAddress: true });
      await world.clock.advance(MINUTE);
      await next.do({ type: 'opened' });
      await world.clock.advance(MINUTE);
      expect(JSON.stringify(world.log.slice(from).filter(({ kind }) => kind === 'state'))).to.not.include(address);
    },
  ],
  [
    'S-2',
    'shows no address of a payment by wallet that the storage calls awaited',
    async () => {
      const { world, tab, requestId } = await sent();
      tab.kill();
      rewrite(world, ({ payment }) => ({
        stage: 'awaiting-deposit',
        payment: { ...payment, deposit: { deadline: 1 } },
      }));
      const record = world.service.ownRecords.get(requestId)!;
      world.service.records.set(requestId, { ...record, depositAddress: { address: attacker } });
      const next = world.open({ useDepositAddress: true });
      await world.clock.advance(MINUTE);
      await next.do({ type: 'refund-to-typed', refundTo: people.payer });
      expect(shown(world)).to.not.include(attacker.slice(2));
    },
  ],
  [
    'S-2',
    'shows no address whose record the service changes after the payer typed the refund address',
    async () => {
      const { world, tab } = await awaiting();
      const requestId = shownId(tab);
      tab.kill();
      const next = world.open({ useDepositAddress: true });
      await next.reach('awaiting-deposit');
      const record = world.service.ownRecords.get(requestId)!;
      world.service.records.set(requestId, { ...record, depositAddress: { address: attacker } });
      await next.do({ type: 'refund-to-typed', refundTo: REFUND_TO });
      await world.clock.advance(MINUTE);
      expect(shown(world)).to.not.include(attacker.slice(2));
    },
  ],
  [
    'S-2',
    'shows its own address again to the payer who types the refund address in capitals',
    async () => {
      const { world, tab, address } = await awaiting();
      tab.kill();
      const next = world.open({ useDepositAddress: true });
      await next.reach('awaiting-deposit');
      await next.do({ type: 'refund-to-typed', refundTo: REFUND_TO.toUpperCase().replace('0X', '0x') });
      expect(next.state).to.include({ depositAddress: address });
    },
  ],

  [
    'S-3',
    'shows no receipt of a sent payment that the storage calls refunded',
    async () => {
      const { world, tab, say } = await sent();
      say('pending');
      tab.kill();
      rewrite(world, () => ({ stage: 'settled', status: 'refund', emitted: ['hub-sent', 'hub-refund'] }));
      const next = world.open();
      await world.clock.advance(MINUTE);
      await next.do({ type: 'opened' });
      expect(next.state.name).to.not.equal('refunded');
      expect(world.facts().filter((fact) => fact.startsWith('hub-refund'))).to.deep.equal([]);
    },
  ],
  [
    'S-3',
    'shows no success when the service says it for a payment of less',
    async () => {
      const { world, tab, requestId, say } = await sent();
      tab.kill();
      const record = JSON.stringify(world.service.ownRecords.get(requestId)).replaceAll('"25000000"', '"1"');
      world.service.records.set(requestId, JSON.parse(record) as Record<string, unknown>);
      rewrite(world, () => ({ stage: 'settled', status: 'success' }));
      say('success');
      const next = world.open();
      await world.clock.advance(MINUTE);
      expect(next.state.name).to.not.equal('succeeded');
    },
  ],
  [
    'S-3',
    'shows the success of a payment whose stored transactions are a stranger’s, without them',
    async () => {
      const { world, tab, say } = await sent();
      world.chain.mine();
      tab.kill();
      rewrite(world, ({ payment }) => ({
        payment: {
          ...payment,
          payingHash: THEIRS,
          submissions: [{ chainId: 8453, hash: THEIRS, url: 'https://evil.test' }],
        },
      }));
      say('success', { inTxHashes: [`0x${'ab'.repeat(32)}`] });
      await world.open().reach('succeeded');
      expect(shown(world)).to.not.include('evil.test');
    },
  ],
];

/** The storage key of an order. */
async function keyOf(world: World, options: object): Promise<string> {
  const before = new Set(world.storage.items.keys());
  const tab = world.open(options);
  world.payer = 'waits';
  await tab.review();
  await tab.press();
  tab.kill();
  const key = [...world.storage.items.keys()].find((name) => isPaymentKey(name) && !before.has(name))!;
  world.storage.items.delete(key);
  return key;
}

/** A text under the key of the order that no version of ours has written. */
const unreadable: Case[] = Object.entries<(entry: StoredEntry) => unknown>({
  'a version as text': (entry) => [{ ...entry, v: '1' }],
  'a version that is missing': ({ v: _, ...entry }) => [entry],
  'a list in a list': (entry) => [[entry]],
  'a number': () => 7,
  'an honest entry beside one of a newer version': (entry) => [entry, { ...entry, id: 'other', v: 3 }],
  'a member of another type': (entry) => [{ ...entry, emitted: 'hub-sent' }],
}).map(([what, plant]): Case => [
  'P-10',
  `opens no prompt unasked when the storage holds ${what}`,
  async () => {
    const { world, tab } = await sent();
    tab.kill();
    world.chain.drop(world.chain.transactions().at(-1)!.hash);
    const [key, text] = world.journalItem();
    world.storage.items.set(key, JSON.stringify(plant((JSON.parse(text) as [StoredEntry])[0])));
    const next = await pressOnce(world);
    expect(world.prompts).to.have.length(1);
    expect(JSON.stringify(next.state)).to.not.include('not-sent');
  },
]);

const quotas: readonly Case[] = [
  [
    'P-11',
    'keeps a payment of tokens in the storage when ended payments fill it during the approval',
    async () => {
      const { world, tab } = await settled(6);
      await tab.review(USDC);
      await tab.press();
      world.storage.quota = [...world.storage.items].reduce((sum, [, text]) => sum + text.length, 0) + 40;
      world.prompts.at(-1)!.approve();
      await world.clock.until(() => world.prompts.at(-1)!.step === 'pay');
      expect(storedIds(world)).to.include(shownId(tab));
    },
  ],
  [
    'P-11',
    'drops no payment that is on its way when the storage is full',
    async () => {
      const { world, tab } = await settled(3, 'none');
      const out = storedIds(world);
      world.storage.quota = [...world.storage.items].reduce((sum, [, text]) => sum + text.length, 0) + 40;
      await tab.review();
      await tab.press();
      await world.clock.advance(SECOND);
      expect(storedIds(world)).to.include.members(out);
    },
  ],
  [
    'P-11',
    'drops no unreadable payment of another order when the storage is full',
    async () => {
      const { world, tab } = await settled(3);
      const key = `hub-pay/1/${'ab'.repeat(8)}`;
      world.storage.items.set(key, '[{"v":9,"stage":"settled"}]');
      world.storage.quota = [...world.storage.items].reduce((sum, [, text]) => sum + text.length, 0) + 40;
      await tab.review();
      await tab.press();
      await world.clock.advance(SECOND);
      expect(world.storage.items.get(key)).to.equal('[{"v":9,"stage":"settled"}]');
    },
  ],
];

const storedIds = (world: World): string[] => world.journal().map(({ payment }) => payment.requestId);

/** Some other orders were paid before, and the payer waits at the next one. */
async function settled(count: number, outcome: 'success' | 'none' = 'success'): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.service.outcome = outcome;
  for (let n = 0; n < count; n += 1) {
    const tab = world.open({ reference: `order-${100 + n}` });
    await tab.review();
    await tab.press();
    await tab.reach(outcome === 'success' ? 'succeeded' : 'processing');
    tab.kill();
    await world.clock.advance(SECOND);
  }
  world.payer = 'waits';
  return { world, tab: world.open() };
}

for (const [subject, cases] of Object.entries({
  'a stored stage': stages,
  'a moment or a field of the storage': moments,
  'an unreadable payment': unreadable,
  'a full storage': quotas,
})) {
  describe(`a variation of ${subject}`, () => {
    for (const [row, title, run] of cases) it(`${row} ${title}`, run);
  });
}
