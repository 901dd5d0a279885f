/** Quotes of the SVM chain that a compromised service could return. Each row names the rule that must block it. */
import type { Instruction } from '../../../src/types.js';
import type { Attack } from './malicious-quotes.js';
import { edited, ids, type Case, type Edit } from '../quotes.js';
import {
  ataOf,
  DATA,
  INSTRUCTIONS,
  le,
  make,
  reads,
  signs,
  svm,
  svmAmounts,
  svmCase,
  svmNativeCase,
  svmSendCase,
  svmSwapCase,
  svmSwapDepositCase,
  svmTokenCase,
  svmTokens,
  TOKEN_2022,
  vault,
  writes,
} from '../svm-quotes.js';

const { payer, attacker, recipient } = svm;
const usdc = svmTokens.usdc.address;
const mine = ataOf(payer, usdc);
const wrapped = ataOf(payer, svmTokens.wsol.address);

const attack = (rule: string, title: string, made: () => Case, ...edits: Edit[]): Attack => ({
  rule,
  title,
  make: () => edited(made(), ...edits),
});
/** Creates an attack that adds an instruction before an honest deposit of tokens. */
const adds = (rule: string, title: string, instruction: Instruction): Attack =>
  attack(rule, title, () => svmTokenCase(svmTokens.usdc, instruction));
const account = (at: number, pubkey: string): Edit => [`${INSTRUCTIONS}[0].keys[${at}].pubkey`, pubkey];
const key = (value: unknown): Edit => [`${INSTRUCTIONS}[0].keys[0]`, value];
const program = (programId: string): Instruction => ({ programId, keys: [signs(payer), writes(mine)], data: '' });

