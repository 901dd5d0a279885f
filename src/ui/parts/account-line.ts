/** Renders a connected account with the name of its wallet. */
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { shortAddress } from '../../i18n/format.js';
import type { Account } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import { walletBadge } from './badge.js';

/**
 * @param family the name of the account's chains, if the payer has several accounts
 * @param action a button for this account
 */
export function accountLine(
  { address, wallet }: Account,
  ctx: ViewContext,
  family?: Piece,
  action?: Piece,
): TemplateResult {
  const name = ctx.walletName(wallet);
  return html`<div class="account">
    ${walletBadge(wallet, name, ctx)}
    <span class="grow">
      <span class="name"><bdi>${name}</bdi></span>
      <span class="note">${family}<bdi dir="ltr" title=${address}>${shortAddress(address)}</bdi></span>
    </span>
    ${action}
  </div>`;
}
