/** Computes the fee rows for the review and the receipt. */
import type { WireAmount, WireSponsorship } from '../../api/responses/types.js';
import type { FeeName, FeeShare, KnownAmount, QuoteSummary } from '../../types.js';
import { tokenAmount, withAmount } from '../../shared/amounts.js';

/** `sponsored` is the part of the fee that the sponsor pays, or null if this part is zero or unknown. */
export type FeeRow = { name: FeeName | 'swap'; amount: KnownAmount; sponsored: KnownAmount | null };
export type FeeBreakdown = {
  rows: readonly FeeRow[];
  /** True if the sponsor pays all fees of the service. */
  free: boolean;
  sponsored: QuoteSummary['sponsored'];
};

// `huber` is the sum of `hubGas` and `hubService`, so it is shown only if one of the two parts is missing.
const partNames: readonly FeeName[] = ['gas', 'hubGas', 'hubService', 'app'];
const totalNames: readonly FeeName[] = ['gas', 'huber', 'app'];

/**
 * Maps the names in the service's `feeSponsorship.components` to the names of fee rows. If a quote has such components,
 * their rows replace the rows of all `fees` except `gas`.
 */
const shareNames = { execution: 'hubGas', swap: 'swap', hub: 'hubService', app: 'app' } as const;

export function feesOf({ fees, sponsored }: Pick<QuoteSummary, 'fees' | 'sponsored'>): FeeBreakdown {
  const shares = sponsored?.shares;
  const names = shares ? (['gas'] as const) : fees.hubGas && fees.hubService ? partNames : totalNames;
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

const isSomething = ({ amount }: KnownAmount): boolean => BigInt(amount) > 0n;

/**
 * Converts the service's `feeSponsorship.quoted` or `feeSponsorship.actual`. Returns null if this object, its
 * `sponsoredTotal` or its `userPaysTotal` is missing.
 * @param read converts one amount of the service's answer
 */
export function sponsoredOf(
  sponsorship: WireSponsorship | undefined,
  read: (wire: WireAmount) => KnownAmount = tokenAmount,
): QuoteSummary['sponsored'] {
  if (!sponsorship?.sponsoredTotal || !sponsorship.userPaysTotal) return null;
  const shares = Object.keys(shareNames).flatMap((name) => {
    const share = sponsorship.components?.[name];
    return share ? [[name, { total: read(share.total), sponsored: read(share.sponsored) }] as const] : [];
  });
  return {
    total: read(sponsorship.sponsoredTotal),
    userPays: read(sponsorship.userPaysTotal),
    capHit: sponsorship.capHit ?? false,
    ...(shares.length > 0 && { shares: Object.fromEntries(shares) }),
  };
}

/** Returns one sum for each currency of each chain, without USD prices. */
export function sumsOf(amounts: readonly KnownAmount[]): KnownAmount[] {
  const sums = new Map<string, KnownAmount>();
  for (const each of amounts) {
    const key = `${each.chainId} ${each.currency}`;
    sums.set(key, withAmount(each, BigInt(each.amount) + BigInt(sums.get(key)?.amount ?? 0)));
  }
  return [...sums.values()];
}
