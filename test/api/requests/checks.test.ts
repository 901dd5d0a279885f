import { expect } from 'chai';
import { textOf } from '../../../src/errors.js';
import { problemOf } from '../../../src/api/requests/checks.js';
import { executeBody, permitBody, requestsQuery } from '../../../src/api/requests/other-bodies.js';
import { quoteBody } from '../../../src/api/requests/quote-body.js';
import { call, quote, execution, permit, refused } from './bodies.js';

describe('assertBody', () => {
  it('throws `config` when the body is not an object or has an unknown field', () => {
    for (const body of [null, undefined, 'x', []]) expect(refused(body, quoteBody)).to.equal('body');
    expect(refused({ ...quote, slipageTolerance: '50' }, quoteBody)).to.equal('slipageTolerance');
    expect(refused({ ...quote, toString: '50' }, quoteBody)).to.equal('toString');
    expect(refused({ limits: 5 }, requestsQuery)).to.equal('limits');
  });

  it('throws `config` and names the field when a value cannot be written as JSON', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    for (const amount of [5n, Symbol('5'), circle, () => '5'])
      expect(refused({ ...quote, amount }, quoteBody)).to.equal('amount');
  });

  it('throws `config` when a required field is missing or undefined', () => {
    expect(refused(quote, quoteBody)).to.equal(null);
    for (const field of quoteBody.needed) expect(refused({ ...quote, [field]: undefined }, quoteBody)).to.equal(field);
    expect(refused({ ...quote, recipient: undefined }, quoteBody)).to.equal(null);
    for (const field of executeBody.needed)
      expect(refused({ ...execution, [field]: undefined }, executeBody)).to.equal(field);
    for (const field of permitBody.needed)
      expect(refused({ ...permit, [field]: undefined }, permitBody)).to.equal(field);
  });

  it('names the list entry and shortens the value when a list entry is invalid', () => {
    const problem = problemOf({ ...quote, txs: [call, { ...call, to: 'x'.repeat(500) }] }, quoteBody);
    expect(textOf(problem?.message ?? [])).to.match(
      /^entry 1 has a wrong to: it must be an EVM address.*, not "x{81}$/u,
    );
  });
});
