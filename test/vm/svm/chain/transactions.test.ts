import { expect } from 'chai';
import { transactionOf } from '../../../../src/vm/svm/chain/transactions.js';
import { make, svm, svmTokens } from '../../../support/svm-quotes.js';
import { HASH, mined, type Mined } from './history.js';
import { BLOCKHASH, svmNode } from '../node.js';

const usdc = svmTokens.usdc.address;
const read = (each: Mined) => transactionOf(HASH, svmNode({ getTransaction: () => mined(each) }).access);

describe('transactionOf', () => {
  it('reads the calls, the accounts of lookup tables, the fee and the time', async () => {
    const deposit = make.depositNative();
    const found = await read({ instructions: [deposit], loaded: [[svm.recipient], [usdc]] });
    expect(found).to.deep.include({
      success: true,
      at: 1_700_000_000n,
      slot: 4_000n,
      fee: 5_000n,
      blockhash: BLOCKHASH,
      accounts: [svm.payer, svm.depository, svm.recipient, usdc],
      signers: [svm.payer],
      calls: [{ programId: svm.depository, data: deposit.data }],
    });
  });

  it('reads the changes of native currency and of tokens, exactly', async () => {
    const most = 2n ** 64n - 1n;
    const found = await read({
      keys: [svm.payer, svm.recipient],
      lamports: [
        [10, 5],
        [0, 5],
      ],
      tokens: [[[2, svm.payer, usdc, most]], [[2, svm.payer, usdc, most - 1n]]],
    });
    expect(found?.changes).to.deep.include({ owner: svm.payer, mint: usdc, before: most, after: most - 1n });
    expect(found?.changes).to.deep.include({ owner: svm.recipient, mint: null, before: 0n, after: 5n });
  });

  it('counts an account that was created, closed or given away for each owner', async () => {
    const found = await read({
      lamports: [[1, 1]],
      tokens: [
        [
          [1, svm.payer, usdc, 7n],
          [2, svm.payer, usdc, 3n],
        ],
        [
          [2, svm.attacker, usdc, 3n],
          [4, svm.recipient, usdc, 7n],
        ],
      ],
    });
    expect(found?.changes.filter(({ mint }) => mint === usdc)).to.deep.equal([
      { owner: svm.payer, mint: usdc, before: 7n, after: 0n },
      { owner: svm.payer, mint: usdc, before: 3n, after: 0n },
      { owner: svm.attacker, mint: usdc, before: 0n, after: 3n },
      { owner: svm.recipient, mint: usdc, before: 0n, after: 7n },
    ]);
  });

  it('is null for an unknown transaction and for another one', async () => {
    expect(await transactionOf(HASH, svmNode({ getTransaction: () => null }).access)).to.equal(null);
    expect(await read({ hash: 'other' })).to.equal(null);
  });

  it('says that a transaction has failed, and that the time is unknown', async () => {
    expect(await read({ err: { InstructionError: [0, 'Custom'] }, time: null })).to.include({
      success: false,
      at: null,
    });
  });

  it('throws when the answer is malformed or the node is down', async () => {
    const node = svmNode({ getTransaction: () => ({ ...(mined({}) as object), meta: null }) });
    const thrown = (): Promise<unknown> => transactionOf(HASH, node.access).catch((error: unknown) => error);
    expect(await thrown()).to.be.an('error');
    node.answers['getTransaction'] = () => 7;
    expect(await thrown()).to.be.an('error');
    node.isDown = true;
    expect(await thrown()).to.be.an('error');
  });
});
