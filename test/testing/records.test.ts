/** Tests that the records for a merchant's tests come to the reasons of `verifyPayment` that they are made for. */
import { expect } from 'chai';
import { verifyPayment } from '../../src/server/verify-payment.js';
import { answerWith, testRecord, type TestPayment } from '../../src/testing/records.js';

const requestId = `0x${'ab'.repeat(32)}`;
const terms = {
  recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
  chainId: 8453,
  currency: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '25000000',
};
const OTHER = `0x${'99'.repeat(20)}`;

const reasonOf = async (fetch: typeof globalThis.fetch): Promise<string> => {
  const result = await verifyPayment({ baseUrl: 'https://pay.example', requestId, expect: terms, fetch });
  return result.ok ? `${String(result.payment.received.amount)} from ${result.payment.paid.chainId}` : result.reason;
};

const records: [reason: string, changes: Partial<TestPayment>][] = [
  ['25000000 from 8453', {}],
  ['25000001 from 10', { amount: '25000001', originChainId: 10 }],
  ['pending', { status: 'waiting' }],
  ['pending', { status: 'pending' }],
  ['refunded', { status: 'refund' }],
  ['failed', { status: 'failure' }],
  ['recipient', { recipient: OTHER }],
  ['chain', { chainId: 10 }],
  ['currency', { currency: OTHER }],
  ['amount', { amount: '24999999' }],
  ['amount', { minimumAmount: '24999999' }],
  ['calls', { calls: [{}] }],
  ['unknown-id', { requestId: `0x${'cd'.repeat(32)}` }],
];

describe('testRecord', () => {
  for (const [reason, changes] of records)
    it(`makes a record that verifyPayment reads as "${reason}": ${JSON.stringify(changes)}`, async () => {
      expect(await reasonOf(answerWith(testRecord({ requestId, ...terms, ...changes })))).to.equal(reason);
    });
});

describe('testRecord of a wrong time', () => {
  it('throws an error with the form of a time', () => {
    expect(() => testRecord({ requestId, ...terms, sentAt: 'tomorrow' })).to.throw(
      TypeError,
      'testRecord: sentAt "tomorrow" is no date and time, such as "2026-01-31T09:00:00Z"',
    );
  });
});

describe('testRecord of a wrong status', () => {
  it('throws an error that names the statuses of the service', () => {
    expect(() => testRecord({ requestId, ...terms, status: 'refunded' as never })).to.throw(
      TypeError,
      'testRecord: status "refunded" is none of waiting, depositing, pending, success, refund, failure',
    );
  });
});

describe('answerWith', () => {
  it('knows no payment without a record', async () => {
    expect(await reasonOf(answerWith())).to.equal('unknown-id');
  });
});
