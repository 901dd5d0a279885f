/** Renders the tokens that the payer can receive, if the merchant has not set the received token. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Selection } from '../../payment/model/state.js';
import type { Destination } from '../../types.js';
import { chainPhrase } from '../context/phrases.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import { tokenBadge } from '../parts/badge.js';
import { icon } from '../parts/icon.js';
import { keepTabStop, MANY, moveFocus, rowsIn, toList } from '../parts/tokens/list-keys.js';

/** Renders the list. After the payer's choice, it is closed, and its heading names the chosen token. */
export function destinationList({ destinations, intent }: Selection, ctx: ViewContext): Piece {
  if (!destinations) return nothing;
  const { t } = ctx;
  const isChosen = ({ chainId, currency }: Destination): boolean =>
    chainId === intent.destinationChainId && currency === intent.destinationCurrency;
  const chosen = destinations.find(isChosen);
  const focusable = chosen ?? destinations[0];
  return html`<details class="fold" ?open=${!chosen}>
    <summary class="pair">
      <span>${t('receive.title')}${icon('chevron')}</span>
      <span><bdi ?data-words=${!chosen}>${chosen ? nameOf(chosen, ctx) : t('receive.none')}</bdi></span>
    </summary>
    ${destinations.length >= MANY ? searchField(ctx) : nothing}
    <div part="asset-list" class="list short" role="radiogroup" aria-label=${t('receive.title')} @keydown=${moveFocus}>
      ${destinations.map((each) => row(each, { checked: isChosen(each), focusable: each === focusable }, ctx))}
    </div>
  </details>`;
}

const nameOf = ({ symbol, chainId }: Destination, ctx: ViewContext): string =>
  ctx.t('asset.holding', { amount: symbol, chain: chainPhrase(chainId, ctx) });

const row = (
  token: Destination,
  { checked, focusable }: { checked: boolean; focusable: boolean },
  ctx: ViewContext,
): TemplateResult => {
  const { chainId, currency, name } = token;
  return html`<button
    part="asset"
    class="row"
    type="button"
    role="radio"
    aria-checked=${checked}
    tabindex=${focusable ? 0 : -1}
    data-chain-id=${chainId}
    data-currency=${currency}
    data-side="receive"
    data-symbol=${token.symbol}
    @click=${(event: Event) => {
      closeList(event);
      ctx.dispatch({ type: 'destination-picked', chainId, currency });
    }}
  >
    ${tokenBadge(token, chainPhrase(chainId, ctx), ctx)}
    <span class="grow">
      <span class="name"><bdi>${nameOf(token, ctx)}</bdi></span>
      <span class="note"><bdi>${name}</bdi></span>
    </span>
  </button>`;
};

/** Closes the list, also if the payer has opened it again after an earlier choice. */
function closeList({ currentTarget }: Event): void {
  (currentTarget as Element).closest('details')?.removeAttribute('open');
}

const searchField = ({ t }: ViewContext): TemplateResult =>
  html`<label class="field">
    <span class="unseen">${t('receive.search')}</span>
    <input
      type="search"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      maxlength="64"
      placeholder=${t('receive.search')}
      @input=${filter}
      @keydown=${toList}
    />
  </label>`;

/** Hides the rows whose texts and token address do not contain the typed text. */
function filter({ target }: Event): void {
  const { value } = target as HTMLInputElement;
  const wanted = value.trim().toLowerCase();
  const list = (target as Element).closest('details');
  const rows = list ? rowsIn(list) : [];
  for (const each of rows) {
    const isMatch = `${each.textContent} ${each.dataset['currency']}`.toLowerCase().includes(wanted);
    each.style.display = isMatch ? '' : 'none';
  }
  keepTabStop(rows);
}
