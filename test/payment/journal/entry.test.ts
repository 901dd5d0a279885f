import { expect } from 'chai';
import type { Stage } from '../../../src/payment/journal/entry.js';
import { isUnfinished, isWatched } from '../../../src/payment/journal/lifecycle.js';
import { entryOf, NOW } from '../../support/samples.js';
import { DAY } from '../../support/times.js';

describe('journal stage', () => {
  const stages: Record<Stage, { out: boolean; watchedFor: number }> = {
    prepared: { out: false, watchedFor: 0 },
    prompted: { out: true, watchedFor: Infinity },
    'awaiting-deposit': { out: false, watchedFor: 7 * DAY },
    sent: { out: true, watchedFor: Infinity },
    abandoned: { out: false, watchedFor: 7 * DAY },
    failed: { out: false, watchedFor: DAY },
    cancelled: { out: false, watchedFor: 0 },
    settled: { out: false, watchedFor: 0 },
  };
  for (const [stage, { out, watchedFor }] of Object.entries(stages)) {
    it(`${stage} ${out ? 'blocks another payment' : 'lets the payer pay again'} and is watched for ${watchedFor / DAY} days`, () => {
      const entry = entryOf(1, { stage: stage as Stage });
      expect(isUnfinished(entry)).to.equal(out);
      for (const days of [0, 0.5, 1.5, 8, 400]) {
        expect(isWatched(entry, NOW + days * DAY), `${days} days`).to.equal(days * DAY < watchedFor);
      }
    });
  }
});
