/**
 * Declares the element's properties for Lit and TypeScript, with comments that `npm run docs` writes from
 * `reference.ts`.
 */
import type { PropertyDeclarations } from 'lit';
import type { Messages } from '../i18n/locales/messages.js';
import { quoteFlags } from '../shared/quote-fields.js';
import type { AppFee, DestinationCall, Registry, TradeType } from '../types.js';
import { FormElement } from './form-control.js';
import { properties } from './property-list.js';
import type { WalletEntry } from '../wallets/wallet.js';

/**
 * Contains every property that a page can set, except `open`, `disabled` and `required`. Until the page sets it, a
 * property is undefined. A boolean property is false instead.
 */
export class PropertyElement extends FormElement {
  static override properties: PropertyDeclarations = properties;

  /**
   * URL of the payments service, or of your proxy to it: `https:` or `http:`. `demo:` means test mode, in which no
   * money moves. Required.
   * @attr base-url
   */
  declare baseUrl: string | undefined;
  /**
   * Id of the chain on which the recipient is paid. Required if `destination-currency`, `amount`, `reference` or `txs`
   * is set.
   * @default the payer chooses
   * @attr destination-chain-id
   */
  declare destinationChainId: number | undefined;
  /**
   * The currency that the recipient receives: a token address, `native`, or a symbol that occurs exactly once on the
   * destination chain. Required if `amount`, `reference` or `txs` is set.
   * @default the payer chooses
   * @attr destination-currency
   */
  declare destinationCurrency: string | undefined;
  /**
   * Amount as a decimal number of tokens, such as `25.00`, with `.` as the decimal point in every locale. `trade-type`
   * decides whether it is the paid or the received amount.
   * @default the payer enters the amount
   */
  declare amount: string | undefined;
  /**
   * The least that the payer can enter if there is no `amount`, such as `5`, in the unit of the amount field.
   * @default no bound
   * @attr min-amount
   */
  declare minAmount: string | undefined;
  /**
   * The most that the payer can enter if there is no `amount`, such as `500`, in the unit of the amount field.
   * @default no bound
   * @attr max-amount
   */
  declare maxAmount: string | undefined;
  /**
   * Amounts that the payer can choose with one press if there is no `amount`, separated by spaces, such as `5 10 25`.
   * @default none
   */
  declare presets: string | readonly string[] | undefined;

