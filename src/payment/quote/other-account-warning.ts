/**
 * Warns a payer who receives the money on another family's account, such as an EVM account when an SVM account pays. If
 * this account is a contract on the chain that its wallet is on, its address can belong to nobody on the destination
 * chain.
 */
import { sameAddress } from '../../shared/chain.js';
import type { GuardNote, QuoteSummary } from '../../types.js';
import { activeChain } from '../../wallets/active-chain.js';
import type { PaymentContext } from '../context/context.js';
import { readAccountKind, readChain } from '../context/readers.js';
import { ownContractNote } from './account-warnings.js';

/** Longest wait for the kind of the account, in milliseconds. */
const KIND_READ_MS = 3_000;

/**
 * Returns the warning as a list of one. Empty if the recipient is no EVM account of the payer, if its wallet is on the
 * destination chain, or if the wallet or the chain does not answer.
 */
export async function otherAccountWarning(
  context: PaymentContext,
  { recipient, receives }: QuoteSummary,
  signal: AbortSignal,
): Promise<GuardNote[]> {
  const state = context.state();
  const { accounts } = 'selection' in state ? state.selection : { accounts: [] };
  const own = accounts.find(({ vmType, address }) => vmType === 'evm' && sameAddress(address, recipient));
  const wallet = own && (await context.wallet(own.wallet, receives.chainId));
  if (!wallet) return [];
  const chainId = await activeChain(wallet).catch(() => receives.chainId);
  if (chainId === receives.chainId) return [];
  const kind = await readChain(context, chainId, KIND_READ_MS, signal, (reader) => readAccountKind(reader, recipient));
  return kind === 'contract' ? [ownContractNote] : [];
}
