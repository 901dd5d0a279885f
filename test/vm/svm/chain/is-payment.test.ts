import { expect } from 'chai';
import type { ExpectedMessage } from '../../../../src/vm/family/abilities.js';
import { isExpected, isPayment, isPerhaps } from '../../../../src/vm/svm/chain/is-payment.js';
import { transactionOf } from '../../../../src/vm/svm/chain/transactions.js';
import { ids } from '../../../support/quotes.js';
import { make, svm, svmAmounts } from '../../../support/svm-quotes.js';
import { HASH, mined, type Mined } from './history.js';
import { BLOCKHASH, svmNode } from '../node.js';

const OTHER_BLOCK = 'So11111111111111111111111111111111111111112';
const withDeposit: ExpectedMessage = {
  from: svm.payer,
  orderId: ids.order,
  blockhash: BLOCKHASH,
  lastValidBlockHeight: '5150',
};
const direct: ExpectedMessage = { ...withDeposit, since: '4000' };
const transfer: Mined = { instructions: [make.pay(svm.recipient, svmAmounts.sol)], blockhash: OTHER_BLOCK };

/** The answers of `isExpected`, `isPayment` and `isPerhaps`. */
async function judged(each: Mined, expected: ExpectedMessage): Promise<boolean[]> {
  const { access } = svmNode({ getTransaction: () => mined(each) });
  const transaction = (await transactionOf(HASH, access))!;
  return [isExpected, isPayment, isPerhaps].map((judge) => judge(transaction, expected, access));
}

describe('is-payment', () => {
  for (const [title, transaction, expected, answers] of [
    [
      'a deposit for the order',
      { instructions: [make.depositNative()], blockhash: OTHER_BLOCK },
      withDeposit,
      [1, 1, 0],
    ],
    ['a deposit for another order', { instructions: [make.depositNative(1n, ids.other)] }, withDeposit, [0, 0, 0]],
    ['the blockhash and the payer', { ...transfer, blockhash: BLOCKHASH }, withDeposit, [1, 1, 0]],
    ['another blockhash, and the payment has a deposit', transfer, withDeposit, [0, 0, 0]],
    ['another blockhash, and the payment has no deposit', transfer, direct, [0, 1, 1]],
    ['another blockhash and a failure', { ...transfer, err: 'x' }, direct, [0, 1, 0]],
    ['another signer', { ...transfer, keys: [svm.attacker, svm.payer] }, direct, [0, 0, 1]],
    ['an age above that of the prompt', { ...transfer, slot: 3_999 }, direct, [0, 0, 0]],
    ['a deposit, and the payment has none', { instructions: [make.depositNative(1n, ids.other)] }, direct, [0, 0, 0]],
  ] as const)
    it(`judges a transaction with ${title}`, async () => {
      expect(await judged(transaction, expected)).to.deep.equal(answers.map(Boolean));
    });
});
