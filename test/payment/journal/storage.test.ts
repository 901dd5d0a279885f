import { expect } from 'chai';
import type { Journal } from '../../../src/payment/journal/entry.js';
import { MemoryStore } from '../../../src/shared/memory-store.js';
import { createJournal, hasPaymentInMemory, type JournalScope } from '../../../src/payment/journal/storage.js';
import { restoredTerms } from '../../../src/payment/journal/page-terms.js';
import { SharedStorage } from '../../support/world/world-platform.js';
import { VirtualClock } from '../../support/clock.js';
import { KEY, opened } from './opened.js';
import { entryOf, NOW } from '../../support/samples.js';
import { DAY } from '../../support/times.js';

const clock = new VirtualClock(NOW);
const keys = (function* () {
  for (let n = 0; ; n += 1) yield `hub-pay/1/storage-${n}`;
})();

describe('hasPaymentInMemory', () => {
  const key = 'hub-pay/1/0123456789abcdef';

  it('is true while a payment is only in page memory', () => {
    const storage = new SharedStorage();
    const journal = createJournal(storage, key, clock);
    journal.write(entryOf(1));
    expect(hasPaymentInMemory(storage)).to.equal(false);
    storage.fault = 'broken';
    journal.write(entryOf(2));
    expect(hasPaymentInMemory(storage)).to.equal(true);
    storage.fault = null;
    journal.write(entryOf(2));
    expect(hasPaymentInMemory(storage)).to.equal(false);
  });

  it('is true when the page has no storage, and memory holds a payment', () => {
    const storage = new MemoryStore();
    storage.setItem('hub-pay/wallet', 'x');
    expect(hasPaymentInMemory(storage)).to.equal(false);
    createJournal(storage, key, clock).write(entryOf(1));
    expect(hasPaymentInMemory(storage)).to.equal(true);
  });
});

