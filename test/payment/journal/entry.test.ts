import { expect } from 'chai';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { isUnfinished, isWatched, type Journal, type Stage } from '../../../src/payment/journal/entry.js';
import { journalKey } from '../../../src/payment/journal/keys.js';
import { createJournal } from '../../../src/payment/journal/storage.js';
import { SharedStorage } from '../../support/world-platform.js';
import { VirtualClock } from '../../support/clock.js';
import { entryOf, NOW } from '../model/samples.js';

const KEY = 'hub-pay/1/test';
const DAY = 24 * 60 * 60 * 1000;

function setUp(): { storage: SharedStorage; clock: VirtualClock; journal: Journal; again: () => Journal } {
  const storage = new SharedStorage();
  const clock = new VirtualClock(NOW);
  const again = (): Journal => createJournal(storage, KEY, clock);
  return { storage, clock, journal: again(), again };
}

describe('journal', () => {
  it('I3 stores an entry at once for the next reader when it is written', () => {
    const { journal, again } = setUp();
    journal.write(entryOf(1, { stage: 'prompted' }));
    expect(again().find('entry-1')).to.deep.equal(entryOf(1, { stage: 'prompted' }));
    expect(journal.durable).to.equal(true);
  });

  it('replaces the entry with the same id when it is written again, and reads the newest first', async () => {
    const { journal, clock } = setUp();
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
    const { journal, again } = setUp();
    const other = again();
    journal.write(entryOf(1));
    other.write(entryOf(2));
    journal.write(entryOf(1, { stage: 'prompted' }));
    expect(other.read().map(({ id }) => id)).to.have.members(['entry-1', 'entry-2']);
    expect(other.find('entry-1')?.stage).to.equal('prompted');
  });

  it('parses the stored text again only when it has changed', () => {
    const { journal, again, storage } = setUp();
    journal.write(entryOf(1));
    const first = journal.find('entry-1');
    expect(journal.find('entry-1')).to.equal(first);
    again().write(entryOf(1, { stage: 'prompted' }));
    expect(journal.find('entry-1')?.stage).to.equal('prompted');
    storage.removeItem(KEY);
    expect(journal.find('entry-1')).to.equal(undefined);
  });

  it('I25 reads no entry when it is stored under another key', () => {
    const { storage, clock, journal } = setUp();
    createJournal(storage, 'hub-pay/1/other', clock).write(entryOf(1));
    expect(journal.read()).to.deep.equal([]);
  });

  it('drops a settled entry when it is older than 30 days, and keeps a sent one', async () => {
    const { journal, clock } = setUp();
    journal.write(entryOf(1, { stage: 'settled' }));
    journal.write(entryOf(2, { stage: 'sent' }));
    await clock.advance(31 * DAY);
    journal.write(entryOf(3));
    expect(journal.read().map(({ id }) => id)).to.have.members(['entry-2', 'entry-3']);
  });

  it('drops the oldest settled entries, never a sent one, when it exceeds 64 KiB', async () => {
    const { journal, storage, clock } = setUp();
    journal.write(entryOf(0, { stage: 'sent' }));
    for (let n = 1; n <= 80; n += 1) {
      await clock.advance(1);
      journal.write(entryOf(n, { stage: 'settled', createdAt: NOW + n }));
    }
    const ids = journal.read().map(({ id }) => id);
    expect(storage.items.get(KEY)!.length).to.be.at.most(64 * 1024);
    expect(ids.length).to.be.within(20, 79);
    expect(ids).to.include.members(['entry-0', 'entry-80']).and.not.include('entry-1');
  });

  it('F-166 drops settled entries when the storage is full and a prompted entry needs the room', () => {
    const { journal, storage } = setUp();
    for (let n = 1; n <= 4; n += 1) journal.write(entryOf(n, { stage: 'settled' }));
    storage.fault = 'full';
    journal.write(entryOf(5, { stage: 'prompted' }));
    expect(journal.durable).to.equal(true);
    expect(JSON.parse(storage.items.get(KEY)!))
      .to.have.length(1)
      .and.to.have.nested.property('[0].id', 'entry-5');
  });

  it('F-165 keeps entries in memory and reports durable as false when the storage is broken', () => {
    const { journal, storage } = setUp();
    storage.fault = 'broken';
    journal.write(entryOf(1, { stage: 'prompted' }));
    journal.write(entryOf(1, { stage: 'sent' }));
    journal.write(entryOf(2, { stage: 'prompted' }));
    expect(journal.durable).to.equal(false);
    expect(journal.find('entry-1')?.stage).to.equal('sent');
    expect(journal.read()).to.have.length(2);
  });

  it('F-158 reads no entry from damaged or foreign text, and accepts new entries afterwards', () => {
    const { journal, storage } = setUp();
    for (const text of ['', '{', '[{"v":1,"id":"en', 'null', '7', '{"v":1}', '[null,1,"x",[],{}]']) {
      storage.items.set(KEY, text);
      expect(journal.read(), text).to.deep.equal([]);
    }
    journal.write(entryOf(1));
    expect(journal.find('entry-1')).to.not.equal(undefined);
  });

  it('F-169 reads the valid entries when others are invalid', () => {
    const { journal, storage } = setUp();
    const good = entryOf(1, { stage: 'sent' });
    const payment = good.payment;
    const tampered: unknown[] = [
      { ...good, v: 7 },
      { ...good, id: 5 },
      { ...good, stage: null },
      { ...good, status: {} },
      { ...good, emitted: 'x' },
      { ...good, payment: null },
      { ...good, createdAt: '1' },
      { ...good, updatedAt: null },
      { ...good, payment: { ...good.payment, payingHash: 3 } },
      { ...good, payment: { ...payment, requestId: '0x12' } },
      { ...good, payment: { ...payment, requestId: 'javascript:alert(1)' } },
      { ...good, payment: { ...payment, submissions: null } },
      { ...good, payment: { ...payment, submissions: [null] } },
      { ...good, payment: { ...payment, submissions: [{ chainId: 1, hash: 5, url: null }] } },
      { ...good, payment: { ...payment, intent: null } },
      { ...good, payment: { ...payment, quote: {} } },
      { ...good, payment: { ...payment, quote: null } },
      { ...good, payment: { ...payment, quote: { ...payment.quote, receives: {} } } },
    ].map((entry, index) => ({ ...entry, id: typeof entry.id === 'string' ? `bad-${index}` : entry.id }));
    storage.items.set(KEY, JSON.stringify([...tampered, good]));
    expect(journal.read().map(({ id }) => id)).to.deep.equal(['entry-1']);
  });

  it('F-170 skips an entry of a newer version, and keeps it in the storage when it writes', () => {
    const { journal, storage } = setUp();
    const newer = { ...entryOf(1, { stage: 'sent' }), v: 2 };
    storage.items.set(KEY, JSON.stringify([newer]));
    journal.write(entryOf(2));
    expect(journal.read().map(({ id }) => id)).to.deep.equal(['entry-2']);
    expect(JSON.parse(storage.items.get(KEY)!)).to.deep.include(newer);
  });

  it('I23 stores no calldata and no signature when it writes an entry', () => {
    const { journal, storage } = setUp();
    journal.write(entryOf(1, { stage: 'prompted' }));
    expect(storage.items.get(KEY)).not.to.match(/0x[0-9a-f]{65,}/);
  });
});

