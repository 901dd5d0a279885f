/**
 * Renders what a payer without a wallet in this browser can do: open the page in a wallet's app, leave the browser of
 * another app, or get a wallet.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Selection } from '../../payment/model/state.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import { copyButton } from '../parts/copy-field.js';
import { disclosure } from '../parts/disclosure.js';
import { appRows } from './app-rows.js';
import { pageLinks } from '../../wallets/phone/apps.js';
import { hostAppOf } from './host-app.js';
import { readLastApp } from './last-app.js';

/** Renders the rows that open this page in a wallet's app; nothing in a browser that has a wallet, or is no phone's. */
export function pageRows(_selection: Selection, ctx: ViewContext): Piece {
  const { device, orderAddress, families } = ctx;
  if (!mayOpenApps(ctx) || orderAddress === null || hostAppOf(device) !== null) return nothing;
  const rows = appRows(pageLinks(orderAddress, families, readLastApp()), ctx);
  return rows.length === 0
    ? nothing
    : html`<li class="note">${ctx.t('phone.open-note')}</li>
        ${rows}`;
}

/** Renders the notes below the wallet list; nothing in a browser that has a wallet. */
export function wayIn({ wallets }: Selection, ctx: ViewContext): Piece {
  const { t, device, orderAddress } = ctx;
  if (!mayOpenApps(ctx)) return wallets.length === 0 && !device.hasProvider ? noWallet(ctx) : nothing;
  const host = hostAppOf(device);
  if (host !== null) return html`${hostNote(host, ctx)}${noWallet(ctx)}`;
  if (orderAddress === null) return noWallet(ctx);
  return html`<p class="note">${t('phone.nothing-opens')}</p>
    ${addressCard(orderAddress, ctx)}${noWallet(ctx)}`;
}

/** Whether this is a phone or a tablet, and its browser has no wallet of its own. */
const mayOpenApps = ({ device }: ViewContext): boolean => device.isTouch && !device.hasProvider;

/** Says that the page is in the browser of another app, and how to leave it. */
const hostNote = (host: string, ctx: ViewContext): TemplateResult => {
  const { t, orderAddress } = ctx;
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
