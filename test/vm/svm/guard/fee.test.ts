import { expect } from 'chai';
import { MAX_PRIORITY_FEE, priorityFee } from '../../../../src/vm/svm/guard/fee.js';
import { make } from '../../../support/svm-quotes.js';

describe('priorityFee', () => {
  it('is the limit of compute units times their price, rounded up', () => {
    expect(priorityFee([make.limit(100_000n), make.price(25n), make.memo()])).to.equal(3n);
    expect(priorityFee([make.limit(1_000_000n), make.price(10_000_000n)])).to.equal(MAX_PRIORITY_FEE);
    expect(priorityFee([make.memo(), make.limit(5n)])).to.equal(0n);
  });

  it('assumes the chain’s own limit for each instruction that sets no fee, up to the maximum', () => {
    expect(priorityFee([make.price(1_000_000n), make.memo(), make.memo()])).to.equal(400_000n);
    const many = Array.from({ length: 20 }, () => make.memo());
    expect(priorityFee([make.price(1_000_000n), ...many])).to.equal(1_400_000n);
    expect(priorityFee([make.price(1_000_000n), make.limit(4_000_000n)])).to.equal(1_400_000n);
  });
});
