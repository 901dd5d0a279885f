import { expect } from 'chai';
import fc from 'fast-check';
import { isKnownStatus, advancesStatus, isSeenByService } from '../../../src/payment/context/status.js';

describe('status', () => {
  const words = [
    'waiting',
    'depositing',
    'pending',
    'submitted',
    'success',
    'refund',
    'failure',
    'delayed',
    'unknown',
    'Success',
    '',
  ];

  it('F-104 I11 advances only when the answer is a later stage', () => {
    const stages = words.slice(0, 4);
    for (const [at, shown] of stages.entries()) {
      for (const [next, word] of stages.entries())
        expect(advancesStatus(shown, word), `${shown} → ${word}`).to.equal(next > at);
    }
  });

  it('I10 stays success or refund when any answer follows', () => {
    for (const end of ['success', 'refund'])
      for (const word of words) expect(advancesStatus(end, word), `${end} → ${word}`).to.equal(false);
  });

  it('F-102 leaves failure for any answer but waiting and depositing, and any stage for success or refund', () => {
    const stale = ['failure', 'waiting', 'depositing'];
    for (const word of words) expect(advancesStatus('failure', word), word).to.equal(!stale.includes(word));
    for (const shown of ['waiting', 'submitted', 'failure', 'unknown']) {
      for (const end of ['success', 'refund']) expect(advancesStatus(shown, end)).to.equal(true);
    }
  });

  it('F-106 is known only when it is documented, and means a seen deposit only when it is past `waiting`', () => {
    expect(words.filter(isKnownStatus)).to.deep.equal([
      'waiting',
      'depositing',
      'pending',
      'submitted',
      'success',
      'refund',
      'failure',
    ]);
    expect(words.filter(isSeenByService)).to.deep.equal([
      'depositing',
      'pending',
      'submitted',
      'success',
      'refund',
      'failure',
    ]);
    expect(
      ['constructor', 'toString', '__proto__', 'hasOwnProperty'].filter(
        (word) => isKnownStatus(word) || isSeenByService(word),
      ),
    ).to.deep.equal([]);
  });

  it('I11 only advances, and keeps its outcome, when answers arrive in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words.slice(0, 7)), { maxLength: 30 }), (answers) => {
        const stages: string[] = ['waiting', 'depositing', 'pending', 'submitted', 'failure', 'success', 'refund'];
        let shown = 'waiting';
        for (const word of answers) {
          if (!advancesStatus(shown, word)) continue;
          expect(['success', 'refund']).not.to.include(shown);
          if (shown !== 'failure') expect(stages.indexOf(word)).to.be.greaterThan(stages.indexOf(shown));
          shown = word;
        }
        const end = answers.find((word) => word === 'success' || word === 'refund');
        if (end) expect(shown).to.equal(end);
      }),
    );
  });
});
