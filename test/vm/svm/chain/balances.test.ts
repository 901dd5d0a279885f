import { expect } from 'chai';
import { balances } from '../../../../src/vm/svm/chain/balances.js';
import { ataOf, svm, svmTokens, SYSTEM, TOKEN, TOKEN_2022 } from '../../../support/svm-quotes.js';
import { tokenAccount } from '../accounts-data.js';
import { accountOf, at, svmNode } from '../node.js';

const { usdc, pyusd, bonk, sol } = svmTokens;
const assets = [usdc, sol, bonk, pyusd].map(({ address }) => ({ currency: address }));
const held: Readonly<Record<string, unknown>> = {
  [svm.payer]: accountOf(new Uint8Array(), { lamports: 7_000_000_001 }),
  [ataOf(svm.payer, usdc.address)]: accountOf(tokenAccount(usdc.address, svm.payer, 2n ** 63n), { owner: TOKEN }),
  [ataOf(svm.payer, pyusd.address)]: accountOf(tokenAccount(pyusd.address, svm.payer, 5n), { owner: TOKEN_2022 }),
  // Somebody else’s program can own an account at any other address, so its data says nothing.
  [ataOf(svm.payer, bonk.address)]: accountOf(tokenAccount(bonk.address, svm.payer, 9n), { owner: SYSTEM }),
};

describe('balances', () => {
  it('reads the native currency and the tokens of both programs with one request, exactly', async () => {
    const node = svmNode({ getMultipleAccounts: ([keys]) => at((keys as string[]).map((key) => held[key] ?? null)) });
    expect(await balances(svm.payer, assets, node.access)).to.deep.equal([2n ** 63n, 7_000_000_001n, 0n, 5n]);
    expect(node.methods()).to.deep.equal(['getMultipleAccounts']);
  });

  it('is zero for an account that does not exist, and null for a currency that is no address', async () => {
    const node = svmNode();
    expect(await balances(svm.payer, [...assets.slice(0, 2), { currency: '0xabc' }], node.access)).to.deep.equal([
      0n,
      0n,
      null,
    ]);
  });

  it('is null when the node is down, and throws after an abort', async () => {
    const node = svmNode();
    node.isDown = true;
    expect(await balances(svm.payer, assets, node.access)).to.deep.equal([null, null, null, null]);
    node.stop.abort(new Error('over'));
    const thrown: unknown = await balances(svm.payer, assets, node.access).catch((error: unknown) => error);
    expect(thrown).to.be.an('error').with.property('message', 'over');
  });
});
