/**
 * Warns a payer who pays from an account of one chain family and receives the money on their own account of another
 * family. If the receiving account is a contract on another chain, its address can belong to nobody on the destination
 * chain.
 */
import { familyOf } from '../../vm/families.js';
import { sameAddress } from '../../shared/chain.js';
import type { GuardNote, QuoteSummary } from '../../types.js';
import { activeChain } from '../../vm/family/active-chain.js';
import type { PaymentContext } from '../context/context.js';
import { readAccountKind, readChain } from '../context/readers.js';
import { ownContractNote } from './account-warnings.js';

/** Longest wait for the kind of the account, in milliseconds. */
const KIND_READ_MS = 3_000;

/**
 * Returns the warning in a list. The list is empty if the recipient is not a contract account of the payer, or if its
 * wallet is not connected or is on the destination chain. It is also empty if the wallet or the chain does not answer.
 */
export async function otherAccountWarning(
  context: PaymentContext,
  { recipient, receives }: QuoteSummary,
  signal: AbortSignal,
): Promise<GuardNote[]> {
  const state = context.state();
  const { accounts } = 'selection' in state ? state.selection : { accounts: [] };
  const own = accounts.find(
    ({ vmType, address }) => familyOf(vmType)?.hasContractAccounts && sameAddress(address, recipient),
  );
  const wallet = own && (await context.wallet(own.wallet, receives.chainId));
  if (!wallet) return [];
  const chainId = await activeChain(wallet).catch(() => receives.chainId);
  if (chainId === receives.chainId) return [];
  const kind = await readChain(context, chainId, KIND_READ_MS, signal, (reader) => readAccountKind(reader, recipient));
  return kind === 'contract' ? [ownContractNote] : [];
}
