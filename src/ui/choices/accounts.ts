/** Renders the connected accounts, and the wallets of the families that are not connected. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Selection } from '../../payment/model/state.js';
import type { VmType } from '../../types.js';
import { familyPhrase } from '../context/phrases.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import { accountLine } from '../parts/account-line.js';
import { disclosure } from '../parts/disclosure.js';
import { walletList } from '../parts/wallet-list.js';

/** Renders each account, with the name of its chains and a button that disconnects it if there are several. */
export function accountsView({ accounts }: Selection, ctx: ViewContext): TemplateResult {
  const isOneOfTwo = accounts.length > 1;
  return html`${accounts.map((account) =>
    accountLine(
      account,
      ctx,
      isOneOfTwo ? `${familyPhrase(account.vmType, ctx)} · ` : nothing,
      isOneOfTwo ? dropButton(account.vmType, ctx.walletName(account.wallet), ctx) : nothing,
    ),
  )}`;
}

/**
 * Renders the wallets of each family that is not connected, or nothing if no account is connected. The wallets are
 * below the tokens, because a wallet can appear late, and a row that the payer is about to press must not move.
 */
export function addWalletView(state: Selection, ctx: ViewContext): Piece {
  if (state.accounts.length === 0) return nothing;
  const wallets = state.wallets.filter(({ vmType }) => state.accounts.every((account) => account.vmType !== vmType));
  const families = new Set(wallets.map(({ vmType }) => vmType));
  return html`${[...families].map((family) =>
    disclosure(
      ctx.t('select.add-wallet', { chain: familyPhrase(family, ctx) }),
      walletList(
        { ...state, wallets: wallets.filter(({ vmType }) => vmType === family) },
        // A connected payer pays from the wallet, not to a deposit address.
        { ...ctx, config: { ...ctx.config, depositAddress: false } },
      ),
    ),
  )}`;
}

const dropButton = (vmType: VmType, name: string, { t, dispatch }: ViewContext): TemplateResult =>
  html`<button
    type="button"
    class="link"
    @click=${() => {
      dispatch({ type: 'wallet-dropped', vmType });
    }}
  >
    ${t('wallet.disconnect')}<span class="unseen"> ${name}</span>
  </button>`;
