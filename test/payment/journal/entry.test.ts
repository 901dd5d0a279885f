import { expect } from 'chai';
import { isUnsent, STAGES } from '../../../src/payment/journal/entry.js';

describe('isUnsent', () => {
  it('is true only before the wallet is asked to pay, and after it has refused', () => {
    expect(STAGES.filter((stage) => isUnsent({ stage }))).to.deep.equal(['prepared', 'cancelled']);
    for (const stage of [undefined, null, '', 'PREPARED', 'unsent', 0]) expect(isUnsent({ stage })).to.equal(false);
  });
});
