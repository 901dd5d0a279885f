/** Finds a payment's router. Checks which addresses the router may pay, and whether a call contains the order id. */
import type { GuardContext } from '../../adapter.js';
import { addressKey } from '../../../shared/chain.js';
import { isOneOf } from '../../addresses.js';
import { depositoryOf, solversOf } from '../../registry.js';

/**
 * The router that receives the money: `by` itself, or the router that belongs to the proxy `by`. Empty if there is not
 * exactly one such router.
 */
export function routerBehind(by: string, { chain: { contracts } }: GuardContext): string {
  const pairs = [contracts?.v3, contracts].filter((each) =>
    isOneOf(by, [each?.erc20Router ?? '', each?.approvalProxy ?? '']),
  );
  const routers = new Set(pairs.map((each) => addressKey(each?.erc20Router ?? '')));
  return routers.size === 1 ? [...routers].join() : '';
}

/**
 * Whether a router may send money to this address. False if the address is another router, because anyone can take
 * money from a router.
 */
export function isPayee(address: string, { chain, intent }: GuardContext): boolean {
  const { originChainId, destinationChainId, recipient, refundTo, user } = intent;
  const own = originChainId === destinationChainId ? [recipient] : [];
  return isOneOf(address, [...own, refundTo, user, ...solversOf(chain)]);
}

/**
 * Whether an unknown call contains the depository's address and the order id. This does not prove that the call is
 * safe.
 */
export const namesOrder = (callData: string, { chain, orderId }: GuardContext): boolean => {
  const depository = depositoryOf(chain);
  return (
    depository !== undefined && [depository, orderId].every((part) => callData.includes(part.slice(2).toLowerCase()))
  );
};
