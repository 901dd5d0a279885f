import { expect } from 'chai';
import type { Instruction } from '../../../../src/types.js';
import { decode } from '../../../../src/vm/svm/data/decode.js';
import { guardCommon, isNativePaid, tokenAccountsOf } from '../../../../src/vm/svm/guard/common-instructions.js';
import type { Case } from '../../../support/quotes.js';
import {
  ataOf,
  make,
  svm,
  svmAmounts,
  svmNativeCase,
  svmSendCase,
  svmSwapCase,
  svmTokenCase,
  svmTokens,
  TOKEN,
  TOKEN_2022,
  vault,
} from '../../../support/svm-quotes.js';
import { contextOf } from '../judge.js';

const usdc = svmTokens.usdc.address;
type Guarded = { rules: string[]; lamports: bigint };

function guarded(instruction: Instruction, each: Case, step = 'deposit', feePayer: string = svm.payer): Guarded {
  const rules: string[] = [];
  const note = (rule: string): void => void rules.push(rule);
  const place = { context: contextOf(each), step, feePayer, path: 'it', note, vault, isExchanged: false };
  return { lamports: guardCommon(decode(instruction)!, place), rules };
}

describe('guardCommon', () => {
  it('counts the native currency that leaves the account', () => {
    const wrap = make.pay(ataOf(svm.payer, svmTokens.wsol.address), 9n);
    expect(guarded(wrap, svmNativeCase())).to.deep.equal({ rules: [], lamports: 9n });
    expect(guarded(make.pay(svm.recipient, svmAmounts.sol), svmSendCase(svmTokens.sol), 'send')).to.deep.equal({
      rules: [],
      lamports: svmAmounts.sol,
    });
    expect(guarded(make.memo(), svmNativeCase())).to.deep.equal({ rules: [], lamports: 0n });
  });

  it('blocks native currency of another account and to another account', () => {
    const wrapped = ataOf(svm.payer, svmTokens.wsol.address);
    expect(guarded(make.pay(wrapped, 1n, svm.attacker), svmNativeCase()).rules).to.deep.equal(['G43']);
    expect(guarded(make.pay(svm.recipient, 1n), svmSendCase(svmTokens.sol), 'send').rules).to.deep.equal(['G43']);
    expect(guarded(make.pay(svm.attacker, 1n), svmTokenCase()).rules).to.deep.equal(['G43', 'G43']);
  });

  it('lets the payer or the fee payer create accounts of the payer, the vault and a recipient on the same chain', () => {
    for (const owner of [svm.payer, vault]) {
      expect(guarded(make.create(owner, usdc), svmTokenCase()).rules).to.deep.equal([]);
    }
    const byOther = make.create(vault, usdc, { payer: svm.feePayer });
    expect(guarded(byOther, svmTokenCase()).rules).to.deep.equal(['G42']);
    expect(guarded(byOther, svmTokenCase(), 'deposit', svm.feePayer).rules).to.deep.equal([]);
    expect(guarded(make.create(svm.recipient, usdc), svmTokenCase()).rules).to.deep.equal(['G42']);
    expect(guarded(make.create(svm.recipient, usdc), svmSwapCase(), 'swap').rules).to.deep.equal([]);
  });

  it('lets tokens leave only in a direct transfer', () => {
    const transfer = make.transfer(ataOf(svm.recipient, usdc), usdc, svmAmounts.token);
    expect(guarded(transfer, svmSendCase(svmTokens.usdc), 'send').rules).to.deep.equal([]);
    expect(guarded(transfer, svmSendCase(svmTokens.usdc), 'deposit').rules).to.deep.equal(['G43']);
    expect(guarded(transfer, svmTokenCase(), 'send').rules).to.deep.equal(['G43']);
    expect(guarded(transfer, svmSendCase(svmTokens.sol), 'send').rules).to.deep.equal(['G43', 'G43', 'G43']);
  });

  it('closes accounts only for the payer, and adjusts only the payer’s wrapped currency', () => {
    expect(guarded(make.close(), svmSwapCase(), 'swap').rules).to.deep.equal([]);
    expect(guarded(make.close(svm.attacker), svmSwapCase(), 'swap').rules).to.deep.equal(['G42']);
    expect(guarded(make.sync(), svmSwapCase(), 'swap').rules).to.deep.equal([]);
    const other = { ...make.sync(), keys: make.create(svm.recipient, usdc).keys.slice(1, 2) };
    expect(guarded(other, svmSwapCase(), 'swap').rules).to.deep.equal(['G42']);
  });
});

describe('the payment’s form', () => {
  it('is native only when the native currency pays', () => {
    const forms = [svmNativeCase(), svmTokenCase(), svmSwapCase()].map(contextOf);
    expect(forms.map(isNativePaid)).to.deep.equal([true, false, true]);
    expect(tokenAccountsOf(svm.payer, usdc)).to.deep.equal([
      ataOf(svm.payer, usdc, TOKEN),
      ataOf(svm.payer, usdc, TOKEN_2022),
    ]);
  });
});
