/** Tests when the payer has left a payment, and when a signature may still be posted. */
import { expect } from 'chai';
import type { PaymentContext } from '../../../src/payment/context/context.js';
import type { JournalEntry } from '../../../src/payment/journal/entry.js';
import type { Execution } from '../../../src/payment/pay/execution.js';
import { mayPost, wasLeft } from '../../../src/payment/pay/was-left.js';

const entryIn = (stage: string, status = 'waiting', id = 'own'): JournalEntry =>
  ({ id, stage, status }) as unknown as JournalEntry;
const contextOf = (entries: JournalEntry[], isUnreadable = false): PaymentContext =>
  ({
    journal: { read: () => entries, hasUnreadable: () => isUnreadable },
    settledBefore: () => new Set(),
  }) as unknown as PaymentContext;

const ID = `0x${'ab'.repeat(32)}`;
const aborted = AbortSignal.abort();
const running = new AbortController().signal;

/** An execution of the payment `ID`. */
const executionOf = (state: object, signal = running, sessionSignal = running): Execution =>
  ({
    context: { state: () => state, signal: sessionSignal },
    entry: { payment: { requestId: ID } },
    signal,
  }) as unknown as Execution;
const authorizing = (requestId = ID): object => ({ name: 'authorizing', payment: { requestId } });

describe('wasLeft', () => {
  it('is false while the screen shows that the wallet is asked for this payment', () => {
    expect(wasLeft(executionOf(authorizing()))).to.equal(false);
  });

  it('F-62 is true when the screen shows something else, also another payment or another stage', () => {
    for (const state of [authorizing('0x1'), { ...authorizing(), name: 'processing' }, { name: 'reviewing' }])
      expect(wasLeft(executionOf(state))).to.equal(true);
  });

  it('F-62 is true when the payer has left and pays again with the same quote', () => {
    expect(wasLeft(executionOf(authorizing(), aborted))).to.equal(true);
  });

  it('is true when the session has ended', () => {
    expect(wasLeft(executionOf(authorizing(), running, aborted))).to.equal(true);
  });
});

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
