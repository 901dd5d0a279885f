import { expect } from 'chai';
import type { Case } from '../../support/quotes.js';
import { memoCase } from '../../support/router-quotes.js';
import { callsCase, claim, edited, ids, tokenCase } from '../../support/quotes.js';
import { passed, places } from '../../support/judge.js';

describe('warnings of guardQuote about the order', () => {
  const warned = async (each: Case): Promise<string[]> => places((await passed(each)).warnings);

  it('G61 include the calls when the intent has calls that no order shows', async () => {
    expect(await warned(edited(tokenCase(), ['intent.txs', [claim]]))).to.deep.equal([
      'G61 protocol.v2.orderData.output.calls',
    ]);
    expect(await warned(callsCase())).to.deep.equal([]);
  });

  it('G13 include the transfer when it goes to a solver and names no order', async () => {
    expect(await warned(memoCase('0x'))).to.deep.equal(['G13 steps[0].items[0].data.data']);
    expect(await warned(memoCase())).to.deep.equal(['G13 steps[0].items[0].data.data']);
    expect(await warned(memoCase(ids.order))).to.deep.equal([]);
  });
});
