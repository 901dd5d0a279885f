/** All that a view is given besides the state: words, numbers, what the merchant fixed, how to ask for something. */
import type { TemplateResult } from 'lit';
import type { Formatter } from '../../i18n/format.js';
import type { Translate } from '../../i18n/translate.js';
import type { Messages } from '../../i18n/locales/messages.js';
import type { TokenSearchResult } from '../../payment/assets/asset-picker.js';
import type { PayerEvent, PaymentState, Selection, StateOf } from '../../payment/model/state.js';
import type { Piece, View } from './view.js';

/** The screens of paying to a deposit address; they load when such a payment is offered or shown. */
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
  /** What the merchant shows beside the amount, as given. */
  summary: readonly { label: string; amount: string }[];
  /** The payer may also send to an address, without a wallet. */
  depositAddress: boolean;
  /** The merchant fixed the amount. */
  fixedAmount: boolean;
  /** The merchant fixed what is paid with. */
  fixedAsset: boolean;
  /**
   * The price as far as the attributes tell it before the listing is loaded: the `amount` (a plain decimal) and a
   * `destination-currency` that is a symbol. Null: one of them is missing, or an address.
   */
  price: { amount: string; symbol: string } | null;
  disabled: boolean;
  /** The service's contracts are checked against a registry that the merchant pinned. */
  pinned: boolean;
  /** The page cannot store: it has to stay open until a running payment has ended. */
  keepOpen: boolean;
  remoteImages: boolean;
};

/** What only the screen knows: the text that stands in its fields. The element forgets it when the state is `idle`. */
export type ViewLocal = {
  /** The search field. */
  readonly query: string;
  /** What was found for a text of the search field beyond the payer's own tokens. */
  readonly searchResult: (TokenSearchResult & { readonly query: string }) | null;
  /** What the live region says of it. */
  readonly announcement: string;
  /** The amount field, as typed. */
  readonly amount: string;
  /** The recipient field, as typed. */
  readonly recipient: string;
  /** The refund address field, as typed. */
  readonly refundTo: string;
  /** The text that was copied last. */
  readonly copied: string;
  /** The word of a loss that the payer has ticked to accept. */
  readonly acceptedImpact: object | null;
  /** The screens of sending to an address, once they have loaded. */
  readonly depositScreens: DepositScreens | null;
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
  depositScreens: null,
};

/** What stands in the payment's place; blank until it has loaded. */
export type HistoryScreen = { view?: (state: PaymentState, ctx: ViewContext) => View };

/** What the screens need only now and then; loads after them. */
export type LateScreens = {
  words: Messages;
  /** Null where the service has warned of no loss. */
  priceImpactView: (state: StateOf<'selecting'>, ctx: ViewContext) => View | null;
};

/** From a state to its view; loads when a payment is opened. */
export type Screens = (state: Exclude<PaymentState, { name: 'idle' }>, ctx: ViewContext) => View;

export interface ViewContext {
  readonly t: Translate;
  readonly format: Formatter;
  readonly config: ViewConfig;
  /** Undefined until they have loaded. */
  readonly screens: Screens | undefined;
  readonly late: LateScreens | undefined;
  /** The list of past payments, while that is looked at. */
  readonly history: HistoryScreen | null;
  readonly showHistory: () => void;
  /** The sheet is open. Always true in a panel. */
  readonly open: boolean;
  readonly local: ViewLocal;
  /** Changes what only the screen knows, and renders again. */
  readonly set: (patch: Partial<ViewLocal>) => void;
  /** Looks for tokens beyond the list; null where another text was asked for meanwhile. */
  readonly searchTokens: (text: string) => Promise<TokenSearchResult | null>;
  /** Milliseconds, as the platform's clock tells them; renewed once a second while a payment is on its way. */
  readonly now: number;
  /** The chain's display name; null where neither registry nor listing knows it. */
  readonly chainName: (chainId: number) => string | null;
  readonly walletName: (id: string) => string;
  readonly walletIcon: (id: string) => string | null;
  /** The numbers on the screen have stood for 400 ms and nothing covers them: `primary` of *reviewing* may act. */
  readonly mayPress: boolean;
  readonly dispatch: (event: PayerEvent) => void;
  /** Opens the sheet; does nothing in a panel. */
  readonly show: () => void;
  /** Closes the sheet for the `button` reason; does nothing in a panel. */
  readonly close: () => void;
}
/** Something has arrived. */
export type SubmittedState = StateOf<'processing'> | StateOf<'succeeded'> | StateOf<'refunded'> | StateOf<'failed'>;
