import { expect } from 'chai';
import { isFresh, planSteps, QUOTE_TTL_MS, type GuardedQuote } from '../../../src/payment/quote/plan-steps.js';
import type { WalletRequest } from '../../../src/types.js';
import { NOW, quote } from '../../support/samples.js';

const transaction = (step: string): WalletRequest => ({
  step,
  chainId: 8453,
  kind: 'transaction',
  from: '0xa',
  to: '0xb',
  data: '0x',
  value: '0',
});
const guarded = (...requests: WalletRequest[]): GuardedQuote => ({
  summary: quote,
  requests,
  digest: '0xd',
  quotedAt: NOW,
});

describe('plan-steps', () => {
  it('keeps the order of the steps and marks the last one as paying when approvals precede a deposit', () => {
    const { steps } = planSteps(guarded(transaction('approve'), transaction('approve'), transaction('deposit')));
    expect(steps.map(({ ref, paying }) => [ref.id, ref.index, ref.count, paying])).to.deep.equal([
      ['approve', 0, 3, false],
      ['approve', 1, 3, false],
      ['deposit', 2, 3, true],
    ]);
  });

  it('throws quote-unsafe when there is not exactly one paying step at the end', () => {
    for (const requests of [
      [],
      ['approve'],
      ['deposit', 'approve'],
      ['deposit', 'deposit'],
      ['approve', 'deposit', 'deposit'],
    ]) {
      expect(() => planSteps(guarded(...requests.map(transaction))), requests.join())
        .to.throw()
        .with.property('code', 'quote-unsafe');
    }
  });

  it('plans instructions as a transaction that pays', () => {
    const instructions = {
      step: 'deposit',
      chainId: 1,
      kind: 'instructions',
      from: '',
      orderId: '',
      feePayer: '',
      currency: '1'.repeat(32),
      amount: '1',
      instructions: [],
      lookupTables: [],
    } as WalletRequest;
    const { steps } = planSteps(guarded(instructions));
    expect(steps).to.deep.equal([
      { ref: { id: 'deposit', kind: 'transaction', index: 0, count: 1 }, request: instructions, paying: true },
    ]);
  });

  it('marks a signature as the paying step when it follows an approval', () => {
    const signature = { ...transaction('authorize1'), kind: 'signature' } as unknown as WalletRequest;
    expect(
      planSteps(guarded(transaction('approve'), signature)).steps.map(({ ref, paying }) => [ref.kind, paying]),
    ).to.deep.equal([
      ['transaction', false],
      ['signature', true],
    ]);
  });

  it('F-25 treats a quote as fresh when its request is at most 30 s old', () => {
    const quoted = guarded(transaction('deposit'));
    expect(QUOTE_TTL_MS).to.equal(30_000);
    expect([0, 30_000, 30_001].map((age) => isFresh(quoted, NOW + age))).to.deep.equal([true, true, false]);
  });
});
