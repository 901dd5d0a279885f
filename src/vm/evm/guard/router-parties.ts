/**
 * Finds the router of a payment and the addresses that the router may pay. Checks whether a call contains the id of the
 * service's order.
 */
import type { GuardContext } from '../../family/adapter.js';
import { addressKey, isSameChain } from '../../../shared/chain.js';
import { isOneOf } from '../../address/addresses.js';
import { depositoryOf, solversOf } from '../../registry/registry.js';

/**
 * Returns the address of the router that receives the money. If `by` is a router, the result is `by`. If `by` is an
 * approval proxy, the result is the router of this proxy. The result is empty if the chain's record contains no router
 * for `by`, or more than one router.
 */
export function routerBehind(by: string, { chain: { contracts } }: GuardContext): string {
  const pairs = [contracts?.v3, contracts].filter((each) =>
    isOneOf(by, [each?.erc20Router ?? '', each?.approvalProxy ?? '']),
  );
  const routers = new Set(pairs.map((each) => addressKey(each?.erc20Router ?? '')));
  return routers.size === 1 ? [...routers].join() : '';
}

/**
 * Whether a router may send money to this address: to the recipient on the same chain, to the refund address, to the
 * payer or to a solver. Other routers are not accepted, because anyone can take money that is in a router.
 */
export function isPayee(address: string, { chain, intent }: GuardContext): boolean {
  const { recipient, refundTo, user } = intent;
  const own = isSameChain(intent) ? [recipient] : [];
  return isOneOf(address, [...own, refundTo, user, ...solversOf(chain)]);
}

/**
 * Whether a call that the guard does not know contains the depository's address and the id of the service's order. A
 * call that contains the address and the id can still be unsafe.
 */
export const namesOrder = (callData: string, { chain, orderId }: GuardContext): boolean => {
  const depository = depositoryOf(chain);
  return (
    depository !== undefined && [depository, orderId].every((part) => callData.includes(part.slice(2).toLowerCase()))
  );
};
