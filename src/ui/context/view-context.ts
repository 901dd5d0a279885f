/**
 * Defines the context of the views. Every view receives the state and this context: translations, formats, merchant
 * settings and actions.
 */
import type { TemplateResult } from 'lit';
import type { StateName, ViewName } from '../../events.js';
import type { Formatter } from '../../i18n/format.js';
import type { Translate } from '../../i18n/translate.js';
import type { TokenSearchResult } from '../../payment/assets/asset-picker.js';
import type { PayerEvent, PaymentState, Selection, StateOf } from '../../payment/model/state.js';
import type { Piece, View } from './view.js';

/** Where a screen appears: in a state of the payment, or in the list of past payments, which covers every state. */
export type Place = StateName | 'history';

/**
 * Describes one screen. Each screen has a file that exports its description, and a line in the table of its code:
 * `src/ui/screens.ts`, or a table of code that loads late.
 */
export interface Screen {
  /** The public name. When it changes, the focus moves to the heading. */
  readonly id: ViewName;
  /** The places where the screen appears. */
  readonly on: readonly Place[];
  /** Whether the screen appears instead of the place's usual screen. Absent in the usual screen. */
  when?(state: PaymentState, ctx: ViewContext): boolean;
  render(state: PaymentState, ctx: ViewContext): View;
  /** The text that screen readers announce if the state has no problem; absent if there is nothing to announce. */
  announcement?(state: PaymentState, ctx: ViewContext): string;
}

/** A screen that gets only the states in which it appears. */
export interface ScreenOn<P extends Place> extends Screen {
  readonly on: readonly P[];
  when?(state: StateAt<P>, ctx: ViewContext): boolean;
  render(state: StateAt<P>, ctx: ViewContext): View;
  announcement?(state: StateAt<P>, ctx: ViewContext): string;
}

type StateAt<P extends Place> = P extends StateName ? StateOf<P> : PaymentState;

/** The screens for a payment to a deposit address. Their code loads when the element offers or shows such a payment. */
export interface DepositScreens {
  /** The last row of the wallet list. */
  row(selection: Selection, ctx: ViewContext): TemplateResult;
  refundField(selection: Selection, ctx: ViewContext): TemplateResult;
  readonly screens: readonly Screen[];
  notes(state: SubmittedState, ctx: ViewContext): Piece;
}

/**
 * What only some payers choose: between wallets of two families, a recipient, a received token, and a token with a high
 * price impact. The code loads when a payer has such a choice.
 */
export interface ChoiceScreens {
  /** The tokens to receive, if the payer chooses them, and the connected accounts. */
  accounts(state: Selection, ctx: ViewContext): TemplateResult;
  addWallet(state: Selection, ctx: ViewContext): Piece;
  recipientField(selection: Selection, ctx: ViewContext): TemplateResult;
  readonly screens: readonly Screen[];
}

/** The field for the amount. Its code loads if the merchant has not set the amount. */
export interface AmountScreens {
  field(selection: Selection, ctx: ViewContext): TemplateResult;
}

export type ViewConfig = {
  /** The merchant's name: the attribute `merchant`, or the page's host name if this attribute is absent. */
  merchant: string;
  layout: 'button' | 'panel';
  /** The merchant's line items. The screen shows these items unchanged beside the amount. */
  summary: readonly { label: string; amount: string }[];
  /** The value is true if the payer may pay to a deposit address without connecting a wallet. */
  depositAddress: boolean;
  /** The value is true if the merchant fixed the amount. The value is false if the payer enters the amount. */
  fixedAmount: boolean;
  /** The value is true if the merchant fixed the token that the payer pays with. */
  fixedAsset: boolean;
  /**
   * The price from the element's attributes. The element can show this price before the list of chains has loaded.
   * `amount` is a decimal number of tokens, such as `25.00`. The value is null if the amount or the symbol is missing,
   * or if the currency is an address.
   */
  price: { amount: string; symbol: string } | null;
  disabled: boolean;
  /**
   * The value is true if the merchant set the property `registry`. With a registry, the element accepts only the
   * contracts in the registry.
   */
  pinned: boolean;
  /**
   * The value is true if the page cannot store the payment in the browser. If the page cannot store the payment, the
   * payer must keep the page open until the payment ends.
   */
  keepOpen: boolean;
  remoteImages: boolean;
  /** The merchant's bounds for a typed amount, in decimal numbers of tokens. Null and undefined: no bound. */
  minAmount?: string | null | undefined;
  maxAmount?: string | null | undefined;
  /** The amounts that the merchant suggests, in decimal numbers of tokens. */
  presets?: readonly string[];
  /** The address of the merchant's thank-you page, or undefined if there is none. */
  returnUrl?: string | undefined;
  /** The address where the payer gets help, or undefined if there is none. */
  supportUrl?: string | undefined;
};

