import { expect } from 'chai';
import { isFresh, isPaying, planSteps, QUOTE_TTL_MS, type GuardedQuote } from '../../src/payment/plan.js';
import type { WalletRequest } from '../../src/types.js';
import { NOW, quote } from './samples.js';

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

describe('the plan of a guarded quote', () => {
  it('keeps the order and says which step pays', () => {
    const { steps } = planSteps(guarded(transaction('approve'), transaction('approve'), transaction('deposit')));
    expect(steps.map(({ ref, paying }) => [ref.id, ref.index, ref.count, paying])).to.deep.equal([
      ['approve', 0, 3, false],
      ['approve', 1, 3, false],
      ['deposit', 2, 3, true],
    ]);
  });

  it('counts every step as paying that is not known to move nothing', () => {
    expect(['approve', 'approval', 'deposit', 'send', 'swap', 'news'].filter(isPaying)).to.deep.equal([
      'deposit',
      'send',
      'swap',
      'news',
    ]);
  });

  it('refuses anything but one paying step, at the end', () => {
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

  it('refuses a kind of request that no wallet is asked for yet', () => {
    const instructions = {
      ...{ step: 'deposit', chainId: 1, kind: 'instructions', feePayer: '', instructions: [], lookupTables: [] },
    } as WalletRequest;
    expect(() => planSteps(guarded(instructions)))
      .to.throw()
      .with.property('code', 'quote-unsafe');
  });

  it('counts a signature as the step that pays', () => {
    const signature = { ...transaction('authorize1'), kind: 'signature' } as unknown as WalletRequest;
    expect(
      planSteps(guarded(transaction('approve'), signature)).steps.map(({ ref, paying }) => [ref.kind, paying]),
    ).to.deep.equal([
      ['transaction', false],
      ['signature', true],
    ]);
  });

  it('F-25 a quote is fresh for 30 s from when it was asked for, not longer', () => {
    const quoted = guarded(transaction('deposit'));
    expect(QUOTE_TTL_MS).to.equal(30_000);
    expect([0, 30_000, 30_001].map((age) => isFresh(quoted, NOW + age))).to.deep.equal([true, true, false]);
  });
});
