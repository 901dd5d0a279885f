/**
 * Judges what a wallet has changed in a transaction before it signed (G46). Wallets replace the blockhash, set the fee,
 * and add assertions and a memo, none of which moves the paid money elsewhere. The page refuses any other change, a fee
 * above the limit, and a memo in a direct transfer.
 */
import type { Instruction } from '../../../types.js';
import type { InstructionsRequest } from '../../family/abilities.js';
import { assertionProblem } from '../data/assertion.js';
import { fromHex } from '../data/bytes.js';
import { decode } from '../data/decode.js';
import { isBudget, isSameCall, isSameRights, type Message } from '../data/message.js';
import { ASSERTION_PROGRAM, MEMO_PROGRAMS } from '../data/programs.js';
import { MAX_PRIORITY_FEE, priorityFee } from '../guard/fee.js';

/** The longest memo that a wallet may add, in bytes. */
const MEMO_BYTES = 128;

/**
 * Returns which change is not allowed, for a developer, or null if the page may send the transaction.
 * @param signed the content of the signed transaction
 */
export function forbiddenChange(signed: Message, request: InstructionsRequest): string | null {
  if (signed.feePayer !== request.feePayer) return 'another account pays the fee';
  // On the chain, a right in one instruction is a right in the whole transaction.
  if (!isSameRights(signed, request)) return 'other accounts sign or can be changed';
  const others = ({ instructions }: Pick<Message, 'instructions'>): Instruction[] =>
    instructions.filter((each) => !isBudget(each));
  return (
    budgetProblem(signed.instructions.filter(isBudget)) ??
    additionsProblem(others(signed), others(request), request) ??
    (priorityFee(signed.instructions) > MAX_PRIORITY_FEE ? 'the fee is above the limit' : null)
  );
}

/**
 * Checks the limits and the price of compute units. The chain refuses a transaction that sets one of them twice, and
 * the page could not compute its fee.
 */
function budgetProblem(budgets: readonly Instruction[]): string | null {
  if (budgets.some((each) => decode(each)?.kind === 'unknown')) return 'an unknown limit was set';
  const tags = budgets.map(({ data }) => data.slice(0, 2));
  return new Set(tags).size < tags.length ? 'a limit was set twice' : null;
}

/**
 * The requested instructions must follow each other in their order. Additions are allowed only before and after them.
 */
function additionsProblem(
  found: readonly Instruction[],
  own: readonly Instruction[],
  request: InstructionsRequest,
): string | null {
  let problem: string | null = 'the instructions of the payment were changed';
  for (let start = 0; start + own.length <= found.length; start += 1) {
    if (!own.every((each, at) => isSameCall(each, found[start + at]))) continue;
    problem = addedProblem([...found.slice(0, start), ...found.slice(start + own.length)], request);
    if (problem === null) return null;
  }
  return problem;
}

function addedProblem(added: readonly Instruction[], request: InstructionsRequest): string | null {
  const of = (programs: readonly string[]): Instruction[] => added.filter((each) => programs.includes(each.programId));
  const allowed = ADDITIONS.flatMap(({ programs }) => programs);
  const other = added.find(({ programId }) => !allowed.includes(programId));
  if (other) return `a call was added to ${other.programId}`;
  const problems = ADDITIONS.map(({ programs, problem }) => problem(of(programs), request));
  return problems.find((each) => each !== null) ?? null;
}

/**
 * The calls that a wallet may add, by program. `problem` returns what is wrong with all added calls of the programs, or
 * null if nothing is. The programs have the same addresses on every SVM chain. A chain that lacks one of them executes
 * no part of a transaction that calls it, so the table needs no row for each chain.
 */
const ADDITIONS: readonly {
  programs: readonly string[];
  problem: (added: readonly Instruction[], request: InstructionsRequest) => string | null;
}[] = [
  { programs: MEMO_PROGRAMS, problem: memosProblem },
  { programs: [ASSERTION_PROGRAM], problem: (added) => firstProblem(added, assertionProblem) },
];

const firstProblem = (added: readonly Instruction[], problemOf: (each: Instruction) => string | null): string | null =>
  added.map(problemOf).find((each) => each !== null) ?? null;

/** A wallet may add one memo with a short text to a deposit or a swap. */
function memosProblem(added: readonly Instruction[], { from, step }: InstructionsRequest): string | null {
  if (added.length > 1) return 'several memos were added';
  // The recipient of a direct transfer could credit it to the customer whom a memo names. In a deposit, a memo changes
  // nothing, because the deposit contains the id of its order.
  if (added.length > 0 && step === 'send') return 'a memo was added to a direct transfer';
  return firstProblem(added, (each) => memoProblem(each, from));
}

function memoProblem({ keys, data }: Instruction, from: string): string | null {
  if (keys.some(({ pubkey }) => pubkey !== from) || keys.length > 1) return 'a memo of other signers was added';
  const bytes = fromHex(data);
  if (bytes.length > MEMO_BYTES) return 'a memo is too long';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return null;
  } catch {
    return 'a memo is no text';
  }
}
