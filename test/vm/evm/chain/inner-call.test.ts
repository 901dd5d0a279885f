import { expect } from 'chai';
import { encodeFunctionData, parseAbi, type Address } from 'viem';
import { findAnyCall, findCall, movedTokens } from '../../../../src/vm/evm/chain/inner-call.js';
import { hashOfText, type ChainTransaction } from '../../../../src/vm/evm/chain/transactions.js';
import type { ExpectedTransaction } from '../../../../src/vm/family/abilities.js';
import { honestCases } from '../../../support/honest-quotes.js';
import { amounts, call, contracts, ids, NATIVE, people, read, tokens } from '../../../support/quotes.js';
import { routed } from '../../../support/router-quotes.js';
import { operationLog, transferLog, word, type Log } from '../../../support/transfer-log.js';

const usdc = tokens.usdc.address as Address;
const ENTRY_POINT = `0x${'e0'.repeat(20)}`;

const permit2 = parseAbi([
  'struct Permitted { address token; uint256 amount; }',
  'struct Permit { Permitted permitted; uint256 nonce; uint256 deadline; }',
  'struct Details { address to; uint256 requestedAmount; }',
  'function permitTransferFrom(Permit, Details, address, bytes)',
]);

/** The paying calls that take tokens from the payer, by a name, with the taken token and amounts. */
type Paying = { to: string; data: string; token: string; taken: readonly bigint[] };
const paying: Record<string, Paying> = {
  'Permit2’s transfer with a signature': {
    to: contracts.approvalProxy,
    token: usdc,
    taken: [amounts.usdc],
    data: encodeFunctionData({
      abi: permit2,
      args: [
        { permitted: { token: usdc, amount: amounts.usdc }, nonce: 1n, deadline: 2n },
        { to: contracts.depository, requestedAmount: amounts.usdc },
        people.payer,
        ids.other,
      ],
    }),
  },
};
for (const [name, honest] of Object.entries(honestCases)) {
  const { quote, intent } = honest();
  const { kind, items } = (read({ quote }, 'quote.steps') as { kind: string; items: { data: unknown }[] }[]).at(-1)!;
  const { to, data } = (items[0]?.data ?? {}) as { to: string; data?: string };
  const { originChainId, originCurrency: token = NATIVE } = intent;
  if (kind !== 'transaction' || data === undefined || originChainId !== 8453 || token === NATIVE) continue;
  const taken = (routed(data)?.args[1] as bigint[] | undefined) ?? [
    BigInt(String(read({ quote }, 'quote.details.currencyIn.amount'))),
  ];
  paying[name] = { to, data, token, taken };
}

const deposit = call.depositErc20(people.payer, usdc, amounts.usdc, ids.order);
const expectedOf = (to: string, data: string): ExpectedTransaction => ({
  from: people.payer,
  to,
  value: '0',
  dataHash: hashOfText(data),
});
/** A bundler's transaction with one call, which follows its length. */
const bundle = (data: string): ChainTransaction => ({
  hash: ids.request,
  from: people.attacker,
  to: ENTRY_POINT,
  data: `0x765e827f${word(BigInt(data.length / 2 - 1)).slice(2)}${data.slice(2)}${'00'.repeat(28)}`,
  value: 0n,
  nonce: 0n,
});
const paidBy = (logs: readonly Log[], to: string, data: string): boolean => {
  const transaction = bundle(data);
  const found = findAnyCall(transaction, expectedOf(to, data));
  const receipt = { blockHash: ids.other, success: true, logs };
  return found !== null && movedTokens(receipt, transaction, expectedOf(to, data), found);
};

describe('findCall', () => {
  it('returns the call itself when the calldata contains it, and null for another length or another call', () => {
    const size = deposit.length / 2 - 1;
    const expected = expectedOf(contracts.depository, deposit);
    expect(findCall(bundle(deposit), expected, size)).to.equal(deposit);
    expect(findCall(bundle(deposit), expected, size - 1)).to.equal(null);
    expect(findCall(bundle(`${deposit}00`), expected, size)).to.equal(null);
  });
});

describe('findAnyCall', () => {
  it('returns the call itself when the calldata contains it, and null when it contains another', () => {
    const expected = expectedOf(contracts.depository, deposit);
    expect(findAnyCall(bundle(deposit), expected)).to.equal(deposit);
    expect(findAnyCall(bundle(call.transfer(contracts.solver, amounts.usdc)), expected)).to.equal(null);
  });
});

describe('movedTokens', () => {
  for (const [name, { to, data, token, taken }] of Object.entries(paying)) {
    it(`is true only for the tokens of the call when the call is: ${name}`, () => {
      const logs = taken.map((amount) => transferLog(token, people.payer, contracts.depository, amount));
      expect(paidBy(logs, to, data)).to.equal(true);
      const fee = transferLog(token, people.payer, people.attacker, 31_337n);
      expect(paidBy([fee], to, data), 'a fee').to.equal(false);
      expect(paidBy([fee, ...logs], to, data), 'with a fee').to.equal(true);
      expect(paidBy([{ ...fee, data: word(0n) }], to, data), 'nothing').to.equal(false);
    });
  }

  const deposited = transferLog(usdc, people.payer, contracts.depository, amounts.usdc);
  const rows: readonly [what: string, logs: readonly Log[], moved: boolean][] = [
    ['no log', [], false],
    ['another token', [{ ...deposited, address: tokens.usdt.address }], false],
    ['another payer', [transferLog(usdc, people.attacker, contracts.depository, amounts.usdc)], false],
    ['another amount', [transferLog(usdc, people.payer, contracts.depository, amounts.usdc + 7n)], false],
    ['a collectible', [{ ...deposited, topics: [...deposited.topics, word(amounts.usdc)], data: '0x' }], false],
    ['a log without data', [{ ...deposited, data: '0x' }], false],
    ['a failed operation of the payer', [deposited, operationLog(ENTRY_POINT, people.payer, false)], false],
    ['a failed operation of a stranger', [deposited, operationLog(ENTRY_POINT, people.attacker, false)], true],
    ['a stranger’s log of a failed operation', [deposited, operationLog(usdc, people.payer, false)], true],
    ['a successful operation', [deposited, operationLog(ENTRY_POINT, people.payer, true)], true],
  ];
  for (const [what, logs, moved] of rows) {
    it(`is ${moved} when the receipt has: ${what}`, () => {
      expect(paidBy(logs, contracts.depository, deposit)).to.equal(moved);
    });
  }
});
