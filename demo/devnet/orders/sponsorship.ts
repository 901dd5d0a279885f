/** Calculates which fees the sponsor pays, and formats them for the response. */

import { sponsor } from '../base/accounts.js';
import { amountObject, microUsdOf, type AmountObject, type Currency } from './currencies.js';
import type { CheckedQuoteBody } from './quote-fields.js';

const COMPONENTS = ['execution', 'swap', 'hub', 'app'] as const;
type Component = (typeof COMPONENTS)[number];
type Fees = Readonly<Record<Component, bigint>>;

/** All amounts are in the smallest unit of the origin currency. */
export interface Sponsorship {
  readonly selected: readonly Component[];
  readonly total: Fees;
  readonly sponsoredOf: Fees;
  /** The sum of all amounts in `sponsoredOf`. */
  readonly sponsored: bigint;
  readonly capHit: boolean;
  /** Maximum amount that the sponsor pays, in millionths of a US dollar. */
  readonly maxSubsidizationAmount?: string;
}

/** The sponsor's payment. `amount` is in the smallest unit of USDC. */
export interface SponsorPayment {
  readonly amount: bigint;
  readonly chainId: number;
}

/**
 * Returns the sponsor's part of the fees: the selected fees, up to the maximum amount. Returns null if the quote
 * requests no sponsorship.
 */
export function sponsorshipOf(body: CheckedQuoteBody, total: Fees, from: Currency): Sponsorship | null {
  if (body.subsidizeFees !== true) return null;
  const requested = body.sponsoredFeeComponents?.map((name) => (name === 'relay' ? 'hub' : name));
  const selected = COMPONENTS.filter((name) => requested?.includes(name) ?? true);
  const max = body.maxSubsidizationAmount;
  let budget = max === undefined ? undefined : (BigInt(max) * 10n ** BigInt(from.decimals)) / from.microUsd;
  const pay = (name: Component): bigint => {
    if (!selected.includes(name)) return 0n;
    const share = budget !== undefined && budget < total[name] ? budget : total[name];
    if (budget !== undefined) budget -= share;
    return share;
  };
  const sponsoredOf = { execution: pay('execution'), swap: pay('swap'), hub: pay('hub'), app: pay('app') };
  return {
    selected,
    total,
    sponsoredOf,
    sponsored: sum(sponsoredOf),
    capHit: selected.some((name) => sponsoredOf[name] < total[name]),
    ...(max !== undefined && { maxSubsidizationAmount: max }),
  };
}

const sum = (fees: Fees): bigint => COMPONENTS.reduce((all, name) => all + fees[name], 0n);

/** Returns the sponsor's payment, which is in USDC on this EVM chain. */
export const sponsorPaymentOf = ({ sponsored }: Sponsorship, from: Currency, chainId: number): SponsorPayment => ({
  amount: microUsdOf(from, sponsored),
  chainId,
});

interface Share {
  selected: boolean;
  total: AmountObject;
  sponsored: AmountObject;
  userPays: AmountObject;
}

/** Format of `feeSponsorship.quoted` and `feeSponsorship.actual` in responses. */
export interface SponsorshipDetail {
  selectedComponents: Component[];
  capHit: boolean;
  components: Record<Component, Share>;
  sponsoredTotal: AmountObject;
  userPaysTotal: AmountObject;
  maxSubsidizationAmount?: string;
  sponsorPayment?: { amount: string; address: string; chainId: number };
}

/** @param paid The payment that the sponsor makes. The value is set only for `feeSponsorship.actual`. */
export function sponsorshipDetail(of: Sponsorship, from: Currency, paid?: SponsorPayment): SponsorshipDetail {
  const amount = (units: bigint): AmountObject => amountObject(from, units);
  const share = (name: Component): Share => ({
    selected: of.selected.includes(name),
    total: amount(of.total[name]),
    sponsored: amount(of.sponsoredOf[name]),
    userPays: amount(of.total[name] - of.sponsoredOf[name]),
  });
  return {
    selectedComponents: [...of.selected],
    capHit: of.capHit,
    components: { execution: share('execution'), swap: share('swap'), hub: share('hub'), app: share('app') },
    sponsoredTotal: amount(of.sponsored),
    userPaysTotal: amount(sum(of.total) - of.sponsored),
    ...(of.maxSubsidizationAmount !== undefined && { maxSubsidizationAmount: of.maxSubsidizationAmount }),
    ...(paid && {
      sponsorPayment: { amount: String(paid.amount), address: sponsor.address.toLowerCase(), chainId: paid.chainId },
    }),
  };
}
