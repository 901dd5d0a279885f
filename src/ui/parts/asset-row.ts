/** A row of the token list: what the payer holds, what it is worth, and why it cannot pay where it cannot. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { shortAddress } from '../../i18n/format.js';
import { formatUnits, usdMicros, usdText } from '../../payment/amounts.js';
import type { Asset } from '../../types.js';
import type { ViewContext } from '../context.js';
import { chainWords } from '../words.js';
import { tokenBadge } from './badge.js';

export type RowPlace = { index: number; checked: boolean; focusable: boolean };

export function assetRow(asset: Asset, { index, checked, focusable }: RowPlace, ctx: ViewContext): TemplateResult {
  const { t, format } = ctx;
  const chain = chainWords(asset.chainId, ctx);
  const held = asset.balance;
  const amount = held ? format.token(held, 'down') : asset.symbol;
  const worth = held && format.usd(held.amountUsd, 'down');
  const reason = asset.disabled ? reasonWords(asset, ctx) : worth ? t('asset.available', { usd: worth }) : null;
  return html`<button
    part="asset"
    class="row"
    type="button"
    role="radio"
    aria-checked=${checked}
    aria-disabled=${asset.disabled ? 'true' : nothing}
    aria-describedby=${reason ? `asset-${index}` : nothing}
    tabindex=${focusable ? 0 : -1}
    data-chain-id=${asset.chainId}
    data-currency=${asset.currency}
    data-side="pay"
    data-symbol=${asset.symbol}
    @click=${() => {
      if (!asset.disabled) ctx.dispatch({ type: 'asset-picked', chainId: asset.chainId, currency: asset.currency });
    }}
  >
    ${tokenBadge(asset, chain, ctx)}
    <span class="grow">
      <span class="name"><bdi>${t('asset.holding', { amount, chain })}</bdi></span>
      <span class="note" id="asset-${index}">${reason ?? nothing}</span>
      ${asset.verified ? nothing : unverified(asset, ctx)}
    </span>
  </button>`;
}

/** A token that nobody vouches for may bear any symbol: its address tells it apart. */
const unverified = ({ currency }: Asset, { t }: ViewContext): TemplateResult =>
  html`<span class="note warn">${t('asset.unverified')} <bdi dir="ltr">${shortAddress(currency)}</bdi></span>`;

function reasonWords(asset: Asset, ctx: ViewContext): string {
  const { t } = ctx;
  switch (asset.disabled) {
    case 'insufficient-funds': {
      const amount = missingWords(asset, ctx);
      return amount ? t('asset.needs', { amount }) : t('asset.short');
    }
    case 'chain-paused':
      return t('asset.paused');
    case 'amount-too-high':
      return t('asset.capped');
    case 'no-route':
      return t('asset.no-route');
    default:
      return t('asset.unusable');
  }
}

/** What is missing: in dollars where the price is known, else in the token; null where it is not known. */
function missingWords({ balance, needed }: Asset, { format }: ViewContext): string | null {
  if (!balance || !needed) return null;
  const amount = BigInt(needed.amount) - BigInt(balance.amount);
  if (amount <= 0n) return null;
  const price = usdMicros(needed.amountUsd);
  const usd = price === null ? null : format.usd(usdText((price * amount) / BigInt(needed.amount)), 'up');
  return usd ?? format.token({ ...needed, amountFormatted: formatUnits(amount, needed.decimals) }, 'up');
}