export const svmAttacks: readonly Attack[] = [
  // The guard's rule G01 checks the form of the instructions.
  attack('G01', 'has no instructions', svmNativeCase, [INSTRUCTIONS, []]),
  attack('G01', 'has instructions that are no list', svmNativeCase, [INSTRUCTIONS, {}]),
  attack('G01', 'has 65 instructions', svmNativeCase, [INSTRUCTIONS, Array.from({ length: 65 }, () => make.memo())]),
  attack('G01', 'has half a byte of data', svmNativeCase, [`${INSTRUCTIONS}[0].data`, '0d9']),
  attack('G01', 'has data with a prefix', svmNativeCase, [`${INSTRUCTIONS}[0].data`, '0x0d']),
  attack('G01', 'has a program that is no address', svmNativeCase, [`${INSTRUCTIONS}[0].programId`, '0xabc']),
  attack('G01', 'has an account that is no address', svmNativeCase, account(1, `${payer}1`)),
  attack('G01', 'has an account without rights', svmNativeCase, key({ pubkey: payer })),
  attack('G01', 'has rights that are texts', svmNativeCase, key({ pubkey: payer, isSigner: 'false', isWritable: 1 })),
  attack('G01', 'has a lookup table that is no address', svmNativeCase, [`${DATA}.addressLookupTableAddresses`, ['x']]),
  attack('G01', 'has a fee payer that is no address', svmNativeCase, ['intent.depositFeePayer', '0x1']),
  // G04 to G06, G21: the step.
  attack('G04', 'has two transactions', svmNativeCase, [
    'quote.steps[0].items',
    [0, 1].map(() => ({ status: 'incomplete', data: { instructions: [make.depositNative()] } })),
  ]),
  attack('G04', 'asks for a signature', svmNativeCase, ['quote.steps[0].kind', 'signature']),
  attack('G04', 'has an approval', svmNativeCase, ['quote.steps[0].id', 'approve']),
  attack('G05', 'is for another chain', svmNativeCase, [`${DATA}.chainId`, 1]),
  attack('G06', 'is for another account', svmNativeCase, [`${DATA}.from`, attacker]),
  attack('G21', 'pays to a deposit address', svmNativeCase, ['intent.useDepositAddress', true]),
  // G16: direct transfers.
  attack('G16', 'sends to the recipient though another currency is wanted', () => svmSendCase(svmTokens.usdc), [
    'intent.destinationCurrency',
    svmTokens.pyusd.address,
  ]),
  attack('G16', 'sends twice', () => {
    const two = make.transfer(ataOf(recipient, usdc), usdc, svmAmounts.token);
    return edited(svmSendCase(svmTokens.usdc), [INSTRUCTIONS, [two, two]]);
  }),
  attack('G16', 'sends nothing', () => svmSendCase(svmTokens.usdc), [INSTRUCTIONS, [make.memo()]]),
  // G40: signers and the lifetime.
  adds('G40', 'needs the signature of a stranger', {
    ...make.memo(),
    keys: [{ ...reads(attacker), isSigner: true }],
  }),
  attack('G40', 'lets a stranger pay the fee', svmNativeCase, [`${INSTRUCTIONS}[0].keys[0].isSigner`, true]),
  adds(
    'G40',
    'uses a durable nonce',
    make.system(4, '', [writes(attacker), reads('SysvarRecentB1ockHashes11111111111111111111'), signs(payer)]),
  ),
  // G41: programs.
  adds('G41', 'calls a program that is not pinned', program(attacker)),
  adds('G41', 'asserts something, which only a wallet may add', make.assertion()),
  adds('G41', 'calls the loader', program('BPFLoaderUpgradeab1e11111111111111111111111')),
  adds('G41', 'calls the stake program', program('Stake11111111111111111111111111111111111111')),
  adds('G41', 'calls the vote program', program('Vote111111111111111111111111111111111111111')),
  adds('G41', 'changes a lookup table', program('AddressLookupTab1e1111111111111111111111111')),
  attack('G41', 'deposits with another program', svmNativeCase, [`${INSTRUCTIONS}[0].programId`, attacker]),
  attack('G41', 'calls the exchange in a direct transfer', () =>
    edited(svmSendCase(svmTokens.usdc), [
      INSTRUCTIONS,
      [make.transfer(ataOf(recipient, usdc), usdc, svmAmounts.token), make.exchange(mine)],
    ]),
  ),
  attack('G41', 'calls the exchange though nothing is exchanged', () =>
    svmCase(svmTokens.usdc, [make.exchange(mine), make.depositToken(usdc)]),
  ),
  attack('G41', 'calls an exchange that is no longer pinned', svmSwapCase, ['registry.chains[0].programs', []]),
  // G42: instructions that no payment needs.
  adds('G42', 'assigns the payer’s account to a program', make.system(1, '00'.repeat(32), [signs(payer)])),
  adds('G42', 'assigns the account with a seed', make.system(10, '00', [writes(payer), signs(payer)])),
  adds('G42', 'allocates space in the payer’s account', make.system(8, le(8n, 8), [signs(payer)])),
  adds('G42', 'allocates space with a seed', make.system(9, '00', [writes(payer), signs(payer)])),
  adds('G42', 'creates an account of another program', make.system(0, '00'.repeat(48), [signs(payer), signs(payer)])),
  adds('G42', 'creates an account with a seed', make.system(3, '00', [signs(payer), writes(attacker), signs(payer)])),
  adds('G42', 'transfers with a seed', make.system(11, '00', [writes(payer), signs(payer), writes(attacker)])),
  adds('G42', 'withdraws from a nonce account', make.system(5, le(1n, 8), [writes(attacker), writes(attacker)])),
  adds('G42', 'gives the nonce account away', make.system(7, '00'.repeat(32), [writes(attacker), signs(payer)])),
  adds('G42', 'approves a delegate', make.token(`04${le(1n, 8)}`, [writes(mine), reads(attacker), signs(payer)])),
  adds(
    'G42',
    'approves a delegate for a checked amount',
    make.token(`0d${le(1n, 8)}06`, [writes(mine), reads(usdc), reads(attacker), signs(payer)]),
  ),
  adds('G42', 'gives the token account away', make.token('060201', [writes(mine), signs(payer)])),
  adds(
    'G42',
    'gives the token account away on Token-2022',
    make.token('060201', [writes(mine), signs(payer)], TOKEN_2022),
  ),
  adds('G42', 'burns tokens', make.token(`08${le(1n, 8)}`, [writes(mine), writes(usdc), signs(payer)])),
  adds('G42', 'burns a checked amount', make.token(`0f${le(1n, 8)}06`, [writes(mine), writes(usdc), signs(payer)])),
  adds('G42', 'closes an account for a stranger', make.close(attacker)),
  adds('G42', 'transfers with a fee of Token-2022', make.token(`1a01${le(1n, 8)}`, [writes(mine)], TOKEN_2022)),
  adds('G42', 'transfers with another signer', {
    ...make.transfer(vault, usdc, 1n),
    keys: [writes(mine), reads(usdc), writes(attacker), reads(attacker), signs(payer)],
  }),
  adds('G42', 'creates an account of a stranger', make.create(attacker, usdc)),
  adds(
    'G42',
    'lets the payer pay the rent for an account of another token',
    make.create(vault, svmTokens.bonk.address),
  ),
  adds('G42', 'creates another account than the owner’s', {
    ...make.create(vault, usdc),
    keys: [signs(payer), writes(attacker), reads(vault), reads(usdc), reads('1'.repeat(32)), reads(TOKEN_2022)],
  }),
  adds('G42', 'recovers a nested account', make.create(payer, usdc, { data: '02' })),
  adds('G42', 'writes a compute budget of an unknown kind', { ...make.limit(1n), data: '0001000000' }),
  // G43: what leaves the account.
  adds('G43', 'transfers tokens to a stranger', make.transfer(ataOf(attacker, usdc), usdc, 1n)),
  adds(
    'G43',
    'transfers other tokens',
    make.transfer(ataOf(attacker, svmTokens.bonk.address), svmTokens.bonk.address, 1n),
  ),
  adds('G43', 'transfers native currency to a stranger', make.pay(attacker, 1n)),
  adds('G43', 'wraps native currency, which does not pay', make.pay(wrapped, 1n)),
  attack('G43', 'deposits and pays a stranger too', () => svmNativeCase(make.pay(attacker, 1n))),
  attack('G43', 'wraps more than the price', () => svmNativeCase(make.pay(wrapped, 1n))),
  attack('G43', 'sends to a stranger', () => svmSendCase(svmTokens.sol), account(1, attacker)),
  attack('G43', 'sends tokens to a stranger', () => svmSendCase(svmTokens.usdc), [
    `${INSTRUCTIONS}[1].keys[2].pubkey`,
    ataOf(attacker, usdc),
  ]),
  attack('G43', 'sends more', () => svmSendCase(svmTokens.sol), [
    `${INSTRUCTIONS}[0].data`,
    make.pay(recipient, svmAmounts.sol + 1n).data,
  ]),
  attack('G43', 'sends another token', () => svmSendCase(svmTokens.usdc), [
    `${INSTRUCTIONS}[1]`,
    make.transfer(ataOf(recipient, svmTokens.bonk.address), svmTokens.bonk.address, svmAmounts.token),
  ]),
  attack('G43', 'sets a priority fee above the bound', () =>
    svmNativeCase(make.limit(1_000_001n), make.price(10_000_000n)),
  ),
  attack('G43', 'sets a high price without a limit', () => svmNativeCase(make.price(50_000_001n))),
  attack('G43', 'sets the price twice', () => svmNativeCase(make.price(1n), make.price(2n))),
  attack('G43', 'exchanges the money without the recipient', () => {
    const swap = svmSwapCase();
    return edited(swap, [`${INSTRUCTIONS}[6]`, make.exchange(ataOf(attacker, usdc))]);
  }),
  // G44: the deposit.
  attack('G44', 'deposits for another order', () =>
    svmCase(svmTokens.sol, [make.depositNative(svmAmounts.sol, ids.other)]),
  ),
  attack('G44', 'deposits less', () => svmCase(svmTokens.sol, [make.depositNative(svmAmounts.sol - 1n)])),
  attack('G44', 'deposits more tokens', () =>
    svmCase(svmTokens.usdc, [make.depositToken(usdc, svmAmounts.token + 1n)]),
  ),
  attack('G44', 'deposits another token', () => svmCase(svmTokens.usdc, [make.depositToken(svmTokens.pyusd.address)])),
  attack('G44', 'deposits tokens though SOL pays', () => svmCase(svmTokens.sol, [make.depositToken(usdc)])),
  attack('G44', 'deposits SOL though a token pays', () => svmCase(svmTokens.usdc, [make.depositNative()])),
  attack('G44', 'deposits twice', () => svmNativeCase(make.depositNative())),
  attack('G44', 'deposits nothing at all', () => svmCase(svmTokens.sol, [make.memo()])),
  attack('G44', 'deposits into another vault', svmNativeCase, account(3, attacker)),
  attack('G44', 'deposits for another depositor', svmNativeCase, account(2, attacker)),
  attack('G44', 'deposits from another sender', svmNativeCase, account(1, svm.feePayer)),
  attack('G44', 'deposits into a stranger’s token account', () => svmTokenCase(), account(6, ataOf(attacker, usdc))),
  attack('G44', 'deposits from a stranger’s token account', () => svmTokenCase(), account(5, ataOf(attacker, usdc))),
  attack('G44', 'deposits with another token program', () => svmTokenCase(), account(7, TOKEN_2022)),
  attack('G44', 'deposits with a false token program', () => svmTokenCase(), account(7, attacker)),
  attack('G44', 'calls another instruction of the depository', svmNativeCase, [
    `${INSTRUCTIONS}[0].data`,
    'ab'.repeat(48),
  ]),
  attack('G44', 'has bytes after the deposit', svmNativeCase, [
    `${INSTRUCTIONS}[0].data`,
    `${make.depositNative().data}00`,
  ]),
  attack('G44', 'lets the deposit change its settings', svmNativeCase, [`${INSTRUCTIONS}[0].keys[0].isWritable`, true]),
  attack('G44', 'has accounts after those of a deposit', svmNativeCase, [`${INSTRUCTIONS}[0].keys[5]`, writes(mine)]),
  attack('G44', 'deposits for another order after an exchange', svmSwapDepositCase, [
    `${INSTRUCTIONS}[2].data`,
    make.depositToken(usdc, 1n, ids.other).data,
  ]),
  attack('G44', 'exchanges for another chain without a deposit', svmSwapDepositCase, [
    INSTRUCTIONS,
    [make.exchange(ataOf(payer, usdc))],
  ]),
];
