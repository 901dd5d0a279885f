import { expect } from 'chai';
import {
  attributeOf,
  optionFields,
  quoteFlags,
  rowOf,
  verbatimFields,
  verbatimNames,
} from '../../src/shared/quote-fields.js';

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

  it('tells the attribute of a field, or the property when the field has no attribute', () => {
    expect(['slippageTolerance', 'refundTo', 'appFees', 'txs'].map(attributeOf)).to.deep.equal([
      'slippage-tolerance',
      'refund-to',
      'appFees',
      'txs',
    ]);
    expect(verbatimNames.map(attributeOf)).to.include('max-subsidization-amount');
  });
});
