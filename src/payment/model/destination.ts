/** Contains pure functions for the choice of the received token, and for the currency of the amount. */
import { isSameToken } from '../../shared/chain.js';
import type { Asset } from '../../types.js';
import type { AssetRef, PaymentState, Selection, StateOf } from './state.js';

/**
 * Chooses the token to receive. `receives`, the currency of the amount, is null until the session has read the terms of
 * the new choice.
 */
export function pickDestination(state: StateOf<'selecting'>, { chainId, currency }: AssetRef): PaymentState {
  // Drop the recipient, because its address may not fit the new chain. The new terms contain the merchant's recipient
  // again.
  const { recipient: _, ...intent } = state.intent;
  return {
    ...state,
    intent: { ...intent, destinationChainId: chainId, destinationCurrency: currency },
    receives: null,
  };
}

/** True if the currency of the amount is known and, with `EXACT_INPUT`, is the currency of the asset. */
export const isPriced = ({ intent, receives }: Selection, asset: Asset): boolean =>
  !!receives && (intent.tradeType !== 'EXACT_INPUT' || isSameToken(receives, asset));
