/** Tests when a signature may still be posted. */
import { expect } from 'chai';
import type { PaymentContext } from '../../../src/payment/context/context.js';
import type { JournalEntry } from '../../../src/payment/journal/entry.js';
import { mayPost } from '../../../src/payment/pay/was-left.js';

const entryIn = (stage: string, status = 'waiting', id = 'own'): JournalEntry =>
  ({ id, stage, status }) as unknown as JournalEntry;
const contextOf = (entries: JournalEntry[], isUnreadable = false): PaymentContext =>
  ({
    journal: { read: () => entries, hasUnreadable: () => isUnreadable },
    settledBefore: () => new Set(),
  }) as unknown as PaymentContext;

describe('mayPost', () => {
  const sent = entryIn('sent');

  it('is true while the payment is sent and the service has seen nothing', () => {
    expect(mayPost(contextOf([sent]), sent)).to.equal(true);
    expect(mayPost(contextOf([sent, entryIn('abandoned', 'waiting', 'other')]), sent)).to.equal(true);
  });

  it('is false when the payer gave the payment up, or the service has seen it', () => {
    for (const entry of [entryIn('abandoned'), entryIn('prompted'), entryIn('sent', 'pending'), undefined])
      expect(mayPost(contextOf(entry ? [entry] : []), entry)).to.equal(false);
  });

  it('is false when another payment of the order was perhaps sent, or cannot be read', () => {
    expect(mayPost(contextOf([sent, entryIn('sent', 'waiting', 'other')]), sent)).to.equal(false);
    expect(mayPost(contextOf([sent], true), sent)).to.equal(false);
  });
});
