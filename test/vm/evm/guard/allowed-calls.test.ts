import { expect } from 'chai';
import { toFunctionSelector } from 'viem/utils';
import { allowedCalls, harmfulCalls, ruleOfCall } from '../../../../src/vm/evm/guard/allowed-calls.js';

describe('call tables of the EVM guard', () => {
  it('G17 lists each harmful function under its correct selector', () => {
    for (const [selector, signature] of Object.entries(harmfulCalls)) {
      expect(toFunctionSelector(`function ${signature}`), signature).to.equal(selector);
    }
  });

  it('contains no function that is both allowed and harmful', () => {
    const allowed = allowedCalls.map((item) => toFunctionSelector(item));
    expect(allowed.filter((selector) => selector in harmfulCalls)).to.deep.equal([]);
    const rules = allowed.map((selector) => ruleOfCall[selector]);
    expect(rules).to.deep.equal(['G10', 'G16', 'G11', 'G12', ...allowed.slice(4).map(() => 'G15')]);
  });
});
