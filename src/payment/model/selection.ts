/** Contains pure functions that change the payer's choices: wallets, accounts, assets and typed fields. */
import { hasAmounts } from '../../shared/amounts.js';
import { DEFAULT_FAMILY, isSameToken } from '../../shared/chain.js';
import { looksLikeAddress } from '../../vm/address/addresses.js';
import type { Account, AddressProblem, Asset, ErrorInfo, Payment, PaymentIntent, StepRef } from '../../types.js';
import { isPriced } from './destination.js';
import {
  withoutProblem,
  type AssetRef,
  type PayerField,
  type PaymentState,
  type Selection,
  type StateOf,
} from './state.js';
import { toJson } from '../../shared/builtins/to-json.js';

export const emptySelection: Selection = {
  intent: { tradeType: 'EXACT_OUTPUT' },
  receives: null,
  accounts: [],
  assets: [],
  wallets: [],
  connecting: null,
  loading: 'chains',
  asset: null,
  payerFields: [],
  depositAddressFields: null,
};

/** True if the payer must still type a field before a quote can be requested. */
export const hasMissingField = (selection: Selection): boolean =>
  openFields(selection).some((field) => selection.intent[field] === undefined);

/**
 * The fields that the payer types: `depositAddressFields` for a payment to a deposit address, and otherwise
 * `payerFields`. From a wallet, `recipient` is left out if the intent has no recipient and a connected account can
 * receive the money. After the payer has typed in the field, it stays, also while its address is wrong. Otherwise the
 * payer's own account would replace the typed recipient, and the payer would not see it.
 */
export const openFields = ({
  payerFields,
  depositAddressFields,
  intent,
  accounts,
  payee,
  recipientTyped,
}: Selection): readonly PayerField[] =>
  depositAddressFields ??
  payerFields.filter(
    (field) =>
      field !== 'recipient' || intent.recipient || recipientTyped || !accounts.some(({ vmType }) => vmType === payee),
  );

/**
 * Selects a payment to a deposit address. No wallet is connected then, so the payer must type a missing recipient and a
 * missing refund address.
 */
export function sendToAddress({ intent, payerFields, ...rest }: Selection): Partial<Selection> {
  const needed = (['recipient', 'refundTo'] as const).filter((field) => intent[field] === undefined);
  const depositAddressFields = [...payerFields, ...needed.filter((field) => !payerFields.includes(field))];
  return { ...rest, depositAddressFields, assets: [], loading: 'assets' };
}

/** Returns to a payment from a wallet, and removes the values that the payer typed only for the deposit address. */
export function leaveAddress({
  intent,
  payerFields,
  depositAddressFields,
}: Selection): Pick<Selection, 'intent' | 'depositAddressFields'> {
  const typedFor = depositAddressFields?.filter((field) => !payerFields.includes(field)) ?? [];
  const kept = Object.entries(intent).filter(([name]) => !typedFor.some((field) => field === name));
  return { intent: Object.fromEntries(kept) as PaymentIntent, depositAddressFields: null };
}

/** Returns the account that holds the asset, or undefined if no connected account holds it. */
export const holderOf = (accounts: readonly Account[], asset: Asset): Account | undefined =>
  accounts.find(({ address }) => address === asset.account);

/** The parts of the selection that decide who receives the money. */
export type Payers = Pick<Selection, 'intent' | 'accounts' | 'payee'>;

/**
 * Returns the intent of a payment from this account, with the intent's refund address only if its form fits the
 * account's family. Without a recipient, the account itself receives the money or, if the wallets of the destination
 * chain are of another family, the payer's account of that family.
 * @returns null if there is no recipient, and no connected account can receive the money
 */
export function intentFrom(
  account: Account,
  { intent, accounts, payee = DEFAULT_FAMILY }: Payers,
): PaymentIntent | null {
  const { refundTo = '', ...rest } = intent;
  const own = looksLikeAddress(refundTo, account.vmType) ? intent : rest;
  if (account.vmType === payee) return own;
  const recipient = intent.recipient ?? accounts.find(({ vmType }) => vmType === payee)?.address;
  if (recipient === undefined) return null;
  return { ...own, recipient };
}

export const findAsset = (assets: readonly Asset[], ref: AssetRef | null): Asset | undefined =>
  assets.find((asset) => isSameToken(asset, ref));

/**
 * Changes the selection in `selecting`, `quoting` and `reviewing`, and returns any other state unchanged.
 * @param problem the new problem of `selecting`; with undefined, the shown problem stays, and with null, it stays only
 *   if it describes an earlier payment
 */
export function openSelection(
  state: PaymentState,
  change: (selection: Selection) => Partial<Selection>,
  problem?: ErrorInfo | null,
): PaymentState {
  if (state.name === 'selecting') {
    const kept = problem === undefined || (problem === null && isOfEarlier(state.problem)) ? state.problem : problem;
    return { ...withoutProblem(withoutOldWallet({ ...state, ...change(state) })), ...(kept && { problem: kept }) };
  }
  if (state.name === 'quoting' || state.name === 'reviewing') {
    return { ...state, selection: withoutOldWallet({ ...state.selection, ...change(state.selection) }) };
  }
  return state;
}

