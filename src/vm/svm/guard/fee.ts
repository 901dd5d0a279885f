/** Computes the network fee that instructions set, and its bound. */
import type { Instruction } from '../../../types.js';
import { decode } from '../data/decode.js';
import { COMPUTE_BUDGET_PROGRAM } from '../data/programs.js';

/** Network fee of one signature in lamports. */
export const SIGNATURE_FEE = 5_000n;

/** Maximum priority fee in lamports, which is 0.01 of the native currency. */
export const MAX_PRIORITY_FEE = 10_000_000n;

/** Compute units of one instruction and of a transaction, if no instruction sets a limit. */
const UNITS_PER_INSTRUCTION = 200_000n;
const MAX_UNITS = 1_400_000n;

/** The price of compute units is in millionths of a lamport. */
const PRICE_UNIT = 1_000_000n;

/** The priority fee in lamports that these instructions set, rounded up. */
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
