/** Renders the last row of the wallet list, which offers a payment to a deposit address without a connected wallet. */
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { Selection } from '../../payment/model/state.js';
import type { ViewContext } from '../context/view-context.js';
import { icon } from '../parts/icon.js';

export function depositAddressRow({ receives }: Selection, { t, config, dispatch }: ViewContext): TemplateResult {
  const isReady = receives && !config.disabled;
  return html`<li>
    <button
      part="wallet"
      class="row"
      type="button"
      data-wallet="deposit-address"
      aria-disabled=${isReady ? nothing : 'true'}
      @click=${() => {
        if (isReady) dispatch({ type: 'deposit-address-picked' });
      }}
    >
      <span part="badge" class="badge square hue-4" aria-hidden="true">
        <svg class="icon" viewBox="0 0 20 20" focusable="false">${CODE}</svg>
      </span>
      <span class="grow"
        ><span class="name">${t('select.deposit-address')}</span
        ><span class="note">${t('select.deposit-address-note')}</span></span
      >${icon('chevron')}
    </button>
  </li>`;
}

const CODE = svg`<path d="M4 4h4v4H4zM12 4h4v4h-4zM4 12h4v4H4zM12 12h1v1M16 12v4h-4"/>`;
