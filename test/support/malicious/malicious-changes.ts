/**
 * What a wallet must not change in a transaction before it signs, and honest twins of these changes. If a row names no
 * other payment, it changes the instructions of a deposit of the native currency, whose compute limit comes first.
 */
import type { Instruction } from '../../../src/types.js';
import { edited, ids, type Case } from '../quotes.js';
import {
  ASSERTIONS,
  ataOf,
  BUDGET,
  le,
  make,
  MEMO,
  reads,
  signs,
  svm,
  svmAmounts,
  svmNativeCase,
  svmSendCase,
  svmTokenCase,
  svmTokens,
  TOKEN_2022,
  vault,
  writes,
} from '../svm-quotes.js';

/** Returns the changed instructions. `own` are the requested instructions. */
type Change = (own: readonly Instruction[]) => readonly Instruction[];

/** `feePayer`: who pays the fee of the changed transaction; default: the account that the payment names. */
export type WalletChange = { title: string; change: Change; feePayer?: string; payment: () => Case };

const usual = (): Case => svmNativeCase(make.limit(60_000n));

const row = (title: string, change: Change, feePayer?: string): WalletChange => ({
  title,
  change,
  payment: usual,
  ...(feePayer !== undefined && { feePayer }),
});
/** Creates rows that change another payment. */
const inside =
  (payment: () => Case) =>
  (title: string, change: Change): WalletChange => ({ title, change, payment });

const { payer, attacker, recipient } = svm;
const usdc = svmTokens.usdc.address;
const bonk = svmTokens.bonk.address;
const mine = ataOf(payer, usdc);
const wrapped = ataOf(payer, svmTokens.wsol.address);
const ofTokens = inside(() => svmTokenCase(svmTokens.usdc, make.create(vault, usdc)));
const direct = inside(() => svmSendCase(svmTokens.sol));
const directTokens = inside(() => svmSendCase(svmTokens.usdc));
const sponsored = inside(() => edited(svmNativeCase(), ['intent.depositFeePayer', svm.feePayer]));
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

const at =
  (index: number, change: (own: Instruction) => Instruction): Change =>
  (own) =>
    own.map((each, position) => (position === index ? change(each) : each));
/** Replaces an account of an instruction, and keeps its rights. */
const account =
  (index: number, pubkey: string) =>
  (own: Instruction): Instruction => ({
    ...own,
    keys: own.keys.map((key, position) => (position === index ? { ...key, pubkey } : key)),
  });
/** An address that differs from that of the program for limits in one letter. */
const LIKE_BUDGET = 'ComputeBudget111111111111111111111111111112';
const LOADED: Instruction = { ...make.limit(1n), data: `04${le(65_536n, 4)}` };
const program = (programId: string, data = ''): Instruction => ({
  programId,
  keys: [signs(payer), writes(mine)],
  data,
});

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
  row('uses a durable nonce at the end', after(make.system(4, '', [writes(attacker), reads(usdc), signs(payer)]))),
  ...otherCalls(),
  ...otherPayments(),
];

