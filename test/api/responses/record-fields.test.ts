import { expect } from 'chai';
import { callsIn, sameText, textIn } from '../../../src/api/responses/record-fields.js';
import type { WireRequest } from '../../../src/api/responses/types.js';

const record: WireRequest = { id: '0x1', status: 'success', user: '0xab', hash: '', count: 3 };

describe('sameText', () => {
  it('ignores case when both texts are hex', () => {
    expect(sameText('0xAB', '0xab')).to.equal(true);
    expect(sameText('0xab', '0xac')).to.equal(false);
  });

  it('compares case exactly when a text is not hex', () => {
    expect(sameText('So1', 'So1')).to.equal(true);
    expect(sameText('So1', 'so1')).to.equal(false);
  });
});

describe('textIn', () => {
  it('returns the member only when it is a text that is not empty', () => {
    expect(['user', 'hash', 'count', 'toString'].map((name) => textIn(record, name))).to.deep.equal([
      '0xab',
      null,
      null,
      null,
    ]);
  });
});

describe('callsIn', () => {
  const withCalls = (calls: unknown): WireRequest => ({
    ...record,
    protocol: { v2: { orderData: { output: { calls } } } },
  });

  it('returns the number of calls when the record contains the order', () => {
    expect(callsIn(withCalls([]))).to.equal(0);
    expect(callsIn(withCalls([{}, {}]))).to.equal(2);
  });

  it('returns null when the record has no order or the calls are no list', () => {
    expect(callsIn(record)).to.equal(null);
    expect(callsIn(withCalls('two'))).to.equal(null);
  });
});
