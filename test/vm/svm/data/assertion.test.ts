import { expect } from 'chai';
import type { Instruction } from '../../../../src/types.js';
import { assertionProblem } from '../../../../src/vm/svm/data/assertion.js';
import { make, reads, svmTokens, vault } from '../../../support/svm-quotes.js';

const account = reads(svmTokens.usdc.address);
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const instruction = (tag: number, accounts: number, level = 0): Instruction => ({
  ...make.assertion(),
  keys: [account, reads(vault), account, account, account].slice(0, accounts),
  data: `${hex(tag)}${hex(level)}0001`,
});

/** How many accounts each instruction of the program has. Null: it is no assertion that only reads. */
const PROGRAM: readonly (number | null)[] = [null, null, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, null, 1];

describe('assertionProblem', () => {
  it('P-62 accepts exactly the instructions of the program that only read, each with its own number of accounts', () => {
    for (let tag = 0; tag < 256; tag += 1)
      for (let accounts = 0; accounts <= 5; accounts += 1)
        expect(assertionProblem(instruction(tag, accounts)) === null, `${tag} with ${accounts}`).to.equal(
          PROGRAM[tag] === accounts,
        );
  });

  it('P-62 accepts the levels of the log with which the program calls no other one', () => {
    const accepted = Array.from({ length: 256 }, (_, level) => level).filter(
      (level) => assertionProblem(instruction(5, 1, level)) === null,
    );
    expect(accepted).to.deep.equal([0, 1, 2, 4, 5]);
  });

  it('refuses data without an assertion', () => {
    for (const data of ['', '05', '0500']) expect(assertionProblem({ ...instruction(5, 1), data })).to.be.a('string');
  });
});