/** Calls of programs that every chain has, and of programs with like names. */
function otherCalls(): WalletChange[] {
  return [
    row('asserts the time with an account', after({ ...make.assertion(), data: '0f00000001' })),
    row('hides a write between two assertions', after(make.assertion(), memory.write(), make.assertion())),
    row('sets a limit at a program with a like name', after({ ...make.limit(1n), programId: LIKE_BUDGET })),
    // Tips in other forms.
    row('pays a tip with a seed', after(make.system(11, le(1n, 8), [writes(mine), signs(payer), writes(attacker)]))),
    row('pays a tip to the payer', after(make.pay(payer, 1n))),
    row('pays a tip to the vault', after(make.pay(vault, 1n))),
    row(
      'pays a tip in tokens, by an unchecked transfer',
      after(make.token(`03${le(1n, 8)}`, [writes(mine), writes(ataOf(attacker, usdc)), signs(payer)])),
    ),
    row(
      'pays a tip in tokens of Token-2022',
      after(make.transfer(ataOf(attacker, svmTokens.pyusd.address), svmTokens.pyusd.address, 1n)),
    ),
    row('transfers with a fee of Token-2022', after(make.token(`1a01${le(1n, 8)}`, [writes(mine)], TOKEN_2022))),
    row('wraps native currency', after(make.pay(wrapped, 1n), make.sync())),
    // Accounts and rights.
    row('creates an account', after(make.system(0, '00'.repeat(48), [signs(payer), signs(payer)]))),
    row('creates an account with a seed', after(make.system(3, '00', [signs(payer), writes(attacker), signs(payer)]))),
    row('allocates space in the account', after(make.system(8, le(8n, 8), [signs(payer)]))),
    row('assigns the account with a seed', after(make.system(10, '00', [writes(payer), signs(payer)]))),
    row('pays the rent of a stranger’s token account', after(make.create(attacker, usdc))),
    row('pays the rent of a token account of the payer', before(make.create(payer, bonk))),
    row('gives a token account away', after(make.token(`060201${'00'.repeat(32)}`, [writes(mine), signs(payer)]))),
    row('gives the right to close away', after(make.token(`060301${'00'.repeat(32)}`, [writes(mine), signs(payer)]))),
    row('revokes a delegate', after(make.token('05', [writes(mine), signs(payer)]))),
    row('burns tokens', after(make.token(`08${le(1n, 8)}`, [writes(mine), writes(usdc), signs(payer)]))),
    row(
      'approves a delegate for a checked amount on Token-2022',
      after(make.token(`0d${le(1n, 8)}06`, [writes(mine), reads(usdc), reads(attacker), signs(payer)], TOKEN_2022)),
    ),
    row('closes the account of wrapped currency for the payer', after(make.close())),
    row('withdraws from a nonce account', after(make.system(5, le(1n, 8), [writes(mine), writes(attacker)]))),
    row('gives a nonce account away', after(make.system(7, '00'.repeat(32), [writes(mine), signs(payer)]))),
    // Other programs.
    row('changes a lookup table', after(program('AddressLookupTab1e1111111111111111111111111'))),
    row('calls the loader', after(program('BPFLoaderUpgradeab1e11111111111111111111111'))),
    row('calls the stake program', after(program('Stake11111111111111111111111111111111111111'))),
    row('checks a signature', before({ ...program('Ed25519SigVerify111111111111111111111111111', '00'), keys: [] })),
    row('calls the depository a second time', after({ ...make.depositNative(), data: 'ab'.repeat(48) })),
    // The fee.
    row(
      'sets a fee that is one lamport above the limit',
      without(BUDGET, make.limit(1_000_001n), make.price(10_000_000n)),
    ),
    row('raises the fee by assertions', without(BUDGET, make.price(20_000_000n), make.assertion(), make.assertion())),
    row('sets the highest price', without(BUDGET, make.limit(1_400_000n), make.price((1n << 64n) - 1n))),
    row('sets the fee of the older form', without(BUDGET, { ...make.limit(1n), data: `00${le(1n, 4)}${le(1n, 4)}` })),
    row('sets a limit with bytes after it', without(BUDGET, { ...make.limit(1n), data: `02${le(1n, 8)}` })),
    row('sets a price of four bytes', after({ ...make.limit(1n), data: `03${le(1n, 4)}` })),
    row('sets the limit of the loaded accounts twice', after(LOADED, LOADED)),
    row('adds a memo of each program', after(make.memo(), memoOf([signs(payer)], '6869', svm.oldMemo))),
  ];
}