  /**
   * What the payment is for. `gift` only changes texts: the button says “Give”, the receipt says “Thank you”, and more
   * texts differ.
   * @default `payment`
   */
  declare purpose: 'payment' | 'gift' | undefined;
  /**
   * Whether `amount` is the paid amount (`EXACT_INPUT`) or the received amount. Only `EXACT_OUTPUT` guarantees that
   * `amount` arrives. With `destination-currency`, `EXACT_INPUT` requires `origin-chain-id` and `origin-currency`.
   * @default `EXACT_OUTPUT`; `EXACT_INPUT` if the payer chooses the received currency
   * @attr trade-type
   */
  declare tradeType: TradeType | undefined;
  /**
   * Address on the destination chain that receives the payment, or `payer` for the payer’s own account. Required if
   * `amount`, `merchant` or `reference` is set.
   * @default the payer’s own account, an address that the payer types, or an error
   */
  declare recipient: string | undefined;
  /**
   * Id of the chain on which the payer pays.
   * @default the payer chooses
   * @attr origin-chain-id
   */
  declare originChainId: number | undefined;
  /**
   * The currency that the payer pays with: a token address, `native`, or a symbol that occurs exactly once on the chain
   * `origin-chain-id`, which is required.
   * @default the payer chooses
   * @attr origin-currency
   */
  declare originCurrency: string | undefined;
  /**
   * Ids of the chains from which the payer may pay, separated by spaces.
   * @default every enabled chain
   */
  declare origins: string | readonly number[] | undefined;
  /**
   * Tokens that the payer may pay with, in the order of the list: symbols or addresses, separated by spaces, such as
   * `USDC USDT`. `10:USDC` is a token of one chain, `native` is a chain’s native currency, `-ETH` excludes a token, and
   * `*` stands for all other tokens.
   * @default every token
   */
  declare tokens: string | readonly string[] | undefined;
  /**
   * Address on the origin chain that receives a refund. It must fit the chain `origin-chain-id`, if that is set.
   * Otherwise, it is ignored on a chain whose addresses have another form.
   * @default the payer’s own account; for a deposit address, the payer types the address
   * @attr refund-to
   */
  declare refundTo: string | undefined;
  // generated:quote-fields
  /**
   * The largest slippage, in basis points from `"0"` to `"10000"`. `"50"` means 0.5 %.
   * @default the service chooses
   * @attr slippage-tolerance
   */
  declare slippageTolerance: string | undefined;
  /**
   * A sponsor pays the fees. Their API key stays on your server, so `base-url` must be your proxy.
   * @default `false`
   * @attr subsidize-fees
   */
  declare subsidizeFees: boolean;
  /**
   * The fees that the sponsor pays: `execution`, `swap`, `relay` and `app`. `relay` is the service’s own fee, which
   * quotes name `hub`. Requires `subsidize-fees`, because the sponsor pays nothing without it. In the attribute, spaces
   * separate the values.
   * @default all fees
   * @attr sponsored-fee-components
   */
  declare sponsoredFeeComponents: string | readonly string[] | undefined;
  /**
   * The most that the sponsor pays, in millionths of a US dollar, so `1000000` is $1. The payer pays the rest. Requires
   * `subsidize-fees`, because the sponsor pays nothing without it.
   * @default no limit
   * @attr max-subsidization-amount
   */
  declare maxSubsidizationAmount: string | undefined;
  /**
   * The recipient also receives native currency of the destination chain, beside the payment. The service does so only
   * on EVM chains, and not if the payment itself is in this currency.
   * @default `false`
   * @attr topup-gas
   */
  declare topupGas: boolean;
  /**
   * Value of the extra native currency that `topup-gas` adds, in millionths of a US dollar, so `2000000` is $2.
   * @default `2000000`
   * @attr topup-gas-amount
   */
  declare topupGasAmount: string | undefined;
  /**
   * If the token supports permits (EIP-3009, EIP-2612, Permit2), the payer signs one instead of sending a transaction,
   * and needs no native currency for the payment itself.
   * @default `false`
   * @attr use-permit
   */
  declare usePermit: boolean;
  /**
   * Your own identifier, which goes with every quote request and by which the service can list payments.
   * @default none
   */
  declare referrer: string | undefined;
  /**
   * Your own fees in basis points, as strings: `{ recipient, fee }`. They are added to the service’s fees, and the
   * payer or the sponsor pays them.
   * @default none
   */
  declare appFees: readonly AppFee[] | undefined;
  // /generated
  /**
   * Offers “Send from any wallet or exchange” below the wallets, unless `txs` is set. A payer who chooses this connects
   * no wallet, but pays to a deposit address, which the element shows with a QR code.
   * @default `false`
   * @attr use-deposit-address
   */
  declare useDepositAddress: boolean;
  /**
   * Experimental. The id of your project at the company that runs the relay of WalletConnect. The list of wallets then
   * has a row by which payers connect a wallet on a phone, unless the relay refuses the page. The row has not been
   * tried with the public relay.
   * @default no wallet on a phone
   * @attr walletconnect-project-id
   */
  declare walletconnectProjectId: string | undefined;
  /**
   * The merchant’s name, which the sheet or panel shows to payers. The button shows it if it shows no amount.
   * @default the page’s host name
   */
  declare merchant: string | undefined;
  /**
   * Your order id. Events about a payment contain it beside the request id, and the service never gets it. If the
   * browser can store payments, the element still shows a paid order as paid after a reload. This ends if `reset()` is
   * called, or if the options of the payment change, such as the amount. A payer with a phone can open the page in the
   * app of a wallet if the path or the query of its address contains the order id. For this, `resume` must be `auto`.
   * @default none; `null` in events
   */
  declare reference: string | undefined;
  /**
   * `button` shows a button that opens a sheet, and `panel` shows the payment in the page.
   * @default `button`
   */
  declare layout: 'button' | 'panel' | undefined;
  /**
   * What happens to an unfinished payment after a reload. `auto` tracks it immediately, `ask` shows a banner, and `off`
   * shows the payment only after a press, or when the page calls `resumePayment()`.
   * @default `auto`
   */
  declare resume: 'auto' | 'ask' | 'off' | undefined;
  /**
   * Whether the element checks the solver’s signature over the quote before a wallet prompts or a deposit address is
   * shown. With `warn`, an invalid signature stops the payment, and a missing one causes a warning. With `required`,
   * both stop it. Without a solver of an EVM chain in `registry`, `warn` checks nothing, and `required` is an error.
   * The signature does not cover the order id inside the deposit.
   * @default `warn` if `registry` names a solver of an EVM chain, else `off`
   */
  declare attestation: 'off' | 'warn' | 'required' | undefined;
  /**
   * Name of the element’s value in a form, which is the request id of the delivered payment.
   * @default none
   */
  declare name: string | undefined;
  /**
   * Submits the form when the payment is delivered. The pay button then reports the invalid controls of the form before
   * a wallet is asked, unless the form has `novalidate`.
   * @default `false`
   * @attr submit-on-success
   */
  declare submitOnSuccess: boolean;
  /**
   * Language of the texts, and format of the numbers, as a BCP 47 language tag. The texts are those of the package’s
   * language with the same script: `zh-Hant` for `zh-TW`, and `pt-BR` for `pt`. If the package lacks the language, they
   * are English. Dates are in the language of the texts.
   * @default the nearest `lang`, else the browser’s language
   */
  declare locale: string | undefined;
  /**
   * Currency of the prices beside the token amounts, as an ISO 4217 code such as `EUR`. Requires `rates-url`. The
   * prices are estimates. Without a rate, they are in US dollars, and a line says so.
   * @default US dollars
   */
  declare currency: string | undefined;
  /**
   * Address of your file with exchange rates, such as `{ "base": "USD", "rates": { "EUR": 0.92 } }`: how many units of
   * each currency one US dollar is worth.
   * @default none
   * @attr rates-url
   */
  declare ratesUrl: string | undefined;
  /**
   * Color scheme of the element, which with `auto` follows `prefers-color-scheme`.
   * @default `auto`
   */
  declare theme: 'auto' | 'light' | 'dark' | undefined;
  /**
   * `on` loads token logos from https hosts, and `off` shows a letter or a currency sign instead of each logo.
   * @default `off`
   * @attr remote-images
   */
  declare remoteImages: 'on' | 'off' | undefined;
  /**
   * The chains and contracts that you have reviewed. The element blocks a payment to any other contract. The attribute
   * names a file of the page’s own site, such as `/registry.json`. It loads before any payment; without it, nobody can
   * pay. A script can set the property to the registry itself.
   * @default the service’s own list
   */
  declare registry: Registry | string | undefined;
  /**
   * Wallets that the page already has: EIP-1193 providers, with or without their EIP-6963 info, wagmi connectors, or
   * SVM wallets of the Wallet Standard. The wallet list shows them before the other wallets of their chain family, but
   * after the wallet that the payer connected last. The page can set them at any time.
   * @default none
   */
  declare wallets: readonly WalletEntry[] | undefined;
  /**
   * Address of your server, on the page’s own site, such as `/api/orders/1042/payment`. After a press on the pay
   * button, or before a deposit address is shown, the element sends it a `POST` with `{ requestId, reference }`. The
   * payment starts only after an answer 2xx within 15 seconds that is no web page. A redirect counts as no answer. 409
   * means that the order is paid or a payment for it is on its way, and the payer is told not to pay twice. If the page
   * has `<meta name="csrf-token">`, the request has its content as `X-CSRF-Token`.
   * @default none
   * @attr confirm-url
   */
  declare confirmUrl: string | undefined;
  /**
   * Address of your thank-you page, `https:` or `http:`. The receipt has a link to it, even after a reload. The element
   * never opens the address by itself. The link adds `?requestId=…`, which proves nothing, so your server must verify
   * the payment.
   * @default no link
   * @attr return-url
   */
  declare returnUrl: string | undefined;
  /**
   * Address where payers get help: `https:`, `http:` or `mailto:`. The screens have a link to it once the payment was
   * sent or may have been sent, beside a deposit address, and if payments are not available. There is no link if the
   * code of the screens could not be loaded. The link carries no data. The payer can copy the payment id.
   * @default no link
   * @attr support-url
   */
  declare supportUrl: string | undefined;
  /**
   * Texts that replace texts of the element, by their keys, such as `button.pay`. The type `Messages` lists all keys.
   * @default none
   */
  declare messages: Messages | undefined;
  /** Line items, shown unchanged below the amount. Default: none. */
  declare summary:
    | readonly {
        /** What the line is for. */
        label: string;
        /** Amount as text, shown unchanged. */
        amount: string;
      }[]
    | undefined;
  /**
   * Calls that the solver executes on the destination chain: `{ to, value, data }`. The payer sees the address of each
   * called contract. `verifyPayment` never accepts a payment with calls.
   * @default none
   */
  declare txs: readonly DestinationCall[] | undefined;
  /**
   * Additional fields of the quote request (`POST /quote/v2`), under the service’s names.
   * @default none
   */
  declare quoteOptions: Readonly<Record<string, unknown>> | undefined;
  /**
   * WebSocket URL of the service’s status stream, `wss:` or `ws:`, by which a new status arrives sooner than by
   * polling.
   * @default polling only
   */
  declare statusStreamUrl: string | undefined;
  /**
   * Experimental. WebSocket URL of another relay of WalletConnect, `wss:` or `ws:`, for example for tests.
   * @default the public relay
   */
  declare walletconnectRelayUrl: string | undefined;
  /**
   * URL of the venue’s exchange, `https:` or `http:`.
   * @default nobody can pay from the venue
   */
  declare venueExchangeUrl: string | undefined;
  /**
   * URL of the venue’s info API, `https:` or `http:`.
   * @default balances at the venue are unknown
   */
  declare venueInfoUrl: string | undefined;
  /**
   * Replaces the page’s `fetch` for all requests of a payment: to the service, to the nodes of the chains, to the
   * venue, and to `confirm-url`.
   * @default the page’s `fetch`
   */
  declare fetch: typeof globalThis.fetch | undefined;

  constructor() {
    super();
    this.useDepositAddress = false;
    this.submitOnSuccess = false;
    for (const name of quoteFlags) this[name] = false;
  }
}
