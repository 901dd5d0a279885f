/**
 * Decides whether money that arrived came from the service. Without this check, any later income of the payer could
 * count as the refund.
 */
import type { ChainRecord } from '../../../types.js';
import { isOneOf } from '../../../vm/address/addresses.js';
import type { Arrivals } from '../../../vm/family/sources.js';
import { depositoryOf, routersOf, solversOf } from '../../../vm/registry/registry.js';

/** The transfers of a transaction, and the currency of the refund among them. */
export type RefundSource = { seen: Arrivals; currency: string };

/**
 * Returns false if the chain shows no sender of the money. Otherwise returns true if a solver signed the transaction,
 * and false if the payer signed it, because the payer can send own money through the router. If another account signed
 * it, returns true if every sender belongs to the service.
 * @param o.pinned the chain's record in the merchant's registry; undefined without one. The service's own list could
 *   call the sender of any income a solver.
 * @param o.payers the accounts that belong to the payer, such as the signer of the payment
 * @param o.keptPayment returns true if a chain shows that the address received money of this payment and kept it; such
 *   a sender counts as the service
 */
export async function isFromService(
  { seen, currency }: RefundSource,
  o: {
    pinned: ChainRecord | undefined;
    payers: readonly string[];
    keptPayment: (address: string) => Promise<boolean>;
  },
): Promise<boolean> {
  const {
    signer,
    senders: { [currency]: senders = [] },
  } = seen;
  if (senders.length === 0) return false;
  const solvers = o.pinned ? solversOf(o.pinned) : [];
  if (isOneOf(signer, solvers)) return true;
  if (isOneOf(signer, o.payers)) return false;
  const known = o.pinned ? [...solvers, ...routersOf(o.pinned), depositoryOf(o.pinned)] : [];
  const others = [...new Set(senders)].filter((each) => !isOneOf(each, known));
  const kept = await Promise.all(others.map((each) => o.keptPayment(each)));
  return kept.every(Boolean);
}
