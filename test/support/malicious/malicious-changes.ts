/**
 * What a wallet must not change in a transaction before it signs, and honest twins of these changes. Each row changes
 * the instructions of a deposit of the native currency, whose compute limit comes first.
 */
import type { Instruction } from '../../../src/types.js';
import { ids } from '../quotes.js';
import {
  ASSERTIONS,
  ataOf,
  BUDGET,
  make,
  MEMO,
  reads,
  signs,
  svm,
  svmAmounts,
  svmTokens,
  vault,
  writes,
} from '../svm-quotes.js';

/** Returns the changed instructions. `own` are the requested instructions. */
type Change = (own: readonly Instruction[]) => readonly Instruction[];

/** `feePayer`: who pays the fee of the changed transaction; default: the payer. */
export type WalletChange = { title: string; change: Change; feePayer?: string };

const row = (title: string, change: Change, feePayer?: string): WalletChange => ({
  title,
  change,
  ...(feePayer !== undefined && { feePayer }),
});

const { payer, attacker } = svm;
const usdc = svmTokens.usdc.address;
const mine = ataOf(payer, usdc);
const memoOf = (keys: Instruction['keys'], data = '6869', programId = MEMO): Instruction => ({ programId, keys, data });
const after =
  (...added: Instruction[]): Change =>
  (own) => [...own, ...added];
const before =
  (...added: Instruction[]): Change =>
  (own) => [...added, ...own];
const without =
  (programId: string, ...added: Instruction[]): Change =>
  (own) => [...own.filter((each) => each.programId !== programId), ...added];
const deposit =
  (change: (own: Instruction) => Instruction): Change =>
  (own) =>
    own.map((each) => (each.programId === svm.depository ? change(each) : each));

/** The first bytes of the instructions 0 and 1 of the assertion program, which are no assertions. */
const memory = {
  write: (): Instruction => ({
    programId: ASSERTIONS,
    keys: [reads(ASSERTIONS), reads('1'.repeat(32)), signs(payer), writes(vault), reads(mine)],
    data: '0000ff000108',
  }),
  close: (): Instruction => ({
    programId: ASSERTIONS,
    keys: [reads(ASSERTIONS), signs(payer), writes(vault)],
    data: '0100ff',
  }),
};

