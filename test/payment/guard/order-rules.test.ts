import { expect } from 'chai';
import type { Case } from '../../support/quotes.js';
import { memoCase } from '../../support/router-quotes.js';
import { callsCase, claim, edited, ids, nativeCase, tokenCase } from '../../support/quotes.js';
import { judge, passed, places } from '../../support/judge.js';

describe('warnings of guardQuote about the order', () => {
  const warned = async (each: Case): Promise<string[]> => places((await passed(each)).warnings);

  it('G61 include the calls when the intent has calls that no order shows', async () => {
    expect(await warned(edited(tokenCase(), ['intent.txs', [claim]]))).to.deep.equal([
      'G61 protocol.v2.orderData.output.calls',
    ]);
    expect(await warned(callsCase())).to.deep.equal([]);
  });

  it('S-43 names the version when an order of an unknown version has other fields', async () => {
    const refusal = async (data: unknown): Promise<string> => {
      const result = await judge(edited(nativeCase(), ['quote.protocol.v2.orderData', data]));
      return result.ok ? 'passed' : result.blocks.map(({ path, message }) => `${path} ${message}`).join();
    };
    const path = 'protocol.v2.orderData.version';
    expect(await refusal({ version: 'V2', sources: [] })).to.equal(
      `${path} "V2" is not known here: an update may be needed`,
    );
    expect(await refusal('0x01')).to.equal(`${path} of this order is not known here: an update may be needed`);
    expect(await refusal({ version: 'v'.repeat(100_000) })).to.have.length.below(120);
    for (const none of [undefined, null, '', {}, []]) expect(await refusal(none)).to.equal('passed');
  });

  it('G13 include the transfer when it goes to a solver and names no order', async () => {
    expect(await warned(memoCase('0x'))).to.deep.equal(['G13 steps[0].items[0].data.data']);
    expect(await warned(memoCase())).to.deep.equal(['G13 steps[0].items[0].data.data']);
    expect(await warned(memoCase(ids.order))).to.deep.equal([]);
  });
});
