import { expect } from 'chai';
import { tokenInfo } from '../../../../src/vm/svm/chain/token-info.js';
import { fromHex } from '../../../../src/vm/svm/data/bytes.js';
import { le, svmTokens, SYSTEM, TOKEN, TOKEN_2022 } from '../../../support/svm-quotes.js';
import { hookExtension, mintAccount } from '../accounts-data.js';
import { accountOf, at, svmNode } from '../node.js';

const { usdc, pyusd, bonk, sol } = svmTokens;
const mints: Readonly<Record<string, unknown>> = {
  [usdc.address]: accountOf(mintAccount(6), { owner: TOKEN }),
  [pyusd.address]: accountOf(mintAccount(8, hookExtension()), { owner: TOKEN_2022 }),
  [bonk.address]: accountOf(mintAccount(5), { owner: SYSTEM }),
};
const assets = [sol, pyusd, bonk, usdc].map(({ address }) => ({ currency: address }));

describe('tokenInfo', () => {
  it('reads the decimals from the mints of both programs, without a symbol', async () => {
    const node = svmNode({ getMultipleAccounts: ([keys]) => at((keys as string[]).map((key) => mints[key] ?? null)) });
    expect(await tokenInfo(assets, node.access)).to.deep.equal([
      { symbol: null, decimals: 9, isCollectible: false },
      { symbol: null, decimals: 8, isCollectible: false },
      null,
      { symbol: null, decimals: 6, isCollectible: false },
    ]);
  });

  it('S-31 knows a collectible by its mint, which has one piece that cannot be divided', async () => {
    const isCollectible = async (decimals: number, supply: bigint): Promise<unknown> => {
      const mint = mintAccount(decimals);
      mint.set(fromHex(le(supply, 8)), 36);
      const node = svmNode({ getMultipleAccounts: () => at([accountOf(mint, { owner: TOKEN })]) });
      return (await tokenInfo([{ currency: usdc.address }], node.access))[0]?.isCollectible;
    };
    expect(await isCollectible(0, 1n)).to.equal(true);
    expect(await isCollectible(0, 0n)).to.equal(true);
    expect(await isCollectible(0, 2n)).to.equal(false);
    expect(await isCollectible(6, 1n)).to.equal(false);
  });

  it('knows nothing but the native currency when the node is down, and throws after an abort', async () => {
    const node = svmNode();
    node.isDown = true;
    expect(await tokenInfo(assets.slice(1), node.access)).to.deep.equal(
      Array(3).fill({ symbol: null, decimals: null, isCollectible: false, isUnread: true }),
    );
    node.stop.abort(new Error('over'));
    const thrown: unknown = await tokenInfo(assets, node.access).catch((error: unknown) => error);
    expect(thrown).to.be.an('error').with.property('message', 'over');
  });
});
