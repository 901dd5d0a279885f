import { expect } from 'chai';
import type { Instruction } from '../../../../src/types.js';
import { guardDeposit, readDeposit } from '../../../../src/vm/svm/guard/deposit.js';
import { ids } from '../../../support/quotes.js';
import {
  make,
  svmAmounts,
  svmCase,
  svmNativeCase,
  svmTokenCase,
  svmTokens,
  SYSTEM,
} from '../../../support/svm-quotes.js';
import { contextOf } from '../judge.js';

const usdc = svmTokens.usdc.address;
const problems = (instruction: Instruction, each = svmTokenCase(), isExchanged = false): string[] => {
  const found: string[] = [];
  guardDeposit(instruction, contextOf(each), { path: 'it', note: (_rule, path) => void found.push(path), isExchanged });
  return found;
};

describe('readDeposit', () => {
  it('reads the amount and the order of both deposits', () => {
    expect(readDeposit(make.depositNative().data)).to.deep.equal({
      currency: SYSTEM,
      amount: svmAmounts.sol,
      orderId: ids.order,
    });
    const largest = 2n ** 64n - 1n;
    expect(readDeposit(make.depositToken(usdc, largest).data)).to.deep.equal({
      currency: '',
      amount: largest,
      orderId: ids.order,
    });
  });

  it('returns null for other data', () => {
    const { data } = make.depositNative();
    for (const other of ['', data.slice(2), `${data}00`, `00${data.slice(2)}`])
      expect(readDeposit(other)).to.equal(null);
  });
});

describe('guardDeposit', () => {
  it('returns the deposited currency', () => {
    const note = (): never => expect.fail('a rule was violated');
    const context = contextOf(svmTokenCase());
    const deposit = guardDeposit(make.depositToken(usdc), context, { path: 'it', note, isExchanged: false });
    expect(deposit).to.deep.include({ currency: usdc, amount: svmAmounts.token });
  });

  it('accepts another currency only after an exchange, and then of any amount above zero', () => {
    const other = svmCase(svmTokens.bonk, []);
    expect(problems(make.depositToken(usdc, 9n), other)).to.deep.equal(['it']);
    expect(problems(make.depositToken(usdc, 9n), other, true)).to.deep.equal([]);
    expect(problems(make.depositToken(usdc, 0n), other, true)).to.deep.equal(['it.data']);
  });

  it('names each account that is wrong, and a missing account', () => {
    const { keys, ...rest } = make.depositNative();
    expect(problems({ ...rest, keys: keys.slice(0, 4) }, svmNativeCase())).to.deep.equal(['it.keys[4]']);
    expect(problems({ ...rest, keys: [] }, svmNativeCase())).to.deep.equal(['it.keys[1]']);
  });
});
