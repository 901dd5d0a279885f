/**
 * Renders the screen about a high price impact. To continue, the payer must accept the loss of value with a checkbox.
 */
import { html } from 'lit';
import { findAsset, isHighPriceImpact } from '../../payment/model/selection.js';
import type { StateOf } from '../../payment/model/state.js';
import type { ViewContext } from '../context/view-context.js';
import type { View } from '../context/view.js';
import { chainPhrase } from '../context/phrases.js';
import { tick } from '../parts/tick.js';

/**
 * Returns the view for a token that the service refused because of a high price impact. Returns null if the service
 * accepted the chosen token or refused it for another reason.
 */
export function priceImpactView(state: StateOf<'selecting'>, ctx: ViewContext): View | null {
  const { t, local, set } = ctx;
  const { problem: refusal } = state;
  const asset = findAsset(state.assets, state.asset);
  if (!isHighPriceImpact(refusal) || !asset) return null;
  const values = { token: asset.symbol, chain: chainPhrase(asset.chainId, ctx) };
  // The payer must tick the checkbox again for each new refusal by the service.
  const isAccepted = local.acceptedImpact === refusal;
  const agreement = tick(t('price-impact.agree', values), isAccepted, (isTicked) => {
    set({ acceptedImpact: isTicked ? refusal : null });
  });
  return {
    id: 'price-impact',
    heading: t('price-impact.title', values),
    body: html`<p>${t('price-impact.text', values)}</p>
      <p>${t('price-impact.next')}</p>
      ${agreement}`,
    primary: { label: t('price-impact.primary'), ...(isAccepted && { event: { type: 'loss-accepted', refusal } }) },
    secondary: { label: t('review.secondary'), event: { type: 'back' } },
    problem: refusal,
  };
}
