import { expect } from 'chai';
import { createJournal } from '../../../src/payment/journal/storage.js';
import { toStored } from '../../../src/payment/journal/stored-entry.js';
import { SharedStorage } from '../../support/world/world-platform.js';
import { VirtualClock } from '../../support/clock.js';
import { KEY, opened } from './opened.js';
import { entryOf, NOW } from '../../support/samples.js';

const keys = (function* () {
  for (let n = 0; ; n += 1) yield `hub-pay/1/storage-${n}`;
})();

describe('readEntries', () => {
  it('I25 reads no entry when it is stored under another key', () => {
    const { storage, clock, journal } = opened();
    createJournal(storage, 'hub-pay/1/other', clock).write(entryOf(1));
    expect(journal.read()).to.deep.equal([]);
  });

  it('P-10 reads an entry whatever its time is, so that it blocks a second payment', () => {
    for (const updatedAt of [-1, -1e300, 0, 1e300]) {
      const { storage, journal } = opened();
      storage.items.set(KEY, JSON.stringify([{ ...toStored(entryOf(1, { stage: 'sent' })), updatedAt }]));
      expect(
        journal.read().map(({ stage }) => stage),
        String(updatedAt),
      ).to.deep.equal(['sent']);
    }
  });

  it('P-10 takes the entry with the latest time when all times are before 1970', () => {
    const { storage, journal } = opened();
    const sent = { ...toStored(entryOf(1, { stage: 'sent' })), updatedAt: -1 };
    storage.items.set(KEY, JSON.stringify([sent, { ...sent, stage: 'prompted', updatedAt: -2 }]));
    expect(journal.read().map(({ stage }) => stage)).to.deep.equal(['sent']);
  });

  it('F-166 reads the newer entry of another tab when its own entries are in memory', async () => {
    const storage = new SharedStorage();
    const key = keys.next().value;
    const time = new VirtualClock(NOW);
    const [mine, theirs] = [createJournal(storage, key, time), createJournal(storage, key, time)];
    theirs.write(entryOf(1, { stage: 'prompted' }));
    storage.fault = 'full';
    mine.write(entryOf(2, { stage: 'prompted', digest: 'x'.repeat(500) }));
    storage.items.set(
      key,
      storage.items
        .get(key)!
        .replace('"prompted"', '"sent"')
        .replace(/"updatedAt":\d+/, `"updatedAt":${NOW + 9}`),
    );
    expect(mine.find('entry-1')?.stage).to.equal('sent');
    expect(mine.find('entry-2')?.stage).to.equal('prompted');
  });
});
