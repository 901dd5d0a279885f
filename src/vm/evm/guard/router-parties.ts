/** Who has a part in a router's calls: who makes them, whom they may pay, what an order is known by. */
import type { GuardContext } from '../../adapter.js';
import { addressKey, isOneOf } from '../../addresses.js';
import { depositoryOf, solversOf } from '../../registry.js';

/** A proxy gives to the router beside it in the chain's record. Empty where that is not one router. */
export function routerBehind(by: string, { chain: { contracts } }: GuardContext): string {
  const pairs = [contracts?.v3, contracts].filter((each) =>
    isOneOf(by, [each?.erc20Router ?? '', each?.approvalProxy ?? '']),
  );
  const routers = new Set(pairs.map((each) => addressKey(each?.erc20Router ?? '')));
  return routers.size === 1 ? [...routers].join() : '';
}

/**
 * Whom a router may give something to: no router, from which anybody may take it. The recipient's address is of this
 * chain only where the payment stays on it.
 */
export function isPayee(address: string, { chain, intent }: GuardContext): boolean {
  const { originChainId, destinationChainId, recipient, refundTo, user } = intent;
  const own = originChainId === destinationChainId ? [recipient] : [];
  return isOneOf(address, [...own, refundTo, user, ...solversOf(chain)]);
}

/** An unknown call that holds depository and order may be a deposit of what a swap brought: proved it is not. */
export const namesOrder = (callData: string, { chain, orderId }: GuardContext): boolean => {
  const depository = depositoryOf(chain);
  return (
    depository !== undefined && [depository, orderId].every((part) => callData.includes(part.slice(2).toLowerCase()))
  );
};
