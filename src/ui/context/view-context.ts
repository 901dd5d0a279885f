/**
 * Defines the context that every view receives with the state: translations, formats, merchant settings and actions.
 */
import type { TemplateResult } from 'lit';
import type { Money } from '../../errors.js';
import type { StateName, ViewName } from '../../events.js';
import type { Formatter } from '../../i18n/format.js';
import type { Translate } from '../../i18n/translate.js';
import type { TokenSearchResult } from '../../payment/assets/asset-picker.js';
import type { PayerEvent, PaymentState, Selection, StateOf } from '../../payment/model/state.js';
import type { Device } from '../../shared/page/device.js';
import type { Piece, View } from './view.js';

/** Where a screen appears: in a state of the payment, or in the list of past payments, which covers every state. */
export type Place = StateName | 'history';

/**
 * Describes one screen. Each screen has a file that exports its description, and a line in `src/ui/screens.ts` or in
 * the table of code that loads late.
 */
export interface Screen {
  /**
   * The public name. When the shown name changes, the focus moves to the heading. In a panel, and in a sheet that is a
   * popover, it moves only if the element had the focus.
   */
  readonly id: ViewName;
  /** The places where the screen appears. */
  readonly on: readonly Place[];
  /** Whether the screen appears instead of the place's usual screen; absent in the usual screen itself. */
  when?(state: PaymentState, ctx: ViewContext): boolean;
  render(state: PaymentState, ctx: ViewContext): View;
  /**
   * The text that screen readers announce, unless the state has a problem or the payer must complete the page's form;
   * absent if there is nothing to announce.
   */
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

/** The screens for a payment to a deposit address, whose code loads when the element offers or shows such a payment. */
export interface DepositScreens {
  /** The last row of the wallet list. */
  row(selection: Selection, ctx: ViewContext): TemplateResult;
  refundField(selection: Selection, ctx: ViewContext): TemplateResult;
  readonly screens: readonly Screen[];
  notes(state: SubmittedState, ctx: ViewContext): Piece;
}

/**
 * The screens for choices that only some payers have: a wallet of another family, a recipient, a received token, or a
 * token with a high price impact.
 */
export interface ChoiceScreens {
  /** The tokens to receive, if the payer chooses them, and the connected accounts. */
  accounts(state: Selection, ctx: ViewContext): TemplateResult;
  addWallet(state: Selection, ctx: ViewContext): Piece;
  recipientField(selection: Selection, ctx: ViewContext): TemplateResult;
  readonly screens: readonly Screen[];
}

/**
 * The screens for wallets on a phone. Their code loads when the payer probably has no wallet in this browser, when a
 * wallet shows a code, or when a phone can open the app of the connected wallet.
 */
export interface PhoneScreens {
  /** The rows of the wallet list that open this page in a wallet's app. */
  rows(state: StateOf<'selecting'>, ctx: ViewContext): Piece;
  /** The notes below the wallet list for a payer without a wallet in this browser. */
  wayIn(state: StateOf<'selecting'>, ctx: ViewContext): Piece;
  /** The link to the app of the wallet that is asked, or was asked. */
  wakeRow(state: StateOf<'authorizing' | 'processing'>, ctx: ViewContext): Piece;
  readonly screens: readonly Screen[];
}

/** The field for the amount, whose code loads if the merchant has not set the amount. */
export interface AmountScreens {
  field(selection: Selection, ctx: ViewContext): TemplateResult;
}

export type ViewConfig = {
  /** The merchant's name: the property `merchant`, or the page's host name if this property is not set. */
  merchant: string;
  layout: 'button' | 'panel';
  /** The merchant's line items, which the screens before the payment show unchanged below the amount. */
  summary: readonly { label: string; amount: string }[];
  /** Whether the payer may pay to a deposit address without connecting a wallet. */
  depositAddress: boolean;
  /** Whether the merchant has fixed the amount, which the payer otherwise types. */
  fixedAmount: boolean;
  /** Whether the merchant has fixed the token that the payer pays with. */
  fixedAsset: boolean;
  /**
   * The merchant's reference of the order; null if there is none. Also null if `resume` is not `auto`, because the page
   * then does not track an earlier payment of the order by itself.
   */
  order: string | null;
  /** The ids of the chains from which the payer may pay; null if the merchant has not set any. */
  origins: readonly number[] | null;
  /**
   * The price from the element's properties, which the element can show before the list of chains has loaded. Its
   * `amount` is a text such as `25.00`. The price is null if the amount is no decimal number, or if the currency is
   * missing, `native` or an address.
   */
  price: { amount: string; symbol: string } | null;
  disabled: boolean;
  /** Whether the merchant has set the property `registry`, so that the element accepts only the contracts in it. */
  pinned: boolean;
  /**
   * Whether the page cannot store the payment in the browser, so that the payer must keep the page open until the
   * payment ends.
   */
  keepOpen: boolean;
  remoteImages: boolean;
  /**
   * The merchant's lower and upper bound for a typed amount, as decimal numbers of tokens; null and undefined mean no
   * bound.
   */
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
 * this data when a session starts or changes to the state `idle`.
 */
export type ViewLocal = {
  /** The text of the search field. */
  readonly query: string;
  /** The tokens that the service found for the search text `query`, or null until a search has ended. */
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
  /** The error about a high price impact that the payer has accepted with the checkbox, or null if there is none. */
  readonly acceptedImpact: object | null;
  /**
   * The request id of the payment that the payer last wanted to leave, about which the screen then asks. Empty if there
   * is none, after the payer has decided to stay, and after the state `idle`.
   */
  readonly leaving: string;
  /**
   * The request id of the payment whose refund the payer has seen in the wallet and confirmed with a checkbox, or null
   * if there is none.
   */
  readonly checkedRefund: string | null;
  /**
   * The recipient's address and chain id that the payer has confirmed with a checkbox as their own, or null if there is
   * none.
   */
  readonly ownAddress: string | null;
  /**
   * The first invalid control that the last check of the page's form found, with its name if it has one. The payer must
   * correct it before the payment. Null if the last check found none, if the browser could show it to the payer, or as
   * soon as it is valid.
   */
  readonly incompleteForm: { readonly field: string | null } | null;
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
  incompleteForm: null,
};

/**
 * The list of past payments, which the payer sees instead of the current payment. `screens` is absent until the code of
 * the list has loaded.
 */
export type HistoryScreens = { readonly screens?: readonly Screen[] };

/** The pictures of known tokens, networks and apps. Each function returns null if it has no picture. */
export interface Pictures {
  /** @param symbol the symbol of a verified token, because anybody can give another token a known symbol */
  token(symbol: string): TemplateResult | null;
  network(chainId: number): TemplateResult | null;
  /** @param id the id of an app in `src/wallets/phone/apps.ts` */
  app(id: string): TemplateResult | null;
}

export interface ViewContext {
  readonly t: Translate;
  readonly format: Formatter;
  readonly config: ViewConfig;
  /** The screens for a payment to a deposit address, or null until their code has loaded. */
  readonly depositScreens: DepositScreens | null;
  /** The screens for choices that only some payers have, or null until their code has loaded. */
  readonly choiceScreens: ChoiceScreens | null;
  /** The screens for wallets on a phone, or null until their code has loaded. */
  readonly phoneScreens: PhoneScreens | null;
  /** The pictures of tokens, networks and apps, or null until their code has loaded. */
  readonly pictures: Pictures | null;
  /** The payer's device and browser. */
  readonly device: Device;
  /** Returns `not-sent` if no money of an earlier payment of the order can be on its way. Reads the storage. */
  readonly orderMoney: () => Money;
  /** The field for the amount, or null until its code has loaded. */
  readonly amountScreens: AmountScreens | null;
  /**
   * True if the last finished load of the code of one of these screens failed. In some browsers, only a reload of the
   * page helps.
   */
  readonly areScreensLost?: boolean;
  /** The list of past payments, or null while the current payment is shown. */
  readonly history: HistoryScreens | null;
  readonly showHistory: () => void;
  /** True if the sheet is open or waits until the element is visible, and always true in a panel. */
  readonly open: boolean;
  readonly local: ViewLocal;
  /** Changes data of `local`, and renders the element again. */
  readonly set: (patch: Partial<ViewLocal>) => void;
  /**
   * Searches for tokens, also for those that are not in the token list. Resolves with null if the search was stopped,
   * for example by a newer one, if the text is too short, or if no wallet is connected.
   */
  readonly searchTokens: (text: string) => Promise<TokenSearchResult | null>;
  /**
   * The Unix time of this rendering in milliseconds, from the platform's clock. The open element renders about once a
   * second while a payment or a countdown runs, or while a wallet shows a code.
   */
  readonly now: number;
  /** Returns the chain's display name, or null if no name is in the registry or in the chains listing. */
  readonly chainName: (chainId: number) => string | null;
  /** Whether the chain is a perps venue; false if no record of the chain is known. */
  readonly isVenue: (chainId: number) => boolean;
  readonly walletName: (id: string) => string;
  readonly walletIcon: (id: string) => string | null;
  /**
   * True if the quote's numbers have been on the screen for 400 ms, no other content covered the pay button at the last
   * check, and the element is not disabled. While it is false, the button that pays and the button for a second
   * signature are disabled.
   */
  readonly mayPress: boolean;
  readonly dispatch: (event: PayerEvent) => void;
  /** Opens the sheet, and does nothing in a panel. */
  readonly show: () => void;
  /** Closes the sheet with the reason `button`, unless the page prevents this. Does nothing in a panel. */
  readonly close: () => void;
}

/** The states of a payment that the payer has sent or may have sent. */
export type SubmittedState = StateOf<'processing'> | StateOf<'succeeded'> | StateOf<'refunded'> | StateOf<'failed'>;
