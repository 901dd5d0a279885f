import { expect } from 'chai';
import { type Journal } from '../../../src/payment/journal/entry.js';
import { createJournal } from '../../../src/payment/journal/storage.js';
import { SharedStorage } from '../../support/world-platform.js';
import { VirtualClock } from '../../support/clock.js';
import { entryOf, NOW } from '../../support/samples.js';

const KEY = 'hub-pay/1/test';

function setUp(): { storage: SharedStorage; clock: VirtualClock; journal: Journal; again: () => Journal } {
  const storage = new SharedStorage();
  const clock = new VirtualClock(NOW);
  const again = (): Journal => createJournal(storage, KEY, clock);
  return { storage, clock, journal: again(), again };
}

describe('journal with invalid entries', () => {
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
});
