import { expect } from 'chai';
import { readTables, unsafe } from '../../../../src/vm/svm/chain/lookup-tables.js';
import { svm, svmNativeCase, svmTokenCase, svmTokens, SYSTEM, TOKEN, TOKEN_2022 } from '../../../support/svm-quotes.js';
import { feeExtension, hookExtension, mintAccount, tokenAccount } from '../accounts-data.js';
import { accountOf, at, svmNode } from '../node.js';
import { requestOf } from '../requests.js';

const request = requestOf(svmTokenCase(svmTokens.pyusd));
const detailsWith = async (mint: unknown): Promise<string | undefined> => {
  const { access } = svmNode({ getMultipleAccounts: () => at([mint]) });
  const error: unknown = await readTables(request, access).catch((thrown: unknown) => thrown);
  return (error as { details?: string }).details;
};

describe('readTables', () => {
  it('asks only for what the request needs', async () => {
    const node = svmNode();
    expect(await readTables(requestOf(svmNativeCase()), node.access)).to.deep.equal([]);
    expect(node.calls).to.deep.equal([]);
  });

  it('accepts a mint whose fee is zero and whose hook has no program', async () => {
    const mint = accountOf(mintAccount(6, feeExtension(0), hookExtension()), { owner: TOKEN_2022 });
    expect(await detailsWith(mint)).to.equal(undefined);
  });

  it('blocks a token that takes a fee or calls a hook with each transfer', async () => {
    const fee = accountOf(mintAccount(6, feeExtension(0, 5)), { owner: TOKEN_2022 });
    expect(await detailsWith(fee))
      .to.contain('G43')
      .and.to.contain('has a transfer fee');
    const hook = accountOf(mintAccount(6, hookExtension(svm.attacker)), { owner: TOKEN_2022 });
    expect(await detailsWith(hook))
      .to.contain('G43')
      .and.to.contain('has a transfer hook');
  });

  it('blocks a token that does not exist', async () => {
    const account = accountOf(tokenAccount(svmTokens.pyusd.address, svm.payer, 1n), { owner: TOKEN });
    const foreign = accountOf(mintAccount(6), { owner: SYSTEM });
    for (const mint of [null, account, foreign]) expect(await detailsWith(mint)).to.contain('does not exist');
  });
});

describe('unsafe', () => {
  it('names the rule in its details', () => {
    expect(unsafe('G45', 'The table is wrong.')).to.include({
      code: 'quote-unsafe',
      details: 'G45 The table is wrong.',
    });
  });
});
