/**
 * Renders the link to the app of the connected wallet. The request is at the relay already, so the link contains none,
 * and a payer who does not use it loses nothing.
 */
import { html, nothing } from 'lit';
import type { StateOf } from '../../payment/model/state.js';
import { isWalletCode } from '../../shared/wallet-code.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import { askedWallet } from '../context/asked-wallet.js';
import { walletBadge } from '../parts/badge.js';
import { icon } from '../parts/icon.js';
import { hostAppOf } from './host-app.js';

/**
 * Renders the link while the wallet is asked or can still ask, and keeps its space in the other phases, so that nothing
 * moves. Renders nothing on a computer, whose payer has the wallet on another device. Also renders nothing in the
 * browser of another app, where the link can lead to an error page in place of this page.
 */
export function wakeRow(state: StateOf<'authorizing' | 'processing'>, ctx: ViewContext): Piece {
  const { t, device } = ctx;
  const wallet = askedWallet(state);
  const href = wallet?.appLink;
  if (!wallet || !device.isTouch || hostAppOf(device) !== null || !isWalletCode(href)) return nothing;
  const name = ctx.walletName(wallet.id);
  const content = html`${walletBadge(wallet.id, name, ctx)}<span class="grow"
      ><span class="name"><bdi data-words>${t('phone.wake', { app: name })}</bdi></span></span
    >${icon('out')}`;
  // Before the request is at the relay, a payer who leaves the page could stop it on its way.
  if (state.name === 'authorizing' && state.phase !== 'switching' && state.phase !== 'prompting')
    return html`<div class="row vacant" aria-hidden="true">${content}</div>`;
  // If the app is not installed, an https link leads to a page, which must not replace this one.
  const isPage = /^https:/iu.test(href);
  return html`<a
    part="wallet"
    class="row"
    data-wallet=${wallet.id}
    href=${href}
    target=${isPage ? '_blank' : nothing}
    rel="noopener noreferrer"
    >${content}${isPage ? html`<span class="unseen"> ${t('new-tab')}</span>` : nothing}</a
  >`;
}
