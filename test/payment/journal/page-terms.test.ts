import { expect } from 'chai';
import { composeEntry, isRestored, remember, restoredTerms } from '../../../src/payment/journal/page-terms.js';
import type { Restore } from '../../../src/payment/journal/page-terms.js';
import { toStored, type StoredEntry } from '../../../src/payment/journal/stored-entry.js';
import { MemoryStore } from '../../../src/shared/memory-store.js';
import { ADDRESS, entryOf, problemOf, receiptOf, toAddress } from '../../support/samples.js';

const restore: Restore = {
  terms: (stored) => restoredTerms(stored),
  transaction: (chainId, hash) => ({ chainId, hash, url: `https://scan.test/tx/${hash}` }),
};
const hash = `0x${'aa'.repeat(32)}`;
const paid = entryOf(1, { stage: 'settled', status: 'success', outcome: { receipt: receiptOf(entryOf(1).payment) } });

describe('composeEntry', () => {
  it('S-1 S-3 knows no terms and no end of an entry that another page has stored', () => {
    const { payment, outcome } = composeEntry(new MemoryStore(), toStored(paid), restore);
    expect(isRestored(payment)).to.equal(true);
    expect([payment.quote.recipient, payment.account, payment.quote.pays.amount, outcome]).to.deep.equal([
      '',
      null,
      null,
      undefined,
    ]);
  });

  it('keeps the terms and the end that this page knows', () => {
    const page = new MemoryStore();
    remember(page, paid);
    expect(composeEntry(page, toStored(paid), restore)).to.deep.equal(paid);
    const reopened = { ...toStored(paid), stage: 'sent' } as StoredEntry;
    expect(composeEntry(page, reopened, restore)).to.not.have.property('outcome');
  });

  it('P-38 believes no stored error of a payment that this page has sent, also after the storage calls it abandoned', () => {
    const page = new MemoryStore();
    const sent = entryOf(1, { stage: 'sent' });
    remember(page, sent, true);
    const abandoned = composeEntry(page, { ...toStored(sent), stage: 'abandoned' }, restore);
    remember(page, abandoned, true);
    for (const stage of ['abandoned', 'cancelled'] as const) {
      const planted = { ...toStored(abandoned), stage, problem: 'wallet-rejected' } as StoredEntry;
      expect(composeEntry(page, planted, restore).outcome?.problem, stage).to.include({
        code: 'unconfirmed',
        money: 'unknown',
      });
    }
    const own = { ...abandoned, outcome: { problem: problemOf('replaced') } };
    remember(page, own, true);
    expect(composeEntry(page, toStored(own), restore).outcome?.problem).to.include({ code: 'replaced' });
  });

  it('P-38 takes no stage for its own after another tab has changed it, also when the storage has it again', () => {
    const cancelled = entryOf(1, { stage: 'cancelled', outcome: { problem: problemOf('wallet-rejected') } });
    for (const [between, stage] of [
      ['sent', 'sent'],
      ['failed', 'failed'],
      ['prompted', 'cancelled'],
      ['abandoned', 'cancelled'],
    ] as const) {
      const page = new MemoryStore();
      remember(page, cancelled, true);
      expect(composeEntry(page, toStored(cancelled), restore)).to.include({ stage: 'cancelled', isOwnStage: true });
      composeEntry(page, toStored(entryOf(1, { stage: between })), restore);
      for (let read = 1; read <= 2; read += 1)
        expect(composeEntry(page, toStored(cancelled), restore), between)
          .to.include({ stage })
          .and.not.to.have.property('isOwnStage');
      remember(page, cancelled, true);
      expect(composeEntry(page, toStored(cancelled), restore)).to.include({ stage: 'cancelled', isOwnStage: true });
    }
  });

  it('keeps the request id that this page knows when the storage names another one', () => {
    const page = new MemoryStore();
    const sent = entryOf(1, { stage: 'sent' });
    const stored = toStored(sent);
    const other: StoredEntry = { ...stored, payment: { ...stored.payment, requestId: `0x${'ee'.repeat(32)}` } };
    remember(page, sent);
    const { payment } = composeEntry(page, other, restore);
    expect([payment.requestId, payment.quote.requestId]).to.deep.equal(
      Array.from({ length: 2 }, () => sent.payment.quote.requestId),
    );
    expect(composeEntry(new MemoryStore(), other, restore).payment.requestId).to.equal(other.payment.requestId);
  });

  it('takes a deposit address only from the page’s memory', () => {
    const page = new MemoryStore();
    const entry = entryOf(1, { stage: 'awaiting-deposit', payment: toAddress(entryOf(1).payment) });
    expect(composeEntry(page, toStored(entry), restore).payment.deposit?.address).to.equal('');
    remember(page, entry);
    expect(composeEntry(page, toStored(entry), restore).payment.deposit?.address).to.equal(ADDRESS);
  });

  it('makes links from the chain, and leaves out what is not the form of a hash', () => {
    const submissions = [hash, 'https://evil.test', `0x${'bb'.repeat(20)}`].map((each) => ({
      chainId: 10,
      hash: each,
    }));
    const stored = toStored(entryOf(1));
    const { payment } = composeEntry(
      new MemoryStore(),
      { ...stored, payment: { ...stored.payment, submissions } },
      restore,
    );
    expect(payment.submissions).to.deep.equal([{ chainId: 10, hash, url: `https://scan.test/tx/${hash}` }]);
  });

  it('takes only known statuses and members from the storage', () => {
    const stored = {
      ...toStored(entryOf(1, { stage: 'sent' })),
      outcome: paid.outcome,
      status: 'success',
    } as StoredEntry;
    const entry = composeEntry(new MemoryStore(), stored, restore);
    expect(entry).to.include({ status: 'waiting' }).and.to.not.have.property('outcome');
  });

  for (const stage of ['prompted', 'sent'] as const) {
    it(`does not know from the storage alone that nothing was sent when this page has written ${stage}`, () => {
      const page = new MemoryStore();
      const asked = entryOf(1, { stage });
      const cancelled = toStored(
        entryOf(1, { stage: 'cancelled', outcome: { problem: problemOf('wallet-rejected') } }),
      );
      remember(page, asked, true);
      remember(page, asked);
      expect(composeEntry(page, cancelled, restore).outcome?.problem).to.include({
        code: 'unconfirmed',
        money: 'unknown',
      });
      const prepared = toStored(entryOf(1, { stage: 'prepared' }));
      expect(composeEntry(page, prepared, restore).stage).to.equal(stage);
    });
  }

  it('knows the code of a problem after a reload, but not a failure', () => {
    const abandoned = entryOf(1, { stage: 'abandoned', outcome: { problem: problemOf('reverted') } });
    const failed = entryOf(1, { stage: 'failed', outcome: { problem: problemOf('failed') } });
    expect(composeEntry(new MemoryStore(), toStored(abandoned), restore).outcome?.problem?.code).to.equal('reverted');
    expect(composeEntry(new MemoryStore(), toStored(failed), restore).outcome).to.equal(undefined);
  });
});
