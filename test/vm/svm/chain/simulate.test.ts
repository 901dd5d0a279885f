import { expect } from 'chai';
import type { HubPayError } from '../../../../src/errors.js';
import { simulate } from '../../../../src/vm/svm/chain/simulate.js';
import {
  ataOf,
  svm,
  svmNativeCase,
  svmSwapDepositCase,
  svmTokenCase,
  svmTokens,
  TOKEN,
} from '../../../support/svm-quotes.js';
import { tokenAccount } from '../accounts-data.js';
import { accountOf, at, svmNode, type SvmNode } from '../node.js';
import { requestOf } from '../requests.js';

const usdc = svmTokens.usdc.address;
const custom = { InstructionError: [1, { Custom: 262 }] };
const logs = [
  'Program Hub invoke [1]',
  'Program log: the vault is closed',
  'Program Hub consumed 10 of 200000 compute units',
  'Program Hub failed: custom program error: 0x106',
];

/** A node on which the payer holds this much, and the simulation has this result. */
function failing(err: unknown, { lamports = 10_000_000_000, tokens = 100_000_000n } = {}): SvmNode {
  const held: Record<string, unknown> = {
    [svm.payer]: accountOf(new Uint8Array(), { lamports }),
    [ataOf(svm.payer, usdc)]: accountOf(tokenAccount(usdc, svm.payer, tokens), { owner: TOKEN }),
  };
  return svmNode({
    simulateTransaction: () => at({ err, logs }),
    getMultipleAccounts: ([keys]) => at((keys as string[]).map((key) => held[key] ?? null)),
  });
}
const errorOf = (node: SvmNode, each = svmTokenCase()): Promise<HubPayError> =>
  simulate(requestOf(each), Uint8Array.of(1), 7, node.access).then(
    () => expect.fail('it resolved'),
    (error: unknown) => error as HubPayError,
  );

describe('simulate', () => {
  it('resolves when the transaction would succeed', async () => {
    await simulate(requestOf(svmNativeCase()), Uint8Array.of(1), 7, svmNode().access);
  });

  it('gives the chain’s reason when the transaction would fail, and nothing was sent', async () => {
    const error = await errorOf(failing(custom));
    expect(error).to.include({ code: 'reverted', money: 'not-sent' });
    const end = 'Program log: the vault is closed Program Hub failed: custom program error: 0x106';
    expect(error.details).to.equal(`${JSON.stringify(custom)} ${end}`);
  });

  it('says how many tokens are missing', async () => {
    const error = await errorOf(failing({ InstructionError: [0, { Custom: 1 }] }, { tokens: 25_000_000n }));
    expect(error).to.deep.include({ code: 'insufficient-funds', values: { token: 'USDC', missing: '0.08 USDC' } });
  });

  it('P-61 names at once all that is missing for the fee and for what must stay in the account', async () => {
    const values = { native: 'SOL', costs: '0.00089588 SOL', held: '0.000004 SOL', amount: '0.00089188 SOL' };
    const fee = await errorOf(failing('InsufficientFundsForFee', { lamports: 4_000 }));
    expect(fee).to.deep.include({ code: 'insufficient-native', values });
    const after = { ...values, held: '0 SOL', amount: '0.00089588 SOL' };
    const price = await errorOf(failing(custom, { lamports: 167_200_000 }), svmNativeCase());
    expect(price.values).to.deep.equal(after);
    const rent = { InsufficientFundsForRent: { account_index: 0 } };
    const reserve = await errorOf(failing(rent, { lamports: 167_205_001 }), svmNativeCase());
    expect(reserve.values).to.deep.equal({ ...after, held: '0.000005001 SOL', amount: '0.000890879 SOL' });
  });

  it('P-61 adds the costs to the missing native currency that pays', async () => {
    const error = await errorOf(failing(custom, { lamports: 167_199_999 }), svmNativeCase());
    expect(error).to.deep.include({
      code: 'insufficient-funds',
      values: { token: 'SOL', missing: '0.000895881 SOL' },
    });
  });

  it('P-61 gives the chain’s reason when the payment empties the account exactly', async () => {
    const error = await errorOf(failing(custom, { lamports: 167_205_000 }), svmNativeCase());
    expect(error).to.have.property('code', 'reverted');
  });

  it('throws another error when the node is behind or returns no simulation', async () => {
    expect((await errorOf(failing('BlockhashNotFound'))).message).to.contain('does not know the blockhash');
    expect((await errorOf(failing(undefined))).message).to.contain('no simulation');
    const node = failing(custom);
    node.isDown = true;
    expect(await errorOf(node)).not.to.have.property('code');
  });

  it('G43 blocks an exchange that would take other tokens, as the simulation shows', async () => {
    const mine = ataOf(svm.payer, usdc);
    const account = (amount: bigint): unknown => accountOf(tokenAccount(usdc, svm.payer, amount), { owner: TOKEN });
    let left = 5n;
    const node = svmNode({
      getMultipleAccounts: ([keys]) => at((keys as string[]).map((key) => (key === mine ? account(5n) : null))),
      simulateTransaction: ([, options]) => {
        const { addresses } = (options as { accounts: { addresses: string[] } }).accounts;
        return at({ err: null, logs: [], accounts: addresses.map((key) => (key === mine ? account(left) : null)) });
      },
    });
    const request = requestOf(svmSwapDepositCase());
    await simulate(request, Uint8Array.of(1), 7, node.access);
    left = 4n;
    const error = await errorOf(node, svmSwapDepositCase());
    expect(error).to.include({ code: 'quote-unsafe' });
    expect(error.details).to.contain('G43');
    node.answers['simulateTransaction'] = () => at({ err: null, logs: [], accounts: null });
    expect((await errorOf(node, svmSwapDepositCase())).message).to.contain('other accounts');
  });
});
