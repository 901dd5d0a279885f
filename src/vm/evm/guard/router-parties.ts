/** Identifies the parties of a router's calls: the router, the allowed receivers, and the order that a call names. */
import type { GuardContext } from '../../adapter.js';
import { addressKey, isOneOf } from '../../addresses.js';
import { depositoryOf, solversOf } from '../../registry.js';

/**
 * The router that gets the money. A proxy passes it to the router of the same entry, `contracts` or `contracts.v3`, in
 * the chain's record. Empty if that is not exactly one router.
 */
export function routerBehind(by: string, { chain: { contracts } }: GuardContext): string {
  const pairs = [contracts?.v3, contracts].filter((each) =>
    isOneOf(by, [each?.erc20Router ?? '', each?.approvalProxy ?? '']),
  );
  const routers = new Set(pairs.map((each) => addressKey(each?.erc20Router ?? '')));
  return routers.size === 1 ? [...routers].join() : '';
}

/**
 * Addresses that a router may pay. No router is among them, because anyone can take money from a router. The recipient
 * is an address of this chain only in a same-chain payment.
 */
export function isPayee(address: string, { chain, intent }: GuardContext): boolean {
  const { originChainId, destinationChainId, recipient, refundTo, user } = intent;
  const own = originChainId === destinationChainId ? [recipient] : [];
  return isOneOf(address, [...own, refundTo, user, ...solversOf(chain)]);
}

/**
 * An unknown call that contains the depository and the order id may deposit the output of a swap. This does not verify
 * the call.
 */
export const namesOrder = (callData: string, { chain, orderId }: GuardContext): boolean => {
  const depository = depositoryOf(chain);
  return (
    depository !== undefined && [depository, orderId].every((part) => callData.includes(part.slice(2).toLowerCase()))
  );
};
