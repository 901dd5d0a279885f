/** Finds the wallet that was asked to pay. */
import { walletIdOf } from '../../payment/model/committed.js';
import type { Selection, StateOf } from '../../payment/model/state.js';

/** Returns the wallet that this page or an earlier one asked to pay; undefined if the page does not know it. */
export function askedWallet(state: StateOf<'authorizing' | 'processing'>): Selection['wallets'][number] | undefined {
  const asked = walletIdOf(state);
  return state.selection?.wallets.find(({ id }) => id === asked);
}
