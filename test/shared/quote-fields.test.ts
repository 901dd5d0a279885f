import { expect } from 'chai';
import { optionFields, quoteFlags, rowOf, verbatimFields } from '../../src/shared/quote-fields.js';

describe('quote-fields', () => {
  it('has an option for the fields that the code computes, and for every row', () => {
    expect(optionFields).to.include.members(['amount', 'recipient', 'txs', ...Object.keys(verbatimFields)]);
    expect(new Set(optionFields).size).to.equal(optionFields.length);
  });

  it('names the fields that are a flag', () => {
    expect(quoteFlags).to.include.members(['subsidizeFees', 'topupGas', 'usePermit']);
    expect(quoteFlags).not.to.include('topupGasAmount');
  });

  it('has no row for a field that the code computes, nor for a member of every object', () => {
    expect(rowOf('slippageTolerance')).to.deep.equal({ kind: 'text', form: 'basisPoints' });
    expect([rowOf('amount'), rowOf('toString')]).to.deep.equal([undefined, undefined]);
  });
});
