/**
 * The context that every view receives in addition to the state: translations, formats, merchant settings and actions.
 */
import type { TemplateResult } from 'lit';
import type { Formatter } from '../../i18n/format.js';
import type { Translate } from '../../i18n/translate.js';
import type { TokenSearchResult } from '../../payment/assets/asset-picker.js';
import type { PayerEvent, PaymentState, Selection, StateOf } from '../../payment/model/state.js';
import type { Piece, View } from './view.js';

/** The screens for paying to a deposit address. They load when such a payment is offered or shown. */
export interface DepositScreens {
  row(selection: Selection, ctx: ViewContext): TemplateResult;
  refund(selection: Selection, ctx: ViewContext): TemplateResult;
  deposit(state: StateOf<'awaiting-deposit'>, ctx: ViewContext): View;
  notes(state: SubmittedState, ctx: ViewContext): Piece;
}

export type ViewConfig = {
  /** The payee's name: the `merchant` attribute, else the page's host name. */
  merchant: string;
  layout: 'button' | 'panel';
  /** The merchant's line items. They are shown unchanged beside the amount. */
  summary: readonly { label: string; amount: string }[];
  /** True if the payer may also send to a deposit address, without a wallet. */
  depositAddress: boolean;
  /** True if the merchant fixed the amount. */
  fixedAmount: boolean;
  /** True if the merchant fixed the asset that the payer pays with. */
  fixedAsset: boolean;
  /**
   * The price from the attributes, before the list of chains is loaded: the `amount` (a decimal in whole tokens) and
   * the token symbol. Null if one is missing, or if the currency is an address.
   */
  price: { amount: string; symbol: string } | null;
  disabled: boolean;
  /** True if the merchant pinned a registry. The service's contracts are then checked against it. */
  pinned: boolean;
  /** True if the page cannot persist data. The page must then stay open until a running payment ends. */
  keepOpen: boolean;
  remoteImages: boolean;
};

/**
 * Data of the screen that is not part of the payment, such as the search results and the typed texts. The element
 * clears this data when the payment state becomes `idle`.
 */
export type ViewLocal = {
  /** The text of the search field. */
  readonly query: string;
  /** The tokens found for a search text, without the payer's own tokens. Null before the first result. */
  readonly searchResult: (TokenSearchResult & { readonly query: string }) | null;
  /** The text that the live region announces about the search or the list. */
  readonly announcement: string;
  /** The text of the amount field. */
  readonly amount: string;
  /** The text of the recipient field. */
  readonly recipient: string;
  /** The text of the refund address field. */
  readonly refundTo: string;
  /** The text that was copied last. */
  readonly copied: string;
  /** The price-impact refusal that the payer accepted with the checkbox. Null if none. */
  readonly acceptedImpact: object | null;
  /** The request id of the payment that the payer is asked about before leaving it. Empty if nothing is asked. */
  readonly leaving: string;
  /** The request id of the refund that the payer has found in the wallet. Null if there is none. */
  readonly checkedRefund: string | null;
  /** The recipient and the chain that the payer has confirmed as an own address. Null if there is none. */
  readonly ownAddress: string | null;
};

export const emptyLocal: ViewLocal = {
  query: '',
  searchResult: null,
  announcement: '',
  amount: '',
  recipient: '',
  refundTo: '',
  copied: '',
  acceptedImpact: null,
  leaving: '',
  checkedRefund: null,
  ownAddress: null,
};

/** The history screen, shown in place of the payment. `view` is absent until the code has loaded. */
export type HistoryScreen = { view?: (state: PaymentState, ctx: ViewContext) => View };

export interface ViewContext {
  readonly t: Translate;
  readonly format: Formatter;
  readonly config: ViewConfig;
  /** The screens for a deposit address. They load only if the payer may use one. Null until they have loaded. */
  readonly depositScreens: DepositScreens | null;
  /** The list of past payments. Null while the payment is shown. */
  readonly history: HistoryScreen | null;
  readonly showHistory: () => void;
  /** True if the sheet is open. Always true in a panel. */
  readonly open: boolean;
  readonly local: ViewLocal;
  /** Changes the screen state and renders again. */
  readonly set: (patch: Partial<ViewLocal>) => void;
  /** Searches for tokens that are not in the list. Resolves to null if a newer search replaced this one. */
  readonly searchTokens: (text: string) => Promise<TokenSearchResult | null>;
  /**
   * The current Unix time in milliseconds from the platform's clock. While a payment is running, the element renders
   * once a second.
   */
  readonly now: number;
  /** The chain's display name. Null if neither the registry nor the list of chains contains a name. */
  readonly chainName: (chainId: number) => string | null;
  readonly walletName: (id: string) => string;
  readonly walletIcon: (id: string) => string | null;
  /**
   * True if the quote's numbers have been shown for 400 ms and nothing covers the pay button. Only then does the
   * *reviewing* screen enable `primary`.
   */
  readonly mayPress: boolean;
  readonly dispatch: (event: PayerEvent) => void;
  /** Opens the sheet. It does nothing in a panel. */
  readonly show: () => void;
  /** Closes the sheet with the reason `button`. It does nothing in a panel. */
  readonly close: () => void;
}

/** The states of a payment after a deposit has arrived. */
export type SubmittedState = StateOf<'processing'> | StateOf<'succeeded'> | StateOf<'refunded'> | StateOf<'failed'>;