describe('journal', () => {
  it('I3 stores an entry at once for the next reader when it is written', () => {
    const { journal, again } = opened();
    journal.write(entryOf(1, { stage: 'prompted' }));
    expect(again().find('entry-1')).to.deep.equal(entryOf(1, { stage: 'prompted', isOwnStage: true }));
    expect(journal.durable).to.equal(true);
  });

  it('parses the stored text again only when it has changed', () => {
    const { journal, again, storage } = opened();
    journal.write(entryOf(1));
    const first = journal.find('entry-1');
    expect(journal.find('entry-1')).to.equal(first);
    again().write(entryOf(1, { stage: 'prompted' }));
    expect(journal.find('entry-1')?.stage).to.equal('prompted');
    storage.removeItem(KEY);
    expect(journal.find('entry-1')).to.equal(undefined);
  });

  it('hands out entries that nobody can change', () => {
    const { journal } = opened();
    journal.write(entryOf(1));
    const entry = journal.find('entry-1')!;
    expect([entry, entry.payment, entry.payment.submissions].every(Object.isFrozen)).to.equal(true);
    expect(() => (entry.payment.submissions as unknown[]).push({})).to.throw(TypeError);
  });

  it('replaces the entry with the same id when it is written again, and reads the newest first', async () => {
    const { journal, clock } = opened();
    journal.write(entryOf(1));
    journal.write(entryOf(2, { createdAt: NOW + 1 }));
    await clock.advance(5);
    journal.write(entryOf(1, { stage: 'sent' }));
    expect(journal.read().map(({ id, stage, updatedAt }) => [id, stage, updatedAt])).to.deep.equal([
      ['entry-2', 'prepared', NOW],
      ['entry-1', 'sent', NOW + 5],
    ]);
  });

  it('keeps every entry when two pages write in turn', () => {
    const { journal, again } = opened();
    const other = again();
    journal.write(entryOf(1));
    other.write(entryOf(2));
    journal.write(entryOf(1, { stage: 'prompted' }));
    expect(other.read().map(({ id }) => id)).to.have.members(['entry-1', 'entry-2']);
    expect(other.find('entry-1')?.stage).to.equal('prompted');
  });

  it('drops a settled entry when it is older than 30 days, and keeps a sent one', async () => {
    const { journal, clock } = opened();
    journal.write(entryOf(1, { stage: 'settled' }));
    journal.write(entryOf(2, { stage: 'sent' }));
    await clock.advance(31 * DAY);
    journal.write(entryOf(3));
    expect(journal.read().map(({ id }) => id)).to.have.members(['entry-2', 'entry-3']);
  });

  it('P-3 keeps a failed entry at any age, until it can be paid again and another payment is written', async () => {
    const { journal, clock } = opened();
    journal.write(entryOf(1, { stage: 'failed' }));
    await clock.advance(400 * DAY);
    journal.write(entryOf(2));
    expect(journal.find('entry-1')).to.have.property('stage', 'failed');
    journal.allowAgain(journal.find('entry-1')!);
    expect(journal.find('entry-1')).to.include({ stage: 'failed', reset: 'failed' });
    journal.write(entryOf(3));
    expect(journal.find('entry-1')).to.equal(undefined);
  });

  it('drops the oldest settled entries, never a sent one, when it exceeds 64 KiB', async () => {
    const { journal, storage, clock } = opened();
    journal.write(entryOf(0, { stage: 'sent' }));
    for (let n = 1; n <= 160; n += 1) {
      await clock.advance(1);
      journal.write(entryOf(n, { stage: 'settled', createdAt: NOW + n }));
    }
    const ids = journal.read().map(({ id }) => id);
    expect(storage.items.get(KEY)!.length).to.be.at.most(64 * 1024);
    expect(ids.length).to.be.within(20, 159);
    expect(ids).to.include.members(['entry-0', 'entry-160']).and.not.include('entry-1');
  });

  it('F-166 drops settled entries when the storage is full and a prompted entry needs the room', () => {
    const { journal, storage } = opened();
    for (let n = 1; n <= 4; n += 1) journal.write(entryOf(n, { stage: 'settled' }));
    storage.fault = 'full';
    journal.write(entryOf(5, { stage: 'prompted' }));
    expect(journal.durable).to.equal(true);
    expect(JSON.parse(storage.items.get(KEY)!))
      .to.have.length(1)
      .and.to.have.nested.property('[0].id', 'entry-5');
  });

  it('P-11 drops the oldest ended entries of other orders when they fill the storage', async () => {
    const { journal, storage, clock } = opened();
    const other = (n: number): Journal => createJournal(storage, `hub-pay/1/${String(n).padStart(16, '0')}`, clock);
    other(1).write(entryOf(1, { stage: 'sent' }));
    for (let n = 2; n <= 5; n += 1) {
      await clock.advance(1_000);
      other(n).write(entryOf(n, { stage: n === 3 ? 'abandoned' : 'settled', digest: 'x'.repeat(90) }));
    }
    storage.items.set('of the page', 'x');
    storage.quota = [...storage.items].reduce((sum, [, text]) => sum + text.length, 0);
    journal.write(entryOf(6, { stage: 'prompted' }));
    expect(journal.durable).to.equal(true);
    expect(JSON.parse(storage.items.get(KEY)!)).to.have.nested.property('[0].id', 'entry-6');
    expect([1, 2, 3, 4, 5].map((n) => other(n).read().length)).to.deep.equal([1, 0, 1, 1, 1]);
    expect(storage.items.get('of the page')).to.equal('x');
  });

  it('P-11 keeps an unreadable payment when it has the id of an ended entry that makes room', () => {
    const { journal, storage, clock } = opened();
    const key = 'hub-pay/1/0000000000000001';
    createJournal(storage, key, clock).write(entryOf(1, { stage: 'settled', digest: 'x'.repeat(400) }));
    const newer = { v: 2, id: 'entry-1', stage: 'sent' };
    storage.items.set(key, JSON.stringify([...(JSON.parse(storage.items.get(key)!) as object[]), newer]));
    storage.quota = [...storage.items].reduce((sum, [, text]) => sum + text.length, 0) + 500;
    journal.write(entryOf(2, { stage: 'prompted' }));
    expect(JSON.parse(storage.items.get(key)!)).to.deep.equal([newer]);
  });

  it('P-10 has an unreadable payment of the order unless readable names show another order', () => {
    const { storage, clock } = opened();
    const isOwn = ({ order }: { order?: readonly string[] }): boolean => !order?.length || order.includes('ours');
    const terms: JournalScope['terms'] = (stored) => restoredTerms(stored);
    const transaction: JournalScope['transaction'] = (chainId, hash) => ({ chainId, hash, url: null });
    const journal = createJournal(storage, KEY, clock, { isOwn, terms, transaction });
    const isOurs = (order: unknown): boolean => {
      storage.items.set(KEY, JSON.stringify([{ v: 2, stage: 'sent', order }]));
      return journal.hasUnreadable();
    };
    for (const order of [undefined, null, 'x', [], [5], [null], ['x', {}], ['ours']])
      expect(isOurs(order), JSON.stringify(order)).to.equal(true);
    expect(isOurs(['theirs'])).to.equal(false);
  });

  it('P-11 keeps the entry in memory when no entry has ended', () => {
    const { journal, storage, clock } = opened();
    const other = createJournal(storage, 'hub-pay/1/0000000000000001', clock);
    other.write(entryOf(1, { stage: 'sent' }));
    storage.quota = 100;
    journal.write(entryOf(2, { stage: 'prompted' }));
    expect([journal.durable, other.read().length, journal.read().length]).to.deep.equal([false, 1, 1]);
  });

  it('P-11 keeps the entry in memory when the storage ignores every write, also the removal of ended entries', () => {
    const { journal, storage, clock } = opened();
    createJournal(storage, 'hub-pay/1/0000000000000001', clock).write(entryOf(1, { stage: 'settled' }));
    storage.setItem = () => {};
    storage.removeItem = () => {};
    journal.write(entryOf(2, { stage: 'prompted' }));
    expect([journal.durable, journal.find('entry-2')?.stage]).to.deep.equal([false, 'prompted']);
  });

  it('F-165 keeps entries in memory and reports durable as false when the storage is broken', () => {
    const { journal, storage } = opened();
    storage.fault = 'broken';
    journal.write(entryOf(1, { stage: 'prompted' }));
    journal.write(entryOf(1, { stage: 'sent' }));
    journal.write(entryOf(2, { stage: 'prompted' }));
    expect(journal.durable).to.equal(false);
    expect(journal.find('entry-1')?.stage).to.equal('sent');
    expect(journal.read()).to.have.length(2);
  });

  it('I23 stores no calldata and no signature when it writes an entry', () => {
    const { journal, storage } = opened();
    journal.write(entryOf(1, { stage: 'prompted' }));
    expect(storage.items.get(KEY)).not.to.match(/0x[0-9a-f]{65,}/);
  });
});

