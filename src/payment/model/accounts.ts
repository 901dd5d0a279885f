/** Contains pure functions that connect and disconnect the payer's accounts, at most one of each wallet family. */
import type { Account, Asset } from '../../types.js';
import { findAsset, holderOf, leaveAddress, openSelection, selecting } from './selection.js';
import type { PaymentState, Selection, StateOf } from './state.js';

type Quoted = StateOf<'quoting'> | StateOf<'reviewing'>;

/**
 * Adds the account in place of another account of the same wallet family. Returns to `selecting` from a quote that uses
 * this other account, or that is for a deposit address. Changes only `selecting`, `quoting` and `reviewing`.
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
    const isSame = accounts.some(({ vmType, address }) => vmType === account.vmType && address === account.address);
    // This account is already connected, so keep the assets, and start no new load. An empty list loads again, because
    // the last load can have failed.
    if (isSame && (assets.length > 0 || selection.loading !== null)) return taken;
    // In `quoting` and `reviewing`, keep the other accounts' assets until the new list is loaded.
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
 * Removes the account of this wallet family or, without `family`, every account. Returns to `selecting` from a quote
 * that uses a removed account, or that is for a deposit address.
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
 * The list that loads next. If `receives` or `destinations` is known, the chain list has arrived, so the assets load
 * next.
 */
const listIn = ({ receives, destinations }: Selection): Selection['loading'] =>
  receives || destinations ? 'assets' : 'chains';

function withoutAccount(selection: Selection, family: string | undefined): Selection {
  const left = selection.accounts.filter(({ vmType }) => family !== undefined && vmType !== family);
  if (left.length > 0 && left.length === selection.accounts.length) {
    // Only accounts of other families are connected. The payer may have given up a wallet that is still connecting.
    const { wallets, connecting } = selection;
    const isAsked = wallets.some(({ id, vmType }) => id === connecting && vmType === family);
    return isAsked ? { ...selection, connecting: null } : selection;
  }
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

/**
 * Returns the connected account that the quote's intent names as the recipient. Returns undefined if there is none, or
 * if the merchant or the payer has named the recipient.
 */
const receiving = ({ intent, selection }: Quoted): Account | undefined =>
  selection.intent.recipient === undefined
    ? selection.accounts.find(({ address }) => address === intent.recipient)
    : undefined;

const heldBy = (assets: readonly Asset[], accounts: readonly Account[]): Asset[] =>
  assets.filter((asset) => holderOf(accounts, asset));
