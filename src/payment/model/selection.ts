/** What the payer chooses from, and how it changes: wallets, accounts, assets, and what they type. */
import type { Account, Asset, ErrorInfo, Payment, PaymentIntent } from '../../types.js';
import type { AssetRef, PayerField, PaymentState, Selection, StateOf } from './state.js';

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

/** What the payer has yet to type before a quote can be asked. */
export const hasMissingField = (selection: Selection): boolean =>
  openFields(selection).some((field) => selection.intent[field] === undefined);

/** What stands to be typed on the way that is chosen. */
export const openFields = ({ payerFields: open, depositAddressFields: byAddress }: Selection): readonly PayerField[] =>
  byAddress ?? open;

/** No wallet says who gets a refund, or is the recipient where the merchant named none: the payer types both. */
export function sendToAddress({ intent, payerFields: open, ...rest }: Selection): Partial<Selection> {
  const needed = (['recipient', 'refundTo'] as const).filter((field) => intent[field] === undefined);
  const byAddress = [...open, ...needed.filter((field) => !open.includes(field))];
  return { ...rest, depositAddressFields: byAddress, assets: [], loading: 'assets' };
}

/** A wallet pays after all: what was typed for the other way is not said of it. */
function leaveAddress({
  intent,
  payerFields: open,
  depositAddressFields: byAddress,
}: Selection): Pick<Selection, 'intent' | 'depositAddressFields'> {
  const typedFor = byAddress?.filter((field) => !open.includes(field)) ?? [];
  const kept = Object.entries(intent).filter(([name]) => !typedFor.some((field) => field === name));
  return { intent: Object.fromEntries(kept) as PaymentIntent, depositAddressFields: null };
}

export const findAsset = (assets: readonly Asset[], ref: AssetRef | null): Asset | undefined =>
  ref ? assets.find((asset) => asset.chainId === ref.chainId && asset.currency === ref.currency) : undefined;

/**
 * Changes what the payer chooses from, in whichever state holds it. `problem`: undefined keeps the one shown, null
 * clears it.
 */
export function openSelection(
  state: PaymentState,
  change: (selection: Selection) => Partial<Selection>,
  problem?: ErrorInfo | null,
): PaymentState {
  if (state.name === 'selecting') {
    const { problem: shown, ...rest } = state;
    const kept = problem === undefined ? shown : problem;
    return { ...rest, ...change(state), ...(kept && { problem: kept }) };
  }
  if (state.name === 'quoting' || state.name === 'reviewing') {
    return { ...state, selection: { ...state.selection, ...change(state.selection) } };
  }
  return state;
}

/** A selecting state that holds the selection's own members only. */
export function selecting(selection: Selection, problem?: ErrorInfo): StateOf<'selecting'> {
  const {
    intent,
    receives,
    accounts,
    assets,
    wallets,
    connecting,
    loading,
    asset,
    payerFields: open,
    depositAddressFields: byAddress,
  } = selection;
  const { originChainId: _c, originCurrency: _t, ...base } = intent;
  return {
    name: 'selecting',
    intent: base,
    receives,
    accounts,
    assets,
    wallets,
    connecting,
    loading,
    asset,
    payerFields: open,
    depositAddressFields: byAddress,
    ...(problem && { problem }),
  };
}

export const withoutAccount = (selection: Selection): Selection => {
  const { receives, wallets, payerFields: open } = selection;
  const { intent, depositAddressFields: byAddress } = leaveAddress(selection);
  const { user: _, ...rest } = intent;
  return {
    intent: rest,
    depositAddressFields: byAddress,
    receives,
    accounts: [],
    assets: [],
    wallets,
    connecting: null,
    loading: null,
    asset: null,
    payerFields: open,
  };
};

/** One account of a kind; a number quoted for another account is void. */
export function connected(state: PaymentState, account: Account): PaymentState {
  const change = (selection: Selection): Partial<Selection> => {
    const { accounts, receives } = selection;
    const others = accounts.filter((other) => other.vmType !== account.vmType);
    const taken = { accounts: [account, ...others], connecting: null, ...leaveAddress(selection) };
    // The same account again: what it holds is known, or on its way.
    if (accounts.some(({ vmType, address }) => vmType === account.vmType && address === account.address)) return taken;
    return { ...taken, assets: [], loading: receives ? 'assets' : 'chains' };
  };
  if ((state.name === 'quoting' || state.name === 'reviewing') && state.account?.address !== account.address) {
    return selecting({ ...state.selection, ...change(state.selection), asset: null });
  }
  return openSelection(state, change, null);
}

export function typed(state: PaymentState, field: PayerField, value: string | null): PaymentState {
  if (state.name !== 'selecting' || !openFields(state).includes(field)) return state;
  const { [field]: _, ...rest } = state.intent;
  const { problem: _shown, ...kept } = state;
  // What could not pay another amount may well pay this one.
  const assets = field === 'amount' ? kept.assets.map(offerFieldsAgain) : kept.assets;
  return { ...kept, assets, intent: value === null ? rest : { ...rest, [field]: value } };
}

const offerFieldsAgain = ({ highPriceImpact: _, ...asset }: Asset): Asset =>
  asset.disabled === null || asset.disabled === 'chain-paused' ? asset : { ...asset, disabled: null };

