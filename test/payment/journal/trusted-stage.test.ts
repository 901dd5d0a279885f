import { expect } from 'chai';
import { STAGES, type Stage } from '../../../src/payment/journal/entry.js';
import { isUnsent } from '../../../src/payment/journal/entry.js';
import { isUnfinished } from '../../../src/payment/journal/lifecycle.js';
import {
  contradictsItself,
  hasPayingPrompt,
  isOnlyStoredUnsent,
  restoredStage,
  wasAsked,
} from '../../../src/payment/journal/trusted-stage.js';
import { entryOf } from '../../support/samples.js';

const NAMES: readonly (Stage | undefined)[] = [undefined, ...STAGES];
const { prompt } = entryOf(1, { stage: 'prompted' });

/** Every stored stage, with every stage that the page can know. */
const cases = STAGES.flatMap((stage) =>
  NAMES.flatMap((written) =>
    NAMES.flatMap((seen) =>
      [null, prompt].map((asked) => ({ stored: { stage, prompt: asked }, page: { written, seen } })),
    ),
  ),
);

describe('trusted-stage', () => {
  it('P-38 believes a stored stage that is not `prepared` or `cancelled`', () => {
    for (const { stored, page } of cases.filter(({ stored: { stage } }) => !isUnsent({ stage })))
      expect(restoredStage(stored, page)).to.equal(stored.stage);
  });

  it('P-38 believes the stage that this page has written itself, and that nobody has changed since then', () => {
    for (const { stored, page } of cases.filter(({ stored: { stage }, page: { written } }) => stage === written))
      if (page.seen === page.written) expect(restoredStage(stored, page)).to.equal(stored.stage);
  });

  it('P-38 keeps a payment out when this page has seen it sent, awaited, failed or settled', () => {
    const kept: readonly (Stage | undefined)[] = ['sent', 'awaiting-deposit', 'failed', 'settled'];
    for (const { stored, page } of cases.filter(({ page: { seen } }) => kept.includes(seen))) {
      if (!isUnsent(stored)) continue;
      const result = restoredStage(stored, page);
      expect(isUnsent({ stage: result }), JSON.stringify({ stored, page, result })).to.equal(false);
    }
  });

  it('P-38 keeps a payment that this page has asked for when another script stores that it was never asked for', () => {
    for (const { stored, page } of cases.filter(({ page: { written } }) => wasAsked(written)))
      if (stored.stage === 'prepared') expect(isUnfinished({ stage: restoredStage(stored, page) })).to.equal(true);
  });

  it('P-38 takes over from another tab that the wallet has refused a payment or a batch', () => {
    const page = { written: undefined, seen: 'prompted' } as const;
    expect(restoredStage({ stage: 'cancelled', prompt }, page)).to.equal('cancelled');
    expect(restoredStage({ stage: 'prepared', prompt: null }, page)).to.equal('prepared');
    expect(restoredStage({ stage: 'prepared', prompt }, page)).to.equal('prompted');
  });

  it('P-38 tells an unsent payment of this page from one that only the storage shows', () => {
    expect(isOnlyStoredUnsent(entryOf(1, { stage: 'cancelled' }))).to.equal(true);
    expect(isOnlyStoredUnsent(entryOf(1, { stage: 'cancelled', isOwnStage: true }))).to.equal(false);
    expect(isOnlyStoredUnsent(entryOf(1, { stage: 'sent' }))).to.equal(false);
  });

  it('P-38 sees that a stage contradicts the payment when the payment has what only a sent payment has', () => {
    const { payment } = entryOf(1);
    for (const more of [
      { payingHash: `0x${'ab'.repeat(32)}` },
      { signed: true },
      { batched: true },
      { deposit: { address: '', extraDeposits: [] } },
    ] as const) {
      const entry = entryOf(1, { stage: 'prepared', payment: { ...payment, payingHash: undefined, ...more } as never });
      expect(contradictsItself(entry), JSON.stringify(more)).to.equal(true);
      expect(contradictsItself({ ...entry, stage: 'sent' })).to.equal(false);
    }
  });

  it('finds out whether the last request to the wallet can have moved money', () => {
    const withStep = (id: string): boolean =>
      hasPayingPrompt({ prompt: prompt && { ...prompt, step: { ...prompt.step, id } } });
    expect([withStep('deposit'), withStep('approve'), withStep('authorize')]).to.deep.equal([true, false, false]);
    expect(hasPayingPrompt({ prompt: null })).to.equal(false);
  });
});
