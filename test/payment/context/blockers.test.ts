import { expect } from 'chai';
import { resumedEvent } from '../../../src/payment/context/blockers.js';
import type { JournalEntry } from '../../../src/payment/journal/entry.js';
import { entryOf, NOW, paymentOf, toAddress } from '../../support/samples.js';

describe('resumedEvent', () => {
  const hash = { chainId: 8453, hash: `0x${'1a'.repeat(32)}`, url: null };
  const paid = { ...paymentOf(1, [hash]), payingHash: hash.hash };
  const rows: [title: string, change: Partial<JournalEntry>, status: string][] = [
    ['unknown when the wallet was prompted and has not answered', { stage: 'prompted' }, 'unknown'],
    ['waiting when the transaction is known', { stage: 'abandoned', payment: paid }, 'waiting'],
    ['unknown when only one source shows that nothing was paid', { stage: 'prompted', payment: paid }, 'unknown'],
    ['waiting when the wallet has sent the payment', { stage: 'sent' }, 'waiting'],
    ['waiting when the payment is a deposit', { stage: 'abandoned', payment: toAddress(paymentOf(1)) }, 'waiting'],
    ['the service’s status when the service has seen it', { stage: 'prompted', status: 'pending' }, 'pending'],
  ];
  for (const [title, change, status] of rows) {
    it(`has the status ${title}`, () => {
      const entry = entryOf(1, { createdAt: NOW - 5, ...change });
      expect(resumedEvent(entry)).to.deep.equal({ type: 'resumed', payment: entry.payment, status, since: NOW - 5 });
    });
  }
});