/**
 * Data of the screens that is not part of the payment state, such as search results and typed texts. The element clears
 * the data of the screens when the payment state becomes `idle`.
 */
export type ViewLocal = {
  /** The text of the search field. */
  readonly query: string;
  /** The tokens that the service found for the search text `query`. Returns null before the first search has ended. */
  readonly searchResult: (TokenSearchResult & { readonly query: string }) | null;
  /** The text for screen readers about the token search or the list of past payments. */
  readonly announcement: string;
  /** The text of the amount field. */
  readonly amount: string;
  /** The text of the recipient field. */
  readonly recipient: string;
  /** The text of the refund address field. */
  readonly refundTo: string;
  /** The text that the payer copied last. */
  readonly copied: string;
  /**
   * The error about a high price impact for which the payer has ticked the checkbox. The value is null if the payer has
   * accepted no high price impact.
   */
  readonly acceptedImpact: object | null;
  /**
   * The request id of the payment that the payer wants to leave. The text is set only while the screen asks the payer
   * to confirm this wish. At other times, the text is empty.
   */
  readonly leaving: string;
  /**
   * The request id of the payment whose refund the payer has seen in the wallet. The payer confirms the refund with a
   * checkbox. The value is null if the payer has confirmed no refund.
   */
  readonly checkedRefund: string | null;
  /**
   * The recipient's address and chain id. The text is set if the payer has confirmed with a checkbox that this address
   * is their own. The value is null if the payer has confirmed no address.
   */
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

/**
 * The list of past payments. The payer sees it instead of the current payment. `screens` is absent until their code has
 * loaded.
 */
export type HistoryScreens = { readonly screens?: readonly Screen[] };

export interface ViewContext {
  readonly t: Translate;
  readonly format: Formatter;
  readonly config: ViewConfig;
  /** The screens for a payment to a deposit address. The value is null until their code has loaded. */
  readonly depositScreens: DepositScreens | null;
  /** The screens for what only some payers choose. The value is null until their code has loaded. */
  readonly choiceScreens: ChoiceScreens | null;
  /** The field for the amount. The value is null until its code has loaded. */
  readonly amountScreens: AmountScreens | null;
  /** True if the code of one of these screens could not be loaded. Only a reload of the page can load it. */
  readonly areScreensLost?: boolean;
  /** The list of past payments. The value is null while the current payment is shown. */
  readonly history: HistoryScreens | null;
  readonly showHistory: () => void;
  /** The value is true if the sheet is open. In a panel, the value is always true. */
  readonly open: boolean;
  readonly local: ViewLocal;
  /** Changes data of `local`, and renders the element again. */
  readonly set: (patch: Partial<ViewLocal>) => void;
  /**
   * Searches for tokens that are not in the token list. Resolves with null if a newer search has started in the
   * meantime.
   */
  readonly searchTokens: (text: string) => Promise<TokenSearchResult | null>;
  /**
   * The current Unix time in milliseconds from the platform's clock. While a payment is running, the element renders
   * once a second.
   */
  readonly now: number;
  /** Returns the chain's display name, or null if no name is in the registry or in the chains listing. */
  readonly chainName: (chainId: number) => string | null;
  /** Whether the chain is a perps venue. Returns false if no record of the chain is known. */
  readonly isVenue: (chainId: number) => boolean;
  readonly walletName: (id: string) => string;
  readonly walletIcon: (id: string) => string | null;
  /**
   * The value is true if the quote's numbers have been on the screen for 400 ms and no other content covers the pay
   * button. The primary button of the *reviewing* screen is disabled while `mayPress` is false.
   */
  readonly mayPress: boolean;
  readonly dispatch: (event: PayerEvent) => void;
  /** Opens the sheet. Does nothing in a panel. */
  readonly show: () => void;
  /** Closes the sheet with the reason `button`. Does nothing in a panel. */
  readonly close: () => void;
}

/** The states of a payment that the payer has sent or may have sent. */
export type SubmittedState = StateOf<'processing'> | StateOf<'succeeded'> | StateOf<'refunded'> | StateOf<'failed'>;
