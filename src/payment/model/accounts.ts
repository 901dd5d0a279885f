/** Pure functions on the payer's accounts, of which at most one of each wallet family is connected. */
import type { Account, Asset } from '../../types.js';
import { findAsset, holderOf, leaveAddress, openSelection, selecting } from './selection.js';
import type { PaymentState, Selection, StateOf } from './state.js';

type Quoted = StateOf<'quoting'> | StateOf<'reviewing'>;

/**
 * Adds the account and removes an older one of the same wallet family, together with a shown quote that uses the older
 * account.
 */
export function connected(state: PaymentState, account: Account): PaymentState {
  const change = (selection: Selection): Partial<Selection> => {
    const { accounts, assets } = selection;
    const others = accounts.filter((other) => other.vmType !== account.vmType);
    const taken = {
      accounts: [...others, account].sort((a, b) => (a.vmType < b.vmType ? -1 : 1)),
      connecting: null,
      ...leaveAddress(selection),
    };
    // This account is already connected, so the account's assets are loaded or loading.
    if (accounts.some(({ vmType, address }) => vmType === account.vmType && address === account.address)) return taken;
    // While the screen shows a quote, keep the assets of the other accounts until the new list is loaded.
    const kept = state.name === 'selecting' ? [] : heldBy(assets, others);
    return { ...taken, assets: kept, loading: listIn(selection) };
  };
  if (state.name !== 'quoting' && state.name !== 'reviewing') return openSelection(state, change, null);
  const isOther = [state.account, receiving(state)].some(
    (quoted) => quoted?.vmType === account.vmType && quoted.address !== account.address,
  );
  return isOther || !state.account
    ? selecting({ ...state.selection, ...change(state.selection), asset: null })
    : openSelection(state, change, null);
}

/**
 * Removes the account of the wallet family, or every account without a family, together with a shown quote that uses a
 * removed account.
 */
export function disconnected(state: PaymentState, family?: string): PaymentState {
  const change = (selection: Selection): Selection => withoutAccount(selection, family);
  if (state.name !== 'quoting' && state.name !== 'reviewing') return openSelection(state, change);
  const left = [state.account?.vmType ?? family, receiving(state)?.vmType];
  return family === undefined || left.includes(family)
    ? selecting(change(state.selection))
    : openSelection(state, change);
}

/**
 * The list that loads next, which is that of the assets as soon as the tokens to receive are known, because the chain
 * list has then arrived.
 */
const listIn = ({ receives, destinations }: Selection): Selection['loading'] =>
  receives || destinations ? 'assets' : 'chains';

function withoutAccount(selection: Selection, family: string | undefined): Selection {
  const left = selection.accounts.filter(({ vmType }) => family !== undefined && vmType !== family);
  // No account of this family is connected, so nothing changes.
  if (left.length > 0 && left.length === selection.accounts.length) return selection;
  const { intent, depositAddressFields } = leaveAddress(selection);
  const { user: _, ...rest } = intent;
  const assets = heldBy(selection.assets, left);
  const kept = findAsset(assets, selection.asset) ? selection.asset : null;
  return {
    ...selection,
    intent: rest,
    depositAddressFields,
    accounts: left,
    assets,
    connecting: null,
    loading: left.length === 0 ? null : listIn(selection),
    asset: kept,
  };
}

/** Returns the connected account that receives the money if neither the merchant nor the payer named a recipient. */
const receiving = ({ intent, selection }: Quoted): Account | undefined =>
  selection.intent.recipient === undefined
    ? selection.accounts.find(({ address }) => address === intent.recipient)
    : undefined;

const heldBy = (assets: readonly Asset[], accounts: readonly Account[]): Asset[] =>
  assets.filter((asset) => holderOf(accounts, asset));
