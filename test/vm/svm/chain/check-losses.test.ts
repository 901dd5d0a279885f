import { expect } from 'chai';
import type { InstructionsRequest } from '../../../../src/vm/family/abilities.js';
import { checkLosses, watchedAccounts, type Change } from '../../../../src/vm/svm/chain/check-losses.js';
import {
  ataOf,
  svm,
  svmAmounts,
  svmNativeCase,
  svmSwapCase,
  svmSwapDepositCase,
  svmTokenCase,
  svmTokens,
  SYSTEM,
  TOKEN,
} from '../../../support/svm-quotes.js';
import { tokenAccount } from '../accounts-data.js';
import { svmNode } from '../node.js';
import { requestOf } from '../requests.js';

const { access } = svmNode();
const [swap, tokenSwap] = [requestOf(svmSwapCase()), requestOf(svmSwapDepositCase())];
const RENT = 2_039_280n;
const wsol = svmTokens.wsol.address;
const bonk = svmTokens.bonk.address;
const usdc = svmTokens.usdc.address;

const purse = (lamports: bigint, { owner = SYSTEM, data = new Uint8Array() } = {}) => ({ lamports, owner, data });
const tokens = (
  mint: string,
  amount: bigint,
  held: Parameters<typeof tokenAccount>[3] = {},
  owner: string = svm.payer,
) => ({
  lamports: RENT + (mint === wsol ? amount : 0n),
  owner: TOKEN,
  data: tokenAccount(mint, owner, amount, held),
});
/** The payer has 10 SOL and pays this much of it. */
const pays = (lamports: bigint): Change => ({ before: purse(10n ** 10n), after: purse(10n ** 10n - lamports) });
const detailsOf = (request: InstructionsRequest, ...changes: Change[]): string | undefined => {
  try {
    checkLosses(request, changes, access);
    return undefined;
  } catch (error) {
    return (error as { details?: string }).details;
  }
};

describe('watchedAccounts', () => {
  it('lists the payer and all accounts that an exchange can change', () => {
    const watched = watchedAccounts(swap, access);
    expect(watched[0]).to.equal(svm.payer);
    expect(watched).to.include.members([ataOf(svm.payer, wsol), ataOf(svm.recipient, usdc)]);
    expect(new Set(watched).size).to.equal(watched.length);
  });

  it('is empty when the guard could read every instruction', () => {
    for (const each of [svmNativeCase(), svmTokenCase()])
      expect(watchedAccounts(requestOf(each), access)).to.deep.equal([]);
  });
});

describe('checkLosses', () => {
  const fee = 5_000n + 20_000n;

  it('accepts the price, the fee and the rent of new accounts', () => {
    const created: Change = { before: null, after: tokens(usdc, 7n, {}, svm.recipient) };
    expect(detailsOf(swap, pays(svmAmounts.sol + fee + RENT), created)).to.equal(undefined);
    const spent: Change = { before: tokens(bonk, svmAmounts.token + 1n), after: tokens(bonk, 1n) };
    expect(detailsOf(tokenSwap, pays(5_000n), spent)).to.equal(undefined);
  });

  it('accepts that wrapped currency becomes native currency', () => {
    const unwrapped: Change = { before: tokens(wsol, 900n), after: null };
    expect(detailsOf(swap, pays(svmAmounts.sol + fee - RENT - 900n), unwrapped)).to.equal(undefined);
  });

  it('G43 blocks more native currency than the price, also wrapped', () => {
    const more = svmAmounts.sol + fee + 10_000_001n;
    expect(detailsOf(swap, pays(more)))
      .to.contain('G43')
      .and.to.contain('native currency');
    expect(detailsOf(tokenSwap, pays(10_005_001n))).to.contain('native currency');
    const wrapped: Change = { before: tokens(wsol, 10n ** 9n), after: tokens(wsol, 0n) };
    expect(detailsOf(swap, pays(svmAmounts.sol), wrapped)).to.contain('native currency');
  });

  it('G43 blocks more of the paying token than the price, and any of another token', () => {
    const more: Change = { before: tokens(bonk, svmAmounts.token + 1n), after: tokens(bonk, 0n) };
    expect(detailsOf(tokenSwap, pays(0n), more)).to.contain(`token ${bonk}`);
    expect(detailsOf(tokenSwap, pays(0n), { before: tokens(usdc, 5n), after: tokens(usdc, 4n) })).to.contain(usdc);
    expect(detailsOf(swap, pays(0n), { before: tokens(usdc, 5n), after: null })).to.contain(usdc);
  });

  it('does not count what other accounts lose', () => {
    const pool: Change = { before: tokens(usdc, 5n, {}, svm.attacker), after: tokens(usdc, 0n, {}, svm.attacker) };
    expect(detailsOf(swap, pays(0n), pool)).to.equal(undefined);
  });

  it('G43 blocks an exchange that gives an account away', () => {
    const before = purse(10n ** 10n);
    expect(detailsOf(swap, { before, after: purse(10n ** 10n, { owner: svm.attacker }) })).to.contain('would control');
    expect(detailsOf(swap, { before, after: purse(10n ** 10n, { data: Uint8Array.of(1) }) })).to.contain(
      'would control',
    );
    for (const after of [
      tokens(usdc, 5n, { delegate: svm.attacker }),
      tokens(usdc, 5n, { closer: svm.attacker }),
      tokens(usdc, 5n, {}, svm.attacker),
    ]) {
      expect(detailsOf(swap, pays(0n), { before: tokens(usdc, 5n), after })).to.contain('token account');
    }
  });
});