/** Removes what is known about a wallet that is no longer connecting. */
function withoutOldWallet<S extends Selection>(selection: S): S {
  const { code, stalled, ...rest } = selection;
  if (selection.connecting === null) return rest as S;
  return { ...(rest as S), ...(code && { code }), ...(stalled && { stalled }) };
}

/**
 * True if an earlier payment or approval reverted, was replaced or has expired. This problem stays on the screen while
 * the payer connects a wallet.
 */
const isOfEarlier = (problem: ErrorInfo | undefined): boolean =>
  problem?.code === 'reverted' || problem?.code === 'replaced' || problem?.code === 'expired';

/**
 * Creates a `selecting` state from a selection or from another `selecting` state. Removes the old problem, and the
 * origin chain and the origin currency of the intent.
 */
export function selecting(selection: Selection & { problem?: ErrorInfo }, problem?: ErrorInfo): StateOf<'selecting'> {
  const { originChainId: _c, originCurrency: _t, ...intent } = selection.intent;
  return { ...withoutProblem(withoutOldWallet(selection)), name: 'selecting', intent, ...(problem && { problem }) };
}

/**
 * Sets the field to the typed value, or removes it if the value is null. `problem` then names what is wrong with the
 * typed address. Also removes the shown problem.
 */
export function typed(
  state: PaymentState,
  field: PayerField,
  value: string | null,
  problem?: AddressProblem,
): PaymentState {
  if (state.name !== 'selecting' || !openFields(state).includes(field)) return state;
  const { [field]: _, ...rest } = state.intent;
  const { problem: _shown, wrong, ...kept } = state;
  // An asset that could not pay the old amount can perhaps pay the new one.
  const assets = field === 'amount' ? kept.assets.map(offerFieldsAgain) : kept.assets;
  return {
    ...kept,
    assets,
    intent: value === null ? rest : { ...rest, [field]: value },
    ...(field === 'recipient' && { recipientTyped: true }),
    ...(problem && { wrong: { ...wrong, [field]: problem } }),
  };
}

/**
 * These reasons hold for every amount: the chain is paused, or the sources do not confirm the token, or cannot be read.
 */
const forAnyAmount: readonly string[] = ['chain-paused', 'quote-unsafe', 'service-down'];

const offerFieldsAgain = ({ highPriceImpact: _, ...asset }: Asset): Asset =>
  asset.disabled === null || forAnyAmount.includes(asset.disabled) ? asset : { ...asset, disabled: null };

const refOf = ({ chainId, currency }: Asset): AssetRef => ({ chainId, currency });

/** Chooses an asset that is not disabled, and requests a quote if everything that the quote needs is known. */
export function pickAsset(state: StateOf<'selecting'>, { found, ...ref }: AssetRef & { found?: Asset }): PaymentState {
  const assets = found && !findAsset(state.assets, ref) ? [...state.assets, found] : state.assets;
  const asset = findAsset(assets, ref);
  if (!asset || asset.disabled) return state;
  const { problem: _, ...rest } = { ...state, assets };
  return quoting({ ...rest, asset: refOf(asset) }, rest);
}

/**
 * Goes to `quoting` if everything that a quote needs is known and the asset is not disabled, and to `selecting`
 * otherwise. If only the recipient is missing, the payer must then type it.
 * @param selection the selection that the payer sees again after *back*
 */
export function quoting(state: Selection, selection: Selection): PaymentState {
  const asset = findAsset(state.assets, state.asset);
  const { accounts, depositAddressFields, payerFields } = state;
  if (!asset || asset.disabled || hasMissingField(state) || !isPriced(state, asset)) return selecting(state);
  const account = depositAddressFields ? null : (holderOf(accounts, asset) ?? null);
  const intent = account ? intentFrom(account, state) : state.intent;
  if (!intent) return selecting({ ...state, payerFields: [...payerFields, 'recipient'] });
  const user = depositAddressFields ? intent.refundTo : account?.address;
  if (user === undefined) return selecting(state);
  return {
    name: 'quoting',
    intent: {
      ...intent,
      user,
      originChainId: asset.chainId,
      originCurrency: asset.currency,
      ...(depositAddressFields && addressTerms(state)),
    },
    account,
    asset,
    selection: { ...selecting(selection), asset: state.asset },
  };
}

/**
 * A `strict` deposit address belongs to one order and to its exact amount. If the payer types the amount to send, the
 * address is therefore not `strict`.
 */
const addressTerms = ({ intent, payerFields }: Selection): Partial<PaymentIntent> => ({
  useDepositAddress: true,
  ...((intent.tradeType !== 'EXACT_INPUT' || !payerFields.includes('amount')) && { strict: true }),
});

