import { expect } from 'chai';
import { edited, nativeCase } from '../../../support/quotes.js';
import { judge } from './judge.js';

describe('calldata', () => {
  it('names the harmful function when the calldata calls one', () => {
    const [note] = judge(edited(nativeCase(), ['quote.steps[0].items[0].data.data', '0xa22cb465'])).blocks;
    expect(note).to.include({ rule: 'G17', message: 'calls setApprovalForAll(address,bool), which no payment needs' });
  });
});