const refOf = ({ chainId, currency }: Asset): AssetRef => ({ chainId, currency });

/** Chosen by the payer, or for them: asks for its quote at once where nothing is left to type. */
export function pickAsset(state: StateOf<'selecting'>, { found, ...ref }: AssetRef & { found?: Asset }): PaymentState {
  const assets = found && !findAsset(state.assets, ref) ? [...state.assets, found] : state.assets;
  const asset = findAsset(assets, ref);
  if (!asset || asset.disabled) return state;
  const { problem: _, ...rest } = { ...state, assets };
  return quoting({ ...rest, asset: refOf(asset) }, rest);
}

/** Asks for the quote if everything is typed and chosen, else stays in `selection`. */
export function quoting(state: Selection, selection: Selection): PaymentState {
  const asset = findAsset(state.assets, state.asset);
  const { depositAddressFields: byAddress, intent } = state;
  const account = byAddress ? null : (state.accounts[0] ?? null);
  const user = byAddress ? intent.refundTo : account?.address;
  if (!asset || user === undefined || hasMissingField(state) || !state.receives) return selecting(state);
  return {
    name: 'quoting',
    intent: {
      ...intent,
      user,
      originChainId: asset.chainId,
      originCurrency: asset.currency,
      ...(byAddress && addressTerms(state)),
    },
    account,
    asset,
    selection: { ...selecting(selection), asset: state.asset },
  };
}

/** Only whoever types what they send may send another amount: everything else is an order of exactly that much. */
const addressTerms = ({ intent, payerFields: open }: Selection): Partial<PaymentIntent> => ({
  useDepositAddress: true,
  ...((intent.tradeType !== 'EXACT_INPUT' || !open.includes('amount')) && { strict: true }),
});

/**
 * Codes that say something about the asset rather than about the moment: its row tells why, and it is not offered
 * again.
 */
const concernsAsset = [
  'no-route',
  'insufficient-funds',
  'insufficient-native',
  'chain-paused',
  'transaction-too-large',
];

export function refused(state: StateOf<'quoting'>, problem: ErrorInfo): PaymentState {
  const { selection, asset } = state;
  const assets = concernsAsset.includes(problem.code)
    ? selection.assets.map((row) =>
        row === findAsset(selection.assets, asset) ? { ...row, disabled: problem.code } : row,
      )
    : selection.assets;
  // What loses value stays chosen beside that word: the payer may accept the loss.
  const kept = isHighPriceImpact(problem) && state.account ? refOf(asset) : null;
  return selecting({ ...selection, assets, asset: kept }, problem);
}

export const isHighPriceImpact = (problem: ErrorInfo | undefined): problem is ErrorInfo =>
  problem?.code === 'price-impact';

/** One quote is asked for in spite of this refusal; a later refusal is another one, to be accepted anew. */
export function acceptPriceImpact(state: PaymentState, refusal: ErrorInfo): PaymentState {
  if (state.name !== 'selecting' || state.problem !== refusal || !isHighPriceImpact(refusal) || !state.asset)
    return state;
  const { problem: _, ...rest } = state;
  const asked = quoting(rest, rest);
  return asked.name === 'quoting' ? { ...asked, intent: { ...asked.intent, overridePriceImpact: true } } : asked;
}

/** The next quote is another one: a loss was accepted for the one before. */
const requoted = ({ overridePriceImpact: _, ...intent }: PaymentIntent): PaymentIntent => intent;

/** The numbers stay on the screen while new ones come. */
export const renewing = ({ confirming: _, ...state }: StateOf<'reviewing'>): PaymentState => ({
  ...state,
  name: 'quoting',
  intent: requoted(state.intent),
});

/** From the numbers, or from the word of a loss, back to the list. */
export function goBack(state: PaymentState): PaymentState {
  if (state.name === 'awaiting-deposit')
    return selecting({ ...(state.selection ?? { ...emptySelection, intent: openAgain(state.payment) }), asset: null });
  if (state.name === 'selecting')
    return isHighPriceImpact(state.problem) ? selecting({ ...state, asset: null }) : state;
  if (state.name !== 'quoting' && (state.name !== 'reviewing' || state.confirming)) return state;
  return selecting({ ...state.selection, asset: null });
}

/**
 * Back to the review with the money still in the wallet. After a reload the lists are gone and are loaded again when
 * asked for.
 */
export function reviewAgain(payment: Payment, problem: ErrorInfo, selection: Selection | undefined): PaymentState {
  const { intent, account, quote } = payment;
  if (!account) return { name: 'idle', problem };
  const { pays } = quote;
  const rebuilt = { ...emptySelection, intent: openAgain(payment), accounts: [account], receives: quote.receives };
  return {
    name: 'reviewing',
    intent,
    account,
    asset: findAsset(selection?.assets ?? [], pays) ?? {
      ...pays,
      name: pays.symbol,
      verified: true,
      balance: null,
      disabled: null,
    },
    quote,
    problem,
    selection: selection ?? rebuilt,
    confirming: false,
  };
}

/** The payment's intent without what the payer chose: where a new choice starts from. */
export function openAgain({ intent }: Payment): Payment['intent'] {
  const { user: _u, originChainId: _c, originCurrency: _t, refundTo: _r, ...named } = requoted(intent);
  const { useDepositAddress: _d, strict: _s, ...rest } = named;
  return rest;
}
