/**
 * Finds the router of a payment and the addresses that it may pay, and checks whether a call contains the id of the
 * service's order.
 */
import type { GuardContext } from '../../family/adapter.js';
import { addressKey, isSameChain } from '../../../shared/chain.js';
import { isOneOf } from '../../address/addresses.js';
import { depositoryOf, solversOf } from '../../registry/registry.js';

/**
 * Returns the address of the router that receives the money: `by` itself, or the router of the approval proxy `by`. The
 * result is empty if the chain's record contains no router for `by`, or more than one.
 */
export function routerBehind(by: string, { chain: { contracts } }: GuardContext): string {
  const pairs = [contracts?.v3, contracts].filter((each) => isOneOf(by, [each?.erc20Router, each?.approvalProxy]));
  const routers = new Set(pairs.map((each) => addressKey(each?.erc20Router ?? '')));
  return routers.size === 1 ? [...routers].join() : '';
}

/**
 * Whether a router may send money to this address: the recipient of a payment within one chain, the refund address, the
 * payer or a solver. Another router is not allowed, because anyone can take money from it.
 */
export function isPayee(address: string, { chain, intent }: GuardContext): boolean {
  const { recipient, refundTo, user } = intent;
  const own = isSameChain(intent) ? [recipient] : [];
  return isOneOf(address, [...own, refundTo, user, ...solversOf(chain)]);
}

/**
 * Whether a call that the guard does not know contains the depository's address and the id of the service's order. This
 * does not make the call safe.
 */
export const namesOrder = (callData: string, { chain, orderId }: GuardContext): boolean => {
  const depository = depositoryOf(chain);
  return (
    depository !== undefined && [depository, orderId].every((part) => callData.includes(part.slice(2).toLowerCase()))
  );
};
