/** Who pays which fee: the rows of the review and of the receipt. */
import type { FeeName, QuoteSummary, TokenAmount } from '../types.js';
import { withAmount } from './amounts.js';

export type FeeRow = { name: FeeName; amount: TokenAmount };
export type FeeBreakdown = {
  rows: readonly FeeRow[];
  /** The sponsor pays everything. */
  free: boolean;
  sponsored: QuoteSummary['sponsored'];
};

// `huber` is the sum of `hubGas` and `hubService`: its parts are shown, or it alone where they are absent.
const parts: readonly FeeName[] = ['gas', 'hubGas', 'hubService', 'app'];
const whole: readonly FeeName[] = ['gas', 'huber', 'app'];

export function feesOf({ fees, sponsored }: QuoteSummary): FeeBreakdown {
  const names = fees.hubGas && fees.hubService ? parts : whole;
  const rows = names.flatMap((name): FeeRow[] => {
    const amount = fees[name];
    return amount && BigInt(amount.amount) > 0n ? [{ name, amount }] : [];
  });
  return { rows, sponsored, free: sponsored !== null && BigInt(sponsored.userPays.amount) === 0n };
}

/** Those of one currency together; a price would be another sum. */
export function sumsOf(amounts: readonly TokenAmount[]): TokenAmount[] {
  const sums = new Map<string, TokenAmount>();
  for (const each of amounts) {
    const key = `${each.chainId} ${each.currency}`;
    sums.set(key, withAmount(each, BigInt(each.amount) + BigInt(sums.get(key)?.amount ?? 0)));
  }
  return [...sums.values()];
}
