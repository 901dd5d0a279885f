/** Warns a payer whose account is a contract, such as a Safe. */
import type { GuardNote, PaymentIntent } from '../../types.js';
import type { AccountKind } from '../../vm/family/abilities.js';
import { sameAddress } from '../../shared/chain.js';

/**
 * Returns the warnings for this account. The list is empty if the account is not a contract, or if its kind is unknown.
 */
export function accountWarnings(
  kind: AccountKind | null,
  { user = '', recipient = user, originChainId, destinationChainId }: PaymentIntent,
): GuardNote[] {
  if (kind !== 'contract') return [];
  const isOwn = sameAddress(recipient, user) && originChainId !== destinationChainId;
  return [
    noteOf('user', 'is a contract: it can send the payment after the quote has expired'),
    ...(isOwn ? [ownContractNote] : []),
  ];
}

const noteOf = (member: string, message: string): GuardNote => ({ rule: 'account', path: `intent.${member}`, message });

/**
 * Warns a payer whose own contract account receives the money. This contract may not exist on the destination chain.
 */
export const ownContractNote = noteOf('recipient', 'is a contract of another chain');
