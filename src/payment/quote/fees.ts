/** Who pays which fee: the rows of the review and of the receipt. */
import type { WireSponsorship } from '../../api/responses/types.js';
import type { FeeName, FeeShare, QuoteSummary, TokenAmount } from '../../types.js';
import { tokenAmount, withAmount } from '../../shared/amounts.js';

/** `sponsored` is what the sponsor takes over of it: nothing, a part or all. */
export type FeeRow = { name: FeeName | 'swap'; amount: TokenAmount; sponsored: TokenAmount | null };
export type FeeBreakdown = {
  rows: readonly FeeRow[];
  /** The sponsor pays everything that the service takes. */
  free: boolean;
  sponsored: QuoteSummary['sponsored'];
};

// `huber` is the sum of `hubGas` and `hubService`: its parts are shown, or it alone where they are absent.
const parts: readonly FeeName[] = ['gas', 'hubGas', 'hubService', 'app'];
const whole: readonly FeeName[] = ['gas', 'huber', 'app'];

/** Where the service says fee by fee who pays, its own division counts; the wallet's network fee is never in it. */
const shareNames = { execution: 'hubGas', swap: 'swap', hub: 'hubService', app: 'app' } as const;

export function feesOf({ fees, sponsored }: QuoteSummary): FeeBreakdown {
  const shares = sponsored?.shares;
  const names = shares ? (['gas'] as const) : fees.hubGas && fees.hubService ? parts : whole;
  const rows = names.flatMap((name): FeeRow[] => {
    const amount = fees[name];
    return amount ? [{ name, amount, sponsored: null }] : [];
  });
  const shared = Object.entries(shareNames).flatMap(([share, name]): FeeRow[] => {
    const row = shares?.[share as FeeShare];
    return row ? [{ name, amount: row.total, sponsored: isSomething(row.sponsored) ? row.sponsored : null }] : [];
  });
  return {
    rows: [...rows, ...shared].filter(({ amount }) => isSomething(amount)),
    sponsored,
    free: sponsored !== null && !isSomething(sponsored.userPays),
  };
}

const isSomething = ({ amount }: TokenAmount): boolean => BigInt(amount) > 0n;

/** Null where no sponsor is told of, or where what is told is not whole. */
export function sponsoredOf(told: WireSponsorship | undefined): QuoteSummary['sponsored'] {
  if (!told?.sponsoredTotal || !told.userPaysTotal) return null;
  const shares = Object.keys(shareNames).flatMap((name) => {
    const share = told.components?.[name];
    return share ? [[name, { total: tokenAmount(share.total), sponsored: tokenAmount(share.sponsored) }] as const] : [];
  });
  return {
    total: tokenAmount(told.sponsoredTotal),
    userPays: tokenAmount(told.userPaysTotal),
    capHit: told.capHit ?? false,
    ...(shares.length > 0 && { shares: Object.fromEntries(shares) }),
  };
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
