/** Tests what the error of a refused quote says. */
import { expect } from 'chai';
import { GuardRefusal, rulesAndPaths } from '../../../src/payment/guard/guard-refusal.js';

const blocks = [
  { rule: 'G10', path: 'steps[0].items[0].data.to', message: 'is not pinned' },
  { rule: 'G03', path: 'details.currencyIn', message: 'is another token' },
];

describe('GuardRefusal', () => {
  it('names each rule and path on a line of its details, and keeps the blocks', () => {
    const error = new GuardRefusal(blocks);
    expect(error).to.include({ code: 'quote-unsafe', blocks });
    expect(error.details).to.equal('G10 steps[0].items[0].data.to\nG03 details.currencyIn');
    expect(error.message).to.include('steps[0].items[0].data.to is not pinned; details.currencyIn is another token');
  });
});

describe('rulesAndPaths', () => {
  it('is empty without notes', () => {
    expect(rulesAndPaths([])).to.equal('');
  });
});
