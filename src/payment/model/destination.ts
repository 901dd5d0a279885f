/** Pure functions on the token to receive, for a payment in which the payer chooses it. */
import { isSameToken } from '../../shared/chain.js';
import type { Asset } from '../../types.js';
import type { AssetRef, PaymentState, Selection, StateOf } from './state.js';

/**
 * Chooses the token to receive, and clears the currency of the amount until it is known again, because it can change.
 */
export function pickDestination(state: StateOf<'selecting'>, { chainId, currency }: AssetRef): PaymentState {
  // Drop a typed recipient, because its address may not fit the new chain.
  const { recipient: _, ...intent } = state.intent;
  return {
    ...state,
    intent: { ...intent, destinationChainId: chainId, destinationCurrency: currency },
    receives: null,
  };
}

/** False while the typed amount is in the currency of another asset. */
export const isPriced = ({ intent, receives }: Selection, asset: Asset): boolean =>
  !!receives && (intent.tradeType !== 'EXACT_INPUT' || isSameToken(receives, asset));
