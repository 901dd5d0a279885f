/** Guards the instruction that deposits into the depository program (G44). */
import type { Instruction } from '../../../types.js';
import type { GuardContext } from '../../family/adapter.js';
import { fromHex, littleEndian, toHex } from '../data/bytes.js';
import { tokenAccountOf, vaultOf } from '../data/accounts.js';
import { ATA_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAMS } from '../data/programs.js';
import type { ReportProblem } from './read-instructions.js';

/** The first bytes of the deposit instructions. The amount and the order id follow them. */
const NATIVE_DEPOSIT = '0d9e0ddf5fd51c06';
const TOKEN_DEPOSIT = '0b9c60da27a3b413';
const AMOUNT_AT = 8;
const ID_AT = 16;
const DEPOSIT_BYTES = 48;

/** A deposit. `currency` is the mint, or the address of the native currency, or empty if the mint is unknown. */
export type Deposit = { currency: string; amount: bigint; orderId: string };

/**
 * Reads the data of a deposit. `currency` is empty if a token is deposited. Returns null if the data is not a deposit.
 */
export function readDeposit(data: string): Deposit | null {
  const bytes = fromHex(data);
  const amount = littleEndian(bytes, AMOUNT_AT, 8);
  const isNative = data.startsWith(NATIVE_DEPOSIT);
  if (bytes.length !== DEPOSIT_BYTES || amount === null || !(isNative || data.startsWith(TOKEN_DEPOSIT))) return null;
  return { currency: isNative ? SYSTEM_PROGRAM : '', amount, orderId: `0x${toHex(bytes.subarray(ID_AT))}` };
}

/**
 * G44: guards a deposit. Its accounts have a fixed order, and the program's address determines the vault.
 * @param o.isExchanged true if an instruction calls an exchange program; the deposit may then be in a currency other
 *   than the origin currency
 * @returns the deposit; null if the instruction is not a deposit
 */
export function guardDeposit(
  { programId, keys, data }: Instruction,
  { intent, amountIn, orderId }: GuardContext,
  { path, note, isExchanged }: { path: string; note: ReportProblem; isExchanged: boolean },
): Deposit | null {
  const deposit = readDeposit(data);
  if (!deposit) {
    note('G44', `${path}.data`, 'is not a deposit');
    return null;
  }
  const [config, , , , mint = '', , , program = ''] = keys.map(({ pubkey }) => pubkey);
  const isNative = deposit.currency === SYSTEM_PROGRAM;
  const currency = isNative ? deposit.currency : mint;
  const isPaid = currency === intent.originCurrency;
  const vault = vaultOf(programId);
  const { user } = intent;
  if (!isNative && !TOKEN_PROGRAMS.includes(program)) note('G44', `${path}.keys[7]`, 'is not a token program');
  else {
    const expected = isNative
      ? [config, user, user, vault, SYSTEM_PROGRAM]
      : [
          config,
          user,
          user,
          vault,
          mint,
          tokenAccountOf(user, mint, program),
          tokenAccountOf(vault, mint, program),
          program,
          ATA_PROGRAM,
          SYSTEM_PROGRAM,
        ];
    const wrong = expected.findIndex((address, at) => keys[at]?.pubkey !== address);
    if (wrong >= 0) note('G44', `${path}.keys[${wrong}]`, 'is not the account that the deposit needs there');
    if (keys.length > expected.length) note('G44', `${path}.keys`, 'has more accounts than a deposit needs');
  }
  if (keys[0]?.isWritable) note('G44', `${path}.keys[0]`, 'must not be writable');
  if (!isPaid && !isExchanged) note('G44', path, 'deposits another currency');
  if (isPaid && deposit.amount !== amountIn) {
    note('G44', `${path}.data`, `deposits ${deposit.amount} instead of ${amountIn}`);
  }
  if (deposit.amount === 0n) note('G44', `${path}.data`, 'deposits nothing');
  if (deposit.orderId !== orderId) note('G44', `${path}.data`, 'pays another order');
  return { ...deposit, currency };
}
