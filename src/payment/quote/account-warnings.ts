/** Creates the warnings for a payer whose account is a contract, such as a Safe. */
import type { GuardNote, PaymentIntent } from '../../types.js';
import type { AccountKind } from '../../vm/family/abilities.js';
import { isSameChain, sameAddress } from '../../shared/chain.js';

/** Returns the warnings for a contract account. The list is empty for any other kind, and for an unknown one. */
export function accountWarnings(kind: AccountKind | null, intent: PaymentIntent): GuardNote[] {
  if (kind !== 'contract') return [];
  const { user = '', recipient = user } = intent;
  const isOwn = sameAddress(recipient, user) && !isSameChain(intent);
  return [
    noteOf('user', 'is a contract: it can send the payment after the quote has expired'),
    ...(isOwn ? [ownContractNote] : []),
  ];
}

const noteOf = (member: string, message: string): GuardNote => ({ rule: 'account', path: `intent.${member}`, message });

/**
 * The warning for a payer whose own contract account receives the money, because this contract may not exist on the
 * destination chain.
 */
export const ownContractNote = noteOf('recipient', 'is a contract of another chain');