describe('journal stage', () => {
  const stages: Record<Stage, { out: boolean; watchedFor: number }> = {
    prepared: { out: false, watchedFor: 0 },
    prompted: { out: true, watchedFor: Infinity },
    'awaiting-deposit': { out: false, watchedFor: 7 * DAY },
    sent: { out: true, watchedFor: Infinity },
    abandoned: { out: false, watchedFor: 7 * DAY },
    failed: { out: false, watchedFor: DAY },
    cancelled: { out: false, watchedFor: 0 },
    settled: { out: false, watchedFor: 0 },
  };
  for (const [stage, { out, watchedFor }] of Object.entries(stages)) {
    it(`${stage} ${out ? 'blocks another payment' : 'lets the payer pay again'} and is watched for ${watchedFor / DAY} days`, () => {
      const entry = entryOf(1, { stage: stage as Stage });
      expect(isUnfinished(entry)).to.equal(out);
      for (const days of [0, 0.5, 1.5, 8, 400]) {
        expect(isWatched(entry, NOW + days * DAY), `${days} days`).to.equal(days * DAY < watchedFor);
      }
    });
  }
});

describe('journalKey', () => {
  it('returns the same key when order and service are the same and other options differ', () => {
    expect(journalKey({ baseUrl: 'https://a.test', reference: 'order-7', amount: '1' })).to.equal(
      journalKey({ baseUrl: 'https://a.test', reference: 'order-7', amount: '2' }),
    );
  });

  it('returns another key when the order, the service or the payment without an order differs', () => {
    const keys = [
      { baseUrl: 'https://a.test', reference: 'order-7' },
      { baseUrl: 'https://a.test', reference: 'order-8' },
      { baseUrl: 'https://b.test', reference: 'order-7' },
      { baseUrl: 'https://a.test', amount: '1' },
      { baseUrl: 'https://a.test', amount: '2' },
    ].map((options) => journalKey(options));
    expect(new Set(keys)).to.have.property('size', keys.length);
    for (const key of keys) expect(key).to.match(/^hub-pay\/1\/[0-9a-f]{16}$/);
  });

  it('returns the same key for every notation of a payment when there is no order', () => {
    const key = (options: Partial<SessionOptions>): string => journalKey({ baseUrl: 'https://a.test', ...options });
    const same: Partial<SessionOptions>[][] = [
      [{ amount: '25' }, { amount: '25.00' }, { amount: '025.0' }],
      [{ amount: '20' }, { amount: '20.0' }],
      [{ amount: '0.5' }, { amount: '0.50' }, { amount: '00.5' }],
      [{ amount: '100.01' }, { amount: '100.0100' }],
      [{ recipient: '0xAbC' }, { recipient: '0xabc' }, { recipient: '0XABC' }],
      [{ recipient: 'AbC' }],
      [{ recipient: 'abc' }],
      [{ destinationCurrency: '0xAbC' }, { destinationCurrency: '0xabc' }],
      [{ destinationCurrency: 'USDC' }, { destinationCurrency: 'usdc' }],
      [{ destinationChainId: 1 }],
      [{}, { tradeType: 'EXACT_OUTPUT' }, { originChainId: 1, originCurrency: '0xAA' }, { origins: [1] }],
      [{ tradeType: 'EXPECTED_OUTPUT' }],
      [{ txs: [{ to: '0xAA', value: '0', data: '0x01' }] }],
      [{ txs: [{ to: '0xAA', value: '0', data: '0x02' }] }],
      [{ tradeType: 'EXACT_INPUT', originChainId: 1, originCurrency: '0xAA' }],
      [
        { tradeType: 'EXACT_INPUT', originChainId: 1, originCurrency: '0xBB' },
        { tradeType: 'EXACT_INPUT', originChainId: 1, originCurrency: '0xbb', quoteOptions: { a: 1 } },
      ],
    ];
    for (const each of same) expect(new Set(each.map(key)), JSON.stringify(each)).to.have.property('size', 1);
    expect(new Set(same.flat().map(key))).to.have.property('size', same.length);
  });
});
