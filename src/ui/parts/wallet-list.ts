/** Renders the list of the payer's wallets. A press on the row of a wallet asks the wallet to connect. */
import { DEFAULT_FAMILY } from '../../shared/chain.js';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { isWalletConnect } from '../../shared/wallet-code.js';
import type { Selection } from '../../payment/model/state.js';
import { familyPhrase } from '../context/phrases.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import { walletBadge } from './badge.js';
import { icon } from './icon.js';

/** @param appRows further rows, between the wallets and the deposit address */
export const walletList = (selection: Selection, ctx: ViewContext, appRows: Piece = nothing): TemplateResult => {
  const { wallets, connecting } = selection;
  return html`<ul part="wallet-list" class="list" aria-label=${ctx.t('select.wallets')}>
    ${wallets.map((wallet) => {
      const { id } = wallet;
      const name = ctx.walletName(id);
      const row = id === connecting ? connectingRow(name, selection, ctx) : walletRow(name, noteOf(wallet, ctx));
      return html`<li>
        <button
          part="wallet"
          class="row"
          type="button"
          data-wallet=${id}
          aria-disabled=${id === connecting ? 'true' : nothing}
          @click=${() => {
            if (id !== connecting) ctx.dispatch({ type: 'wallet-picked', wallet: id });
          }}
        >
          ${walletBadge(id, name, ctx)}${row}
        </button>
      </li>`;
    })}
    ${appRows} ${ctx.config.depositAddress ? ctx.depositScreens?.row(selection, ctx) : nothing}
  </ul>`;
};

const noteOf = ({ id, vmType, isTwin }: Selection['wallets'][number], ctx: ViewContext): string =>
  [
    vmType === DEFAULT_FAMILY ? '' : familyPhrase(vmType, ctx),
    isWalletConnect(id) ? ctx.t('wallet.on-phone') : '',
    isTwin ? ctx.t('wallet.twin') : '',
  ]
    .filter(Boolean)
    .join(' · ');

const walletRow = (name: string, note: string): TemplateResult =>
  html`<span class="grow"
      ><span class="name"><bdi>${name}</bdi></span
      >${note ? html`<span class="note">${note}</span>` : nothing}</span
    >${icon('chevron')}`;

const connectingRow = (name: string, { stalled }: Selection, { t }: ViewContext): TemplateResult =>
  html`<span class="grow"
      ><span class="name"><bdi>${name}</bdi></span
      ><span class="note">${t(stalled ? 'wallet.no-answer' : 'wallet.connecting', { wallet: name })}</span></span
    ><span class="spinner"></span>`;
