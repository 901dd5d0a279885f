import { expect } from 'chai';
import { readContent } from '../../../../src/vm/svm/guard/read-instructions.js';
import { make, svm } from '../../../support/svm-quotes.js';

const path = 'data';
const problemsOf = (data: Record<string, unknown>): string[] => {
  const found: string[] = [];
  expect(readContent(data, path, (rule, place) => void found.push(`${rule} ${place}`))).to.equal(null);
  return found;
};
const never = (): void => {
  throw new Error('a problem was reported');
};

describe('readContent', () => {
  it('returns only the known members, in lower case, and each table once', () => {
    const { keys, programId, data } = make.depositNative();
    const sent = { programId, keys: keys.map((each) => ({ ...each, hint: 1 })), data: data.toUpperCase(), extra: {} };
    const tables = [svm.table, svm.table];
    const content = readContent({ instructions: [sent], addressLookupTableAddresses: tables, more: 1 }, path, never);
    expect(content).to.deep.equal({ instructions: [{ programId, keys, data }], lookupTables: [svm.table] });
  });

  it('names the place of each problem', () => {
    const { keys } = make.memo();
    expect(problemsOf({})).to.deep.equal(['G01 data.instructions']);
    expect(problemsOf({ instructions: [null] })).to.deep.equal([
      'G01 data.instructions[0].programId',
      'G01 data.instructions[0].data',
      'G01 data.instructions[0].keys',
    ]);
    expect(problemsOf({ instructions: [{ ...make.memo(), keys: [...keys, 7] }] })).to.deep.equal([
      'G01 data.instructions[0].keys[1]',
    ]);
    const many = Array.from({ length: 33 }, () => svm.table);
    expect(problemsOf({ instructions: [make.memo()], addressLookupTableAddresses: many })).to.deep.equal([
      'G01 data.addressLookupTableAddresses',
    ]);
  });

  it('refuses more data and more accounts than a transaction can hold', () => {
    const { keys } = make.memo();
    expect(problemsOf({ instructions: [{ ...make.memo(), data: '00'.repeat(1_233) }] })).to.have.length(1);
    const crowd = Array.from({ length: 256 }, () => keys[0]);
    expect(problemsOf({ instructions: [{ ...make.memo(), keys: crowd }] })).to.deep.equal([
      'G01 data.instructions[0].keys',
    ]);
  });
});
