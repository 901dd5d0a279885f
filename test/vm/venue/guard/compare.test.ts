import { expect } from 'chai';
import { compare, compareMembers, type Expected } from '../../../../src/vm/venue/guard/compare.js';

describe('compare', () => {
  const found = (value: unknown, expected: Expected): string[] => {
    const reports: string[] = [];
    compare(value, expected, 'at', (path, message) => reports.push(`${path} ${message}`));
    return reports;
  };

  it('reports nothing when everything is as expected', () => {
    const even = { holds: (value: unknown) => value === 2, message: 'is odd' };
    expect(found({ a: 'x', b: [1, { c: 2 }] }, { a: 'x', b: [1, { c: even }] })).to.deep.equal([]);
  });

  it('reports a text or number of another value or type', () => {
    expect(found('y', 'x')).to.deep.equal(['at is not "x"']);
    expect(found('1', 1)).to.deep.equal(['at is not 1']);
    expect(found(undefined, '')).to.deep.equal(['at is not ""']);
  });

  it('reports a condition that does not hold', () => {
    expect(found(3, { holds: () => false, message: 'is odd' })).to.deep.equal(['at is odd']);
  });

  it('reports a list of another length or order, and what is no list', () => {
    expect(found([1], [1, 2])).to.deep.equal(['at is not a list of 2']);
    expect(found([2, 1], [1, 2])).to.deep.equal(['at[0] is not 1', 'at[1] is not 2']);
    expect(found({ 0: 1, length: 1 }, [1])).to.deep.equal(['at is not a list of 1']);
  });

  it('reports additional, missing and inherited members', () => {
    expect(found({ a: 1, b: 2 }, { a: 1 })).to.deep.equal(['at has not exactly the members a']);
    expect(found({ b: 1 }, { a: 1 })).to.deep.equal(['at.a is not 1']);
    expect(found(Object.create({ a: 1 }), { a: 1 })).to.deep.equal([
      'at has not exactly the members a',
      'at.a is not 1',
    ]);
    expect(found(null, { a: 1 })).to.have.length(2);
  });
});

describe('compareMembers', () => {
  it('ignores additional members at the top, but not inside', () => {
    const reports: string[] = [];
    compareMembers({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1 } }, 'at', (path) => reports.push(path));
    expect(reports).to.deep.equal(['at.a']);
  });
});
