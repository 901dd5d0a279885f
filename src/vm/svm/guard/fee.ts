/** Computes the priority fee of a transaction, and defines the maximum that the guard accepts. */
import type { Instruction } from '../../../types.js';
import { decode } from '../data/decode.js';
import { COMPUTE_BUDGET_PROGRAM } from '../data/programs.js';

/** The network fee of one signature, in lamports. */
export const SIGNATURE_FEE = 5_000n;

/** The maximum priority fee in lamports, which equals 0.01 of the native currency. */
export const MAX_PRIORITY_FEE = 10_000_000n;

/** The most compute units of an instruction if no instruction sets a limit, and of a whole transaction. */
const UNITS_PER_INSTRUCTION = 200_000n;
const MAX_UNITS = 1_400_000n;

/** The number of price units in one lamport. The price of compute units is in millionths of a lamport. */
const PRICE_UNIT = 1_000_000n;

/** Returns the priority fee that these instructions set, in lamports and rounded up. */
export function priorityFee(instructions: readonly Instruction[]): bigint {
  const others = instructions.filter(({ programId }) => programId !== COMPUTE_BUDGET_PROGRAM).length;
  let units = BigInt(others) * UNITS_PER_INSTRUCTION;
  let price = 0n;
  for (const instruction of instructions) {
    const decoded = decode(instruction);
    if (decoded?.kind === 'unit-limit') units = decoded.value;
    if (decoded?.kind === 'unit-price') price = decoded.value;
  }
  const limit = units < MAX_UNITS ? units : MAX_UNITS;
  return (limit * price + PRICE_UNIT - 1n) / PRICE_UNIT;
}
