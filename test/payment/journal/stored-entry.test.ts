import type { Stage } from '../../../src/payment/journal/entry.js';
import { expect } from 'chai';
import {
  fromStored,
  labelOf,
  problemOf,
  toStored,
  type StoredEntry,
} from '../../../src/payment/journal/stored-entry.js';
import { people } from '../../support/quotes.js';
import { KEY, opened } from './opened.js';
import { entryOf, problemOf as errorOf, receiptOf } from '../../support/samples.js';

describe('toStored', () => {
  it('S-1 S-3 stores no amount, no recipient, no link and no end of a payment', () => {
    const payment = {
      ...entryOf(1).payment,
      submissions: [{ chainId: 10, hash: '0xaa', url: 'https://a.test/tx/0xaa' }],
    };
    const receipt = receiptOf(payment);
    const text = JSON.stringify(toStored(entryOf(1, { stage: 'settled', payment, outcome: { receipt } })));
    for (const part of ['http', people.recipient, people.payer.toUpperCase(), 'amount', 'receipt', 'USDC'])
      expect(text).to.not.include(part);
  });

  it('stores what finds the payment again', () => {
    const { payment, ...rest } = toStored(entryOf(1, { stage: 'sent', outcome: { problem: errorOf('reverted') } }));
    expect(payment).to.deep.equal({ requestId: entryOf(1).payment.requestId, submissions: [] });
    expect(rest).to.deep.include({ id: 'entry-1', stage: 'sent', problem: 'reverted', label: 'order-7' });
  });
});

describe('fromStored', () => {
  it('F-169 refuses an entry when one of its values has another form', () => {
    const good = toStored(entryOf(1, { stage: 'sent' }));
    const { payment, prompt } = good;
    expect(fromStored(good)).to.equal(good);
    const tampered: unknown[] = [
      null,
      'x',
      [],
      {},
      { ...good, v: 2 },
      { ...good, id: 5 },
      { ...good, id: '../x' },
      { ...good, stage: null },
      { ...good, stage: 'mystery' },
      { ...good, stage: 'constructor' },
      { ...good, reset: 'x' },
      { ...good, status: {} },
      { ...good, emitted: 'x' },
      { ...good, order: 'x' },
      { ...good, createdAt: '1' },
      { ...good, updatedAt: null },
      { ...good, payment: null },
      { ...good, prompt: 'x' },
      { ...good, prompt: { ...prompt, step: null } },
      { ...good, prompt: { ...prompt, nonce: 'x' } },
      { ...good, payment: { ...payment, payingHash: 3 } },
      { ...good, payment: { ...payment, requestId: '0x12' } },
      { ...good, payment: { ...payment, requestId: 'javascript:alert(1)' } },
      { ...good, payment: { ...payment, submissions: null } },
      { ...good, payment: { ...payment, submissions: [null] } },
      { ...good, payment: { ...payment, submissions: [{ chainId: 1, hash: 5 }] } },
      { ...good, payment: { ...payment, deposit: { arrived: '-1' } } },
    ];
    for (const value of tampered) expect(fromStored(value), JSON.stringify(value)).to.equal(null);
  });

  it('F-169 refuses an entry when code that reads the chain cannot parse what it expects there', () => {
    const good = toStored(entryOf(1, { stage: 'sent' }));
    const message = { from: people.payer, orderId: '0x01', blockhash: 'b1', lastValidBlockHeight: '9', since: '4' };
    const read = (expected: unknown): unknown => fromStored({ ...good, prompt: { ...good.prompt, expected } });
    for (const expected of [null, message, { ...message, since: undefined }])
      expect(read(expected), JSON.stringify(expected)).to.not.equal(null);
    for (const expected of [
      'x',
      5,
      true,
      [],
      ...['x', '-1', '1.5', '', 4, null].map((since) => ({ ...message, since })),
      ...['x', 9, ['9'], null, undefined].map((height) => ({ ...message, lastValidBlockHeight: height })),
      { ...message, blockhash: 7 },
      { ...message, orderId: null },
    ])
      expect(read(expected), JSON.stringify(expected)).to.equal(null);
  });

  it('refuses an entry that was perhaps sent when its last request is an approval', () => {
    const withStep = (stage: Stage, id: string): unknown => ({
      ...toStored(entryOf(1, { stage })),
      prompt: { step: { id, kind: 'transaction', index: 0, count: 2 }, chainId: 1, nonce: '7', expected: null },
    });
    for (const stage of ['prompted', 'sent'] as const) {
      expect(fromStored(withStep(stage, 'approve'))).to.equal(null);
      expect(fromStored(withStep(stage, 'deposit'))).to.not.equal(null);
    }
    expect(fromStored(withStep('prepared', 'approve'))).to.not.equal(null);
  });
});

describe('problemOf', () => {
  it('takes the words from the code, and nothing from the storage', () => {
    expect(problemOf('reverted')).to.include({ code: 'reverted', money: 'in-wallet' });
    for (const code of ['evil', 'toString', 7, undefined]) expect(problemOf(code)).to.equal(undefined);
  });
});

describe('labelOf', () => {
  it('leaves out what is not the form of an order id', () => {
    const labels = ['order-7', 'Nr. 4711', '0f8fad5b-d9cb-469f-a165-70867728950e'];
    const others = [people.attacker, 'https://evil.test', 'x'.repeat(65), '<b>', 7, undefined];
    const read = (label: unknown): string | null => labelOf({ label } as StoredEntry);
    expect(labels.map(read)).to.deep.equal(labels);
    expect(others.map(read)).to.deep.equal(others.map(() => null));
  });
});

describe('journal with unreadable values', () => {
  it('P-10 F-158 says that damaged text is unreadable, and keeps it until it is dropped', () => {
    for (const text of ['{', '[{"v":1,"id":"en', 'null', '7', '{"v":1}', '[null,1,"x",[],{}]']) {
      const { journal, storage } = opened();
      storage.items.set(KEY, text);
      expect([journal.read().length, journal.hasUnreadable()], text).to.deep.equal([0, true]);
      journal.write(entryOf(1));
      expect([journal.read().length, journal.hasUnreadable()], text).to.deep.equal([1, true]);
      journal.dropUnreadable();
      expect([journal.read().length, journal.hasUnreadable()], text).to.deep.equal([1, false]);
    }
  });

  it('F-158 never reads the text as no payment, however it is cut off', () => {
    const { journal, storage } = opened();
    const text = JSON.stringify([toStored(entryOf(1, { stage: 'sent' }))]);
    for (let length = 1; length < text.length; length += 1) {
      storage.items.set(KEY, text.slice(0, length));
      expect([journal.read().length, journal.hasUnreadable()], text.slice(0, length)).to.deep.equal([0, true]);
    }
  });

  it('P-10 F-170 keeps an entry of a newer version in the storage when it writes', () => {
    const { journal, storage } = opened();
    const newer = { ...toStored(entryOf(1, { stage: 'sent' })), v: 2 };
    storage.items.set(KEY, JSON.stringify([newer]));
    journal.write(entryOf(2));
    expect(journal.read().map(({ id }) => id)).to.deep.equal(['entry-2']);
    expect([JSON.parse(storage.items.get(KEY)!), journal.hasUnreadable()]).to.deep.include(true);
    expect(JSON.parse(storage.items.get(KEY)!)).to.deep.include(newer);
  });

  it('has nothing unreadable when there is no text', () => {
    const { journal, storage } = opened();
    expect(journal.hasUnreadable()).to.equal(false);
    storage.items.set(KEY, '[]');
    expect(journal.hasUnreadable()).to.equal(false);
  });
});