/** Changes of the payment itself, also in other payments. */
function otherPayments(): WalletChange[] {
  return [
    row('deposits for another depositor', deposit(account(2, attacker))),
    row(
      'replaces the program of the deposit',
      deposit((own) => ({ ...own, programId: svm.exchange })),
    ),
    row(
      'adds an account to the deposit',
      deposit((own) => ({ ...own, keys: [...own.keys, reads(attacker)] })),
    ),
    row(
      'leaves out an account of the deposit',
      deposit((own) => ({ ...own, keys: own.keys.slice(0, -1) })),
    ),
    row(
      'adds bytes to the deposit',
      deposit((own) => ({ ...own, data: `${own.data}00` })),
    ),
    row(
      'cuts the order id of the deposit',
      deposit((own) => ({ ...own, data: own.data.slice(0, -2) })),
    ),
    ofTokens('changes the order of the instructions', (own) => own.toReversed()),
    ofTokens('asserts between two instructions', ([first, ...more]) => [first!, make.assertion(), ...more]),
    ofTokens('adds a memo between two instructions', ([first, ...more]) => [first!, make.memo(), ...more]),
    ofTokens('repeats an instruction', ([first, ...more]) => [first!, first!, ...more]),
    ofTokens('leaves out an instruction', ([, ...more]) => more),
    ofTokens('deposits another token', at(1, account(4, bonk))),
    ofTokens('deposits into a stranger’s token account', at(1, account(6, ataOf(attacker, usdc)))),
    ofTokens(
      'creates a stranger’s token account instead',
      at(0, () => make.create(attacker, usdc)),
    ),
    direct('sends to a stranger', at(0, account(1, attacker))),
    direct(
      'sends one lamport less',
      at(0, () => make.pay(recipient, svmAmounts.sol - 1n)),
    ),
    direct(
      'sends one lamport more',
      at(0, () => make.pay(recipient, svmAmounts.sol + 1n)),
    ),
    direct('sends twice', (own) => [...own, ...own]),
    direct('adds a memo for the recipient', after(make.memo())),
    direct('adds a memo of the older program for the recipient', before(memoOf([], '6869', svm.oldMemo))),
    directTokens('sends tokens to a stranger instead', at(1, account(2, ataOf(attacker, usdc)))),
    directTokens(
      'sends one unit more',
      at(1, () => make.transfer(ataOf(recipient, usdc), usdc, svmAmounts.token + 1n)),
    ),
    directTokens(
      'sends another token',
      at(1, () => make.transfer(ataOf(recipient, bonk), bonk, svmAmounts.token)),
    ),
    directTokens(
      'sends without a check of the token',
      at(1, ({ keys: [from, , to, owner] }) => make.token(`03${le(svmAmounts.token, 8)}`, [from!, to!, owner!])),
    ),
    sponsored('takes a tip from the account that pays the fee', after(make.pay(attacker, 1n, svm.feePayer))),
    sponsored('raises the fee of the account that pays it', before(make.limit(1_400_000n), make.price(100_000_000n))),
    { ...sponsored('pays the fee itself', (own) => own), feePayer: payer },
    {
      ...sponsored('pays the fee itself, and has the other account sign', after(make.assertion(signs(svm.feePayer)))),
      feePayer: payer,
    },
  ];
}

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
  row('no limit', without(BUDGET)),
  row('every kind of limit', without(BUDGET, make.limit(90_000n), make.price(1n), make.heap(), LOADED)),
  row('an assertion whose log is encoded', after({ ...make.assertion(), data: '05040001' })),
  row('a memo of the longest size', after(make.memo('61'.repeat(128)))),
  row('an empty memo', after(make.memo(''))),
  ofTokens('assertions around two instructions', (own) => [make.assertion(), ...own, make.assertion()]),
  ofTokens('a memo and a price beside two instructions', (own) => [make.price(9n), ...own, make.memo()]),
  direct('an assertion beside a direct transfer', after(make.assertion())),
  directTokens('a limit and an assertion beside a direct transfer of tokens', (own) => [
    make.limit(60_000n),
    ...own,
    make.assertion(),
  ]),
  sponsored('an assertion when another account pays the fee', after(make.assertion())),
];