export const maliciousChanges: readonly WalletChange[] = [
  // The assertion program.
  row('writes to an account through the assertion program', after(memory.write())),
  row('closes an account through the assertion program', after(memory.close())),
  row('writes with the accounts of an assertion', after({ ...make.assertion(), data: '0000ff000108' })),
  row('closes with the accounts of an assertion', after({ ...make.assertion(), data: '0100ff' })),
  row('lets the assertion program call another one', after({ ...make.assertion(), data: '10000000' })),
  row('calls an instruction after the last of the program', after({ ...make.assertion(), data: '12000001' })),
  row('calls an unknown instruction of the program', after({ ...make.assertion(), data: 'ff000001' })),
  row('calls the assertion program without data', after({ ...make.assertion(), data: '' })),
  row('calls the assertion program with a name only', after({ ...make.assertion(), data: '05' })),
  row('asserts nothing', after({ ...make.assertion(), data: '0500' })),
  row('lets an assertion call the program that logs', after({ ...make.assertion(), data: '05030001' })),
  row('lets a failed assertion call the program that logs', after({ ...make.assertion(), data: '05060001' })),
  row('asserts with an unknown level of the log', after({ ...make.assertion(), data: '05100001' })),
  row('asserts with the signature of a stranger', after(make.assertion({ ...reads(attacker), isSigner: true }))),
  row('asserts with a right to change a stranger’s account', after(make.assertion(writes(attacker)))),
  row('asserts with a right to change an account of the payer', after(make.assertion(writes(mine)))),
  row('asserts with one account more', after({ ...make.assertion(), keys: [reads(mine), reads(attacker)] })),
  row('asserts with no account', after({ ...make.assertion(), keys: [] })),
  row('compares one account', after({ ...make.assertion(), data: '0400000001' })),
  row('hides a transfer behind an assertion', after(make.assertion(), make.pay(attacker, 1n))),
  row('hides a transfer before an assertion', before(make.pay(attacker, 1n), make.assertion())),
  row('asserts between the requested instructions', (own) => [...own, make.assertion(), ...own.slice(-1)]),
  row('calls a program with a like name', after({ ...make.assertion(), programId: svm.likeAssertions })),
  // Payments to others.
  row('pays a tip', after(make.pay(attacker, 1_000n))),
  row('pays a tip first', before(make.pay(attacker, 1_000n))),
  row('sends tokens to a stranger', after(make.transfer(ataOf(attacker, usdc), usdc, 1n))),
  row(
    'approves a delegate',
    after(make.token(`04${'01'.padEnd(16, '0')}`, [writes(mine), reads(attacker), signs(payer)])),
  ),
  row('assigns the account to a program', after(make.system(1, '00'.repeat(32), [signs(payer)]))),
  row('closes an account', after(make.close(attacker))),
  row('deposits twice', after(make.depositNative())),
  row(
    'deposits for another order',
    deposit(() => make.depositNative(svmAmounts.sol, ids.other)),
  ),
  row(
    'deposits more',
    deposit(() => make.depositNative(svmAmounts.sol + 1n)),
  ),
  row(
    'deposits less',
    deposit(() => make.depositNative(svmAmounts.sol - 1n)),
  ),
  row('leaves out the deposit', without(svm.depository)),
  row('leaves only an assertion', () => [make.assertion()]),
  row(
    'replaces the vault',
    deposit((own) => ({
      ...own,
      keys: own.keys.map((key, at) => (at === 3 ? writes(attacker) : key)),
    })),
  ),
  row(
    'adds a right to change an account',
    deposit((own) => ({
      ...own,
      keys: own.keys.map((key, at) => (at === 0 ? { ...key, isWritable: true } : key)),
    })),
  ),
  row('calls the exchange', after(make.exchange(mine))),
  // The fee.
  row('sets a priority fee above the limit', without(BUDGET, make.limit(1_400_000n), make.price(100_000_000n))),
  row('sets a high price without a limit', without(BUDGET, make.price(50_000_001n))),
  row('sets the limit twice', after(make.limit(1n))),
  row('sets the price twice', after(make.price(1n), make.price(2n))),
  row('sets the size of the heap twice', after(make.heap(), make.heap())),
  row('sets an unknown limit', after({ ...make.limit(1n), data: '0700000000' })),
  row('gives a limit an account', after({ ...make.limit(1n), keys: [reads(attacker)] })),
  row('lets a stranger pay the fee', (own) => own, attacker),
  // Memos.
  row('adds a memo of another signer', after(memoOf([{ ...reads(attacker), isSigner: true }]))),
  row('adds a memo of the payer and another account', after(memoOf([signs(payer), reads(attacker)]))),
  row('adds two memos', after(make.memo(), make.memo('6162'))),
  row('adds a memo that is too long', after(make.memo('61'.repeat(129)))),
  row('adds a memo that is no text', after(make.memo('ff'))),
  row('adds a memo of a program with a like name', after(memoOf([signs(payer)], '6869', svm.likeAssertions))),
  row('uses a durable nonce', before(make.system(4, '', [writes(attacker), reads(usdc), signs(payer)]))),
];

/** Changes of wallets that only protect or pay for the transaction. */
export const honestChanges: readonly WalletChange[] = [
  row('one assertion at the end', after(make.assertion())),
  row('assertions at the start and at the end', (own) => [make.assertion(), ...own, make.assertion()]),
  row('an assertion about the payer’s own account', after(make.assertion(signs(payer)))),
  row('several assertions about one account', after({ ...make.assertion(), data: '0a00020001' })),
  row(
    'an assertion about the difference of two accounts',
    after({
      ...make.assertion(),
      keys: [reads(mine), reads(vault)],
      data: '0400000001',
    }),
  ),
  row('an assertion about the time', after({ ...make.assertion(), keys: [], data: '0f00000001' })),
  row('an assertion that writes to the log', after({ ...make.assertion(), data: '05010001' })),
  row('a price, and an assertion', (own) => [make.price(1_000n), ...own, make.assertion()]),
  row('another limit', without(BUDGET, make.limit(90_000n))),
  row('a fee at the limit', without(BUDGET, make.limit(1_000_000n), make.price(10_000_000n))),
  row('a limit of the loaded accounts', after({ ...make.limit(65_536n), data: '0400000100' })),
  row('a memo of the payer', after(make.memo())),
  row('a memo without signers', after(memoOf([]))),
  row('a memo of the older program', before(memoOf([signs(payer)], '6869', svm.oldMemo))),
  row('a memo, a price and two assertions', (own) => [
    make.price(5n),
    make.assertion(),
    make.memo(),
    ...own,
    make.assertion(),
  ]),
];
