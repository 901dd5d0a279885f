/** Identifies the parties of a router's calls: the router, the allowed receivers, and the order in a call. */
import type { GuardContext } from '../../adapter.js';
import { addressKey, isOneOf } from '../../addresses.js';
import { depositoryOf, solversOf } from '../../registry.js';

/**
 * The router that receives the money: `by` itself, or the router of the proxy `by`. A proxy and its router are in the
 * same part of the chain's record: `contracts` or `contracts.v3`. Empty if there is not exactly one such router.
 */
export function routerBehind(by: string, { chain: { contracts } }: GuardContext): string {
  const pairs = [contracts?.v3, contracts].filter((each) =>
    isOneOf(by, [each?.erc20Router ?? '', each?.approvalProxy ?? '']),
  );
  const routers = new Set(pairs.map((each) => addressKey(each?.erc20Router ?? '')));
  return routers.size === 1 ? [...routers].join() : '';
}

/**
 * Whether a router may pay this address. Routers are excluded, because anyone can take money from a router. The
 * recipient has an address on this chain only in a same-chain payment.
 */
export function isPayee(address: string, { chain, intent }: GuardContext): boolean {
  const { originChainId, destinationChainId, recipient, refundTo, user } = intent;
  const own = originChainId === destinationChainId ? [recipient] : [];
  return isOneOf(address, [...own, refundTo, user, ...solversOf(chain)]);
}

/**
 * Whether an unknown call contains the depository's address and the order id. Such a call may deposit the output of a
 * swap. This check does not verify the call.
 */
export const namesOrder = (callData: string, { chain, orderId }: GuardContext): boolean => {
  const depository = depositoryOf(chain);
  return (
    depository !== undefined && [depository, orderId].every((part) => callData.includes(part.slice(2).toLowerCase()))
  );
};
