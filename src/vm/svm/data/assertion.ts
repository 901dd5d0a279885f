/**
 * Recognizes the assertions of the public program Lighthouse. Wallets add them to a transaction. The transaction then
 * fails if its effects differ from those that the wallet has shown to the payer.
 */
import type { Instruction } from '../../../types.js';
import { fromHex } from './bytes.js';

/**
 * The instructions that only read, with the number of their accounts, by the first byte of the data. The list leaves
 * out 0 and 1, which write to an account or close it, and so move the payer's money. It also leaves out 16, which calls
 * another program.
 */
const ASSERTIONS: ReadonlyMap<number, { name: string; accounts: number }> = new Map([
  [2, { name: 'AssertAccountData', accounts: 1 }],
  [3, { name: 'AssertAccountDataMulti', accounts: 1 }],
  [4, { name: 'AssertAccountDelta', accounts: 2 }],
  [5, { name: 'AssertAccountInfo', accounts: 1 }],
  [6, { name: 'AssertAccountInfoMulti', accounts: 1 }],
  [7, { name: 'AssertMintAccount', accounts: 1 }],
  [8, { name: 'AssertMintAccountMulti', accounts: 1 }],
  [9, { name: 'AssertTokenAccount', accounts: 1 }],
  [10, { name: 'AssertTokenAccountMulti', accounts: 1 }],
  [11, { name: 'AssertStakeAccount', accounts: 1 }],
  [12, { name: 'AssertStakeAccountMulti', accounts: 1 }],
  [13, { name: 'AssertUpgradeableLoaderAccount', accounts: 1 }],
  [14, { name: 'AssertUpgradeableLoaderAccountMulti', accounts: 1 }],
  [15, { name: 'AssertSysvarClock', accounts: 0 }],
  [17, { name: 'AssertBubblegumTreeConfigAccount', accounts: 1 }],
]);

/**
 * The log levels at which the program calls no other program. The level is the second byte of the data. At the levels 3
 * and 6, the program calls one.
 */
const LOG_LEVELS: readonly number[] = [0, 1, 2, 4, 5];

/** The fewest bytes of an assertion: the instruction, the level of the log, and what is asserted. */
const LEAST_BYTES = 3;

/** Returns what is wrong with an instruction of the program, or null if it is an assertion that only reads. */
export function assertionProblem({ keys, data }: Instruction): string | null {
  const bytes = fromHex(data);
  const [tag = -1, level = -1] = bytes;
  const found = ASSERTIONS.get(tag);
  if (!found) return `instruction ${tag} of the assertion program, which is no assertion`;
  if (!LOG_LEVELS.includes(level) || bytes.length < LEAST_BYTES) return `${found.name} with unknown data`;
  return keys.length === found.accounts ? null : `${found.name} with ${keys.length} accounts`;
}
