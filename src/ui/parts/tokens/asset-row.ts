/** Renders a row of the token list. If the payer cannot pay with the token, the row shows the reason. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { isNativeCurrency } from '../../../shared/chain.js';
import { shortAddress } from '../../../i18n/format.js';
import { formatUnits, usdMicros, usdText } from '../../../shared/amounts.js';
import type { Asset } from '../../../types.js';
import type { ViewContext } from '../../context/view-context.js';
import type { Piece } from '../../context/view.js';
import { chainPhrase } from '../../context/phrases.js';
import { tokenBadge } from '../badge.js';

/** The position and the look of a row. `found` is true if the service's search found its token. */
export type RowPlace = { index: number; checked: boolean; focusable: boolean; found: boolean };

export function assetRow(
  asset: Asset,
  { index, checked, focusable, found }: RowPlace,
  ctx: ViewContext,
): TemplateResult {
  const { t, format } = ctx;
  const chain = chainPhrase(asset.chainId, ctx);
  const held = asset.balance?.amount === '0' && found ? null : asset.balance;
  const amount = held ? format.token(held, 'down') : asset.symbol;
  const worth = held && format.usd(held.amountUsd, 'down');
  const offer = asset.highPriceImpact
    ? t('asset.high-price-impact')
    : worth
      ? t(ctx.isVenue(asset.chainId) ? 'asset.withdrawable' : 'asset.available', { usd: worth })
      : asset.pricing
        ? t('review.loading')
        : null;
  const reason = asset.disabled ? reasonText(asset, ctx) : offer;
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
      if (asset.disabled) return;
      const { chainId, currency } = asset;
      ctx.dispatch({ type: 'asset-picked', chainId, currency, ...(found && { found: asset }) });
    }}
  >
    ${tokenBadge(asset, chain, ctx)}
    <span class="grow">
      <span class="name"><bdi>${t('asset.holding', { amount, chain })}</bdi></span>
      <span class="note ${asset.highPriceImpact ? 'warn' : ''}" id="asset-${index}">${reason ?? nothing}</span>
      ${addressLine(asset, found, ctx)}
    </span>
  </button>`;
}

/**
 * Shows the address of a token that is unverified or that the search found. Different tokens of a chain can have the
 * same symbol, but not the same address. A native currency has no address.
 */
function addressLine({ currency, name, verified }: Asset, found: boolean, { t }: ViewContext): Piece {
  if (verified && !found) return nothing;
  return html`<span class="note ${verified ? '' : 'warn'}"
    ><bdi ?data-words=${!verified}>${verified ? name : t('asset.unverified')}</bdi>
    ${isNativeCurrency(currency) ? nothing : addressText(currency, verified)}</span
  >`;
}

/**
 * Shows the whole address of an unverified token, because an attacker can create an address with the same beginning and
 * the same end as a known one.
 */
const addressText = (currency: string, verified: boolean): TemplateResult =>
  html`<bdi dir="ltr" title=${currency}>${verified ? shortAddress(currency) : currency}</bdi>`;

function reasonText(asset: Asset, ctx: ViewContext): string {
  const { t } = ctx;
  switch (asset.disabled) {
    case 'insufficient-funds': {
      if (asset.balance?.amount === '0') return t('asset.no-balance');
      const amount = missingText(asset, ctx);
      return amount ? t('asset.needs', { amount }) : t('asset.insufficient');
    }
    case 'chain-paused':
      return t('asset.paused');
    case 'amount-too-high':
      return t('asset.over-limit');
    case 'no-route':
      return t('asset.no-route');
    case 'transaction-too-large':
      return t('errors.transaction-too-large.title');
    default:
      return t('asset.unusable');
  }
}

/**
 * Formats the amount that the payer lacks, in US dollars, or in the token itself if its price is unknown. Returns null
 * if the balance is sufficient, or if the balance or the needed amount is unknown.
 */
function missingText({ balance, needed }: Asset, { format }: ViewContext): string | null {
  if (!balance || !needed) return null;
  const amount = BigInt(needed.amount) - BigInt(balance.amount);
  if (amount <= 0n) return null;
  const price = usdMicros(needed.amountUsd);
  const usd = price === null ? null : format.usd(usdText((price * amount) / BigInt(needed.amount)), 'up');
  return usd ?? format.token({ ...needed, amountFormatted: formatUnits(amount, needed.decimals) }, 'up');
}
