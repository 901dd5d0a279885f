/** Renders the link to the app of the wallet that was asked to pay. */
import { html, nothing } from 'lit';
import type { StateOf } from '../../payment/model/state.js';
import { askedWallet } from '../context/asked-wallet.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';

/**
 * Renders the link to the app of a wallet on this phone. Keeps its space while its code loads, so that nothing moves
 * when it appears.
 */
export function wakeRow(state: StateOf<'authorizing' | 'processing'>, ctx: ViewContext): Piece {
  if (ctx.phoneScreens) return ctx.phoneScreens.wakeRow(state, ctx);
  return ctx.device.isTouch && askedWallet(state)?.appLink !== undefined
    ? html`<div class="row vacant"></div>`
    : nothing;
}