describe('journal with a failing storage', () => {
  it('F-166 keeps entries in memory for every journal of the key when the storage is full', () => {
    const storage = new SharedStorage();
    const key = keys.next().value;
    const [one, two] = [createJournal(storage, key, clock), createJournal(storage, key, clock)];
    one.write(entryOf(1, { stage: 'sent' }));
    storage.fault = 'full';
    one.write(entryOf(2, { stage: 'prompted', digest: 'x'.repeat(500) }));
    expect(two.find('entry-2')?.stage).to.equal('prompted');
    expect(two.find('entry-1')?.stage).to.equal('sent');
    expect([one.durable, two.durable]).to.deep.equal([false, false]);
    expect(createJournal(storage, 'hub-pay/1/other', clock).read()).to.deep.equal([]);
  });

  it('F-166 stores every entry when the storage has room again', () => {
    const storage = new SharedStorage();
    const key = keys.next().value;
    const journal = createJournal(storage, key, clock);
    storage.fault = 'full';
    journal.write(entryOf(1, { stage: 'prompted' }));
    storage.fault = null;
    journal.write(entryOf(2, { stage: 'prompted' }));
    expect(journal.durable).to.equal(true);
    expect(JSON.parse(storage.items.get(key)!)).to.have.length(2);
  });
});
