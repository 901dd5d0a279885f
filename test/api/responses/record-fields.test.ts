import { expect } from 'chai';
import { callsIn, textIn } from '../../../src/api/responses/record-fields.js';
import type { WireRequest } from '../../../src/api/responses/types.js';

const record: WireRequest = { id: '0x1', status: 'success', user: '0xab', hash: '', count: 3 };

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
