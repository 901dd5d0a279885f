/**
 * Renders what a payer without a wallet in this browser can do: open the page in a wallet's app, leave the browser of
 * another app, or get a wallet.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { SOLANA_CHAIN } from '../../shared/chain-ids.js';
import type { StateOf } from '../../payment/model/state.js';
import { leadsToOrder } from '../../shared/page/device.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import { copyButton } from '../parts/copy-field.js';
import { disclosure } from '../parts/disclosure.js';
import { appRows } from './app-rows.js';
import { pageLinks } from '../../wallets/phone/apps.js';
import { hostAppOf } from './host-app.js';
import { readLastApp } from '../../wallets/last-used.js';

type Selecting = StateOf<'selecting'>;

/**
 * Renders the rows that open this page in a wallet's app. Renders nothing on a computer, in the browser of another app,
 * or if a wallet has set its property on the window. Also renders nothing if `orderAddressOf` returns null, or if no
 * listed app can pay from the merchant's chains.
 */
export function pageRows(state: Selecting, ctx: ViewContext): Piece {
  const { device } = ctx;
  const orderAddress = orderAddressOf(state, ctx);
  if (!mayOpenApps(ctx) || orderAddress === null || hostAppOf(device) !== null) return nothing;
  const rows = appRows(pageLinks(orderAddress, familiesOf(ctx), readLastApp()), ctx);
  return rows.length === 0
    ? nothing
    : html`<li class="note">${ctx.t('phone.open-note')}</li>
        ${rows}`;
}

/**
 * Renders the notes below the wallet list. Renders nothing if a wallet has set its property on the window, or on a
 * computer whose wallet list is not empty.
 */
export function wayIn(state: Selecting, ctx: ViewContext): Piece {
  const { t, device } = ctx;
  const orderAddress = orderAddressOf(state, ctx);
  if (!mayOpenApps(ctx)) return state.wallets.length === 0 && !device.hasProvider ? noWallet(ctx) : nothing;
  const host = hostAppOf(device);
  if (host !== null) return html`${hostNote(host, orderAddress, ctx)}${noWallet(ctx)}`;
  if (orderAddress === null) return noWallet(ctx);
  return html`<p class="note">${t('phone.nothing-opens')}</p>
    ${addressCard(orderAddress, ctx)}${noWallet(ctx)}`;
}

/** Whether this is a phone or a tablet, and no wallet has set its property on the window. */
const mayOpenApps = ({ device }: ViewContext): boolean => device.isTouch && !device.hasProvider;

/**
 * Returns the address of this page if it leads another browser to the same order. The other browser would not know an
 * earlier payment of the order, so returns null if money of one may have been sent.
 */
function orderAddressOf({ problem }: Selecting, { device, config, orderMoney }: ViewContext): string | null {
  const { address } = device;
  if (address === null || config.order === null || !leadsToOrder(address, config.order)) return null;
  return (problem?.money ?? 'not-sent') === 'not-sent' && orderMoney() === 'not-sent' ? address : null;
}

/** Returns the families of the wallets that can pay from the merchant's chains, as far as the chains are known. */
function familiesOf({ config: { origins }, chainName }: ViewContext): string[] {
  const isEvm = !origins || origins.some((id) => id !== SOLANA_CHAIN);
  const isSvm = chainName(SOLANA_CHAIN) !== null && (origins?.includes(SOLANA_CHAIN) ?? true);
  return [...(isEvm ? ['evm'] : []), ...(isSvm ? ['svm'] : [])];
}

/** Renders the note that the page is in the browser of another app, and how to leave it. */
const hostNote = (host: string, orderAddress: string | null, ctx: ViewContext): TemplateResult => {
  const { t } = ctx;
  return html`<div class="card">
      <p class="name">${t('phone.host', { app: host || t('word.app') })}</p>
      <p class="note">${t(orderAddress === null ? 'phone.host-start' : 'phone.host-text')}</p>
    </div>
    ${orderAddress === null ? nothing : addressCard(orderAddress, ctx)}`;
};

/** Shows the whole address, so that the payer can select it where a browser does not let the page copy. */
const addressCard = (address: string, ctx: ViewContext): TemplateResult =>
  html`<div part="card" class="card take">
    <span class="note">${ctx.t('phone.link')}</span>
    ${copyButton(ctx.t('phone.link'), address, ctx)}
    <bdi dir="ltr" class="groups">${address}</bdi>
  </div>`;

const noWallet = ({ t }: ViewContext): TemplateResult =>
  disclosure(
    t('phone.no-wallet'),
    html`<p class="note">${t('phone.no-wallet-text')}</p>
      <p class="note">${t('phone.no-wallet-words')}</p>`,
  );
