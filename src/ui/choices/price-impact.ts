/** Renders the screen about a high price impact, on which the payer must accept the loss of value with a checkbox. */
import { html } from 'lit';
import { findAsset, isHighPriceImpact } from '../../payment/model/selection.js';
import type { StateOf } from '../../payment/model/state.js';
import type { AssetRef, ErrorInfo } from '../../types.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import type { View } from '../context/view.js';
import { chainPhrase } from '../context/phrases.js';
import { tick } from '../parts/tick.js';

type Selecting = StateOf<'selecting'>;

export const priceImpactScreen: ScreenOn<'selecting'> = {
  id: 'price-impact',
  on: ['selecting'],
  when: ({ problem, assets, asset }) => isHighPriceImpact(problem) && findAsset(assets, asset) !== undefined,
  render: priceImpactView,
};

function priceImpactView(state: Selecting & { problem: ErrorInfo; asset: AssetRef }, ctx: ViewContext): View {
  const { t, local, set } = ctx;
  const { problem: refusal, assets, asset } = state;
  const values = { token: findAsset(assets, asset)?.symbol, chain: chainPhrase(asset.chainId, ctx) };
  // The payer must tick the checkbox again for each new refusal by the service.
  const isAccepted = local.acceptedImpact === refusal;
  const agreement = tick(t('price-impact.agree', values), isAccepted, (isTicked) => {
    set({ acceptedImpact: isTicked ? refusal : null });
  });
  return {
    heading: t('price-impact.title', values),
    body: html`<p>${t('price-impact.text', values)}</p>
      <p>${t('price-impact.next')}</p>
      ${agreement}`,
    primary: { label: t('price-impact.primary'), ...(isAccepted && { event: { type: 'loss-accepted', refusal } }) },
    secondary: { label: t('review.secondary'), event: { type: 'back' } },
    problem: refusal,
  };
}