/** After these errors, the asset stays in the list but is disabled. */
const concernsAsset = ['no-route', 'insufficient-funds', 'chain-paused', 'transaction-too-large', 'wallet-unable'];

/** Shows why the next quote request waits, but keeps the same state if the screen already shows this problem. */
export function delayed(state: StateOf<'quoting'>, problem: ErrorInfo): PaymentState {
  const { code, values } = state.problem ?? {};
  const isShown = code === problem.code && values?.['retryAt'] === problem.values?.['retryAt'];
  return isShown ? state : { ...state, problem };
}

export function refused(state: StateOf<'quoting'>, problem: ErrorInfo): PaymentState {
  const { selection, asset } = state;
  const assets = concernsAsset.includes(problem.code)
    ? selection.assets.map((row) =>
        row === findAsset(selection.assets, asset) ? { ...row, disabled: problem.code } : row,
      )
    : selection.assets;
  // In a payment from a wallet, the asset stays chosen after `price-impact`, because the payer can accept the price
  // impact. It also stays chosen after `offline`, because the session requests the quote again when the browser is
  // online.
  const kept = ['price-impact', 'offline'].includes(problem.code) && state.account ? refOf(asset) : null;
  return selecting({ ...selection, assets, asset: kept }, problem);
}

export const isHighPriceImpact = (problem: ErrorInfo | undefined): problem is ErrorInfo =>
  problem?.code === 'price-impact';

/** Requests one quote despite the price impact. For any later quote, the payer must accept the price impact again. */
export function acceptPriceImpact(state: PaymentState, refusal: ErrorInfo): PaymentState {
  if (state.name !== 'selecting' || state.problem !== refusal || !isHighPriceImpact(refusal) || !state.asset)
    return state;
  const rest = withoutProblem(state);
  const asked = quoting(rest, rest);
  return asked.name === 'quoting' ? { ...asked, intent: { ...asked.intent, overridePriceImpact: true } } : asked;
}

/** Removes `overridePriceImpact`, because the payer accepted the price impact for one quote only. */
const requoted = ({ overridePriceImpact: _, ...intent }: PaymentIntent): PaymentIntent => intent;

/** Requests a new quote. Until the new numbers arrive, the screen shows the old ones. */
export const renewing = ({ confirming: _, ...state }: StateOf<'reviewing'>): PaymentState => ({
  ...state,
  name: 'quoting',
  intent: requoted(state.intent),
});

const isEarlyStep = ({ index, count }: StepRef): boolean => index < count - 1;

/** Returns to the list of assets, if the payer can still go back. */
export function goBack(state: PaymentState): PaymentState {
  if (state.name === 'awaiting-deposit') return selecting({ ...(state.selection ?? emptySelection), asset: null });
  if (state.name === 'selecting')
    return isHighPriceImpact(state.problem) ? selecting({ ...state, asset: null }) : state;
  // While an approval or the venue's nonce mapping waits for its confirmation, the payer can go back, because the
  // wallet has not been asked to pay yet.
  if (state.name === 'authorizing' && state.phase === 'confirming' && !state.problem && isEarlyStep(state.step))
    return selecting({ ...state.selection, asset: null });
  // The wallet is asked only after the payer's next press.
  if (state.name === 'authorizing' && state.phase === 'press' && !state.problem)
    return selecting({ ...state.selection, asset: null });
  if (state.name !== 'quoting' && state.name !== 'reviewing') return state;
  return selecting({ ...state.selection, asset: null });
}

/**
 * Shows the review again after an attempt that cost the payer at most network fees. Returns to `selecting` instead if
 * the page no longer knows the selection, the account or the amounts, as after a reload. Also returns there if the
 * selection no longer fits the payment.
 */
export function reviewAgain(payment: Payment, problem: ErrorInfo, selection: Selection | undefined): PaymentState {
  const { intent, account, quote } = payment;
  if (!selection || !account || !hasAmounts(quote) || !isOf(selection, intent))
    return selecting({ ...(selection ?? emptySelection), asset: null }, problem);
  const { pays } = quote;
  return {
    name: 'reviewing',
    intent,
    account,
    asset: findAsset(selection.assets, pays) ?? {
      ...pays,
      name: pays.symbol,
      verified: false,
      account: account.address,
      balance: null,
      disabled: null,
    },
    quote,
    problem,
    selection,
    confirming: false,
  };
}

/**
 * True if `chosen` has every value of the selection's intent. `chosen` can have more values, such as the payer's
 * account and asset. `usePermit` is not compared, because not every account and token can pay with a permit.
 */
const isOf = ({ intent }: Selection, chosen: PaymentIntent): boolean =>
  Object.entries(intent).every(([name, value]) => name === 'usePermit' || toJson(value) === toJson(chosen[name]));
