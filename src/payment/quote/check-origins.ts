/**
 * Checks the options that depend on the chains from which a payer can pay: `origins`, and a refund address for several
 * chains. This code loads only if there is such a refund address, or if nobody can pay from a chain of `origins`.
 */
import type { ChainRecord } from '../../types.js';
import { findPayeeProblem, NOBODY } from '../../vm/check-address.js';
import { canPayFrom, familyOf } from '../../vm/families.js';
import { pinnedCurrency } from '../../vm/registry.js';
import { config } from '../model/options.js';

/**
 * Warns about the chains of `origins` from which nobody can pay.
 * @param lacking the ids of these chains; the list contains at least one id
 * @throws HubPayError `config` if nobody can pay from any chain of `origins`
 */
export function checkOrigins(
  origins: readonly number[],
  lacking: readonly number[],
  chains: readonly ChainRecord[],
  payable: (chainId: number) => ChainRecord | undefined,
): void {
  const why = (id: number): string => {
    const chain = payable(id);
    if (!chain) return chains.some((each) => each.id === id) ? 'is not in the registry' : 'is unknown to the service';
    return canPayFrom(chain.vmType) ? 'needs venueExchangeUrl' : 'has no supported wallets';
  };
  const message = lacking.map((id) => `chain ${id} ${why(id)}`).join(', ');
  if (lacking.length === origins.length) throw config('origins', `nobody can pay: ${message}`);
  console.warn(`hub-pay: origins: ${message}`);
}

/**
 * Checks that the refund address fits at least one chain family from which a payer can pay. Warns about each family
 * that the address does not fit. For such a family, the session ignores the address.
 * @param chains the chains from which a payer can pay
 * @throws HubPayError `config` if the address fits no family, or if the address is a token contract
 */
export async function checkRefundTo(address: string, chains: readonly ChainRecord[]): Promise<void> {
  if (chains.some((chain) => pinnedCurrency(chain, address))) throw config('refund-to', NOBODY);
  const families = new Set(chains.flatMap(({ vmType }) => familyOf(vmType)?.wallets ?? []));
  const found = await Promise.all([...families].map((family) => findPayeeProblem(address, family)));
  const problems = found.filter((problem) => problem !== null);
  const [first] = problems;
  if (first && problems.length === families.size) throw config('refund-to', first.message);
  for (const { message } of problems)
    console.warn(`hub-pay: refund-to: ${message}; on such a chain, a refund goes to the payer's own account`);
}
