/**
 * Declares the element's properties for Lit and TypeScript. `npm run docs` writes the comments of the declared
 * properties from `reference.ts`.
 */
import type { PropertyDeclarations } from 'lit';
import type { Messages } from '../i18n/locales/messages.js';
import type { DestinationCall, Registry, TradeType } from '../types.js';
import { FormElement } from './form-control.js';
import {
  chainId,
  declare,
  flag,
  list,
  object,
  plain,
  reflected,
  text,
  walletList,
  type Declaration,
} from './property-declarations.js';
import type { SessionOptions } from '../payment/model/options.js';
import type { WalletEntry } from '../wallets/wallet.js';

/** Every settable property except `open`, which has its own getter and setter. */
export type PropertyName =
  | keyof SessionOptions
  | 'merchant'
  | 'layout'
  | 'disabled'
  | 'name'
  | 'required'
  | 'submitOnSuccess'
  | 'locale'
  | 'theme'
  | 'remoteImages'
  | 'messages'
  | 'summary'
  | 'fetch';

/** The Lit declaration of each property. */
export const properties: Readonly<Record<PropertyName | 'open', Declaration>> = declare({
  baseUrl: text,
  destinationChainId: chainId,
  destinationCurrency: text,
  amount: text,
  tradeType: text,
  recipient: text,
  originChainId: chainId,
  originCurrency: text,
  origins: list,
  refundTo: text,
  slippageTolerance: text,
  subsidizeFees: flag,
  sponsoredFeeComponents: list,
  maxSubsidizationAmount: text,
  topupGas: flag,
  topupGasAmount: text,
  usePermit: flag,
  referrer: text,
  useDepositAddress: flag,
  merchant: text,
  reference: text,
  // The form reads `name` from the attribute. The style sheet reads `layout` and `theme` from the attribute.
  layout: reflected(text),
  open: flag,
  disabled: reflected(flag),
  resume: text,
  attestation: text,
  name: reflected(text),
  required: flag,
  submitOnSuccess: flag,
  locale: text,
  theme: reflected(text),
  remoteImages: text,
  registry: object,
  wallets: walletList,
  messages: object,
  summary: object,
  appFees: object,
  txs: object,
  quoteOptions: object,
  statusStreamUrl: plain,
  fetch: plain,
});

/**
 * Every settable property except `open` and the properties of the form control. A property that was not set is
 * undefined.
 */
export class PropertyElement extends FormElement {
  static override properties: PropertyDeclarations = properties;

  /** URL of the payments service, or of your proxy to it. `https:` or `http:`. Required. Attribute: `base-url`. */
  declare baseUrl: string | undefined;
  /** Chain id of the chain on which the merchant is paid. Required. Attribute: `destination-chain-id`. */
  declare destinationChainId: number | undefined;
  /**
   * The currency that the merchant receives: a token address, `native`, or a symbol that occurs exactly once on that
   * chain. Required. Attribute: `destination-currency`.
   */
  declare destinationCurrency: string | undefined;
  /**
   * Amount as a decimal in whole tokens, such as `25.00`. `trade-type` says which side it fixes. `.` is the decimal
   * point in every locale. Default: the payer enters it.
   */
  declare amount: string | undefined;
  /**
   * The side of the payment that `amount` fixes. Only `EXACT_OUTPUT` guarantees that this amount arrives. `EXACT_INPUT`
   * requires `origin-chain-id` and `origin-currency`. Default: `EXACT_OUTPUT`. Attribute: `trade-type`.
   */
  declare tradeType: TradeType | undefined;
  /**
   * Address on the destination chain that receives the payment. Beside `amount`, `merchant` or `reference`, its absence
   * is an error. `payer` means the payer’s own account. Default: the payer’s own account, or an error.
   */
  declare recipient: string | undefined;
  /** Chain id of the chain on which the payer pays. Default: the payer chooses. Attribute: `origin-chain-id`. */
  declare originChainId: number | undefined;
  /**
   * The currency that the payer pays with, in the forms of `destination-currency`. Requires `origin-chain-id`. Default:
   * the payer chooses. Attribute: `origin-currency`.
   */
  declare originCurrency: string | undefined;
  /** Chain ids that the payer may pay from, separated by spaces. Default: every enabled chain. */
  declare origins: string | readonly number[] | undefined;
  /** Address on the origin chain that receives a refund. Default: the payer’s own account. Attribute: `refund-to`. */
  declare refundTo: string | undefined;
  /**
   * Maximum slippage in basis points, `"0"` to `"10000"`. `"50"` is 0.5 %. Default: the service chooses. Attribute:
   * `slippage-tolerance`.
   */
  declare slippageTolerance: string | undefined;
  /**
   * A sponsor pays the fees. The sponsor’s API key stays on your server, so `base-url` must be your proxy. Default:
   * `false`. Attribute: `subsidize-fees`.
   */
  declare subsidizeFees: boolean;
  /**
   * The fees that the sponsor pays: `execution`, `swap`, `relay` and `app`, separated by spaces. Requires
   * `subsidize-fees`. Default: all fees. Attribute: `sponsored-fee-components`.
   */
  declare sponsoredFeeComponents: string | readonly string[] | undefined;
  /**
   * The most that the sponsor pays, in millionths of a US dollar: `1000000` is $1. The payer pays the rest. Requires
   * `subsidize-fees`. Default: no limit. Attribute: `max-subsidization-amount`.
   */
  declare maxSubsidizationAmount: string | undefined;
  /**
   * The recipient also receives some native currency of the destination chain. Default: `false`. Attribute:
   * `topup-gas`.
   */
  declare topupGas: boolean;
  /**
   * Value of that native currency, in millionths of a US dollar: `2000000` is $2. Requires `topup-gas`. Default:
   * `2000000`. Attribute: `topup-gas-amount`.
   */
  declare topupGasAmount: string | undefined;
  /**
   * Lets the payer sign instead of sending a transaction, if the token supports it (EIP-3009, EIP-2612, Permit2). The
   * payer then needs no native currency. Default: `false`. Attribute: `use-permit`.
   */
  declare usePermit: boolean | undefined;
  /** Your own fees in basis points, as strings. They are added to the payment. Default: none. */
  declare appFees:
    | readonly {
        /** Account that receives the fee. */
        recipient: string;
        /** Basis points, as a string. */
        fee: string;
      }[]
    | undefined;
  /** Your identifier, sent with every quote request. The service can list payments by it. Default: none. */
  declare referrer: string | undefined;
  /**
   * Offers “Send from any wallet or exchange” below the wallets: a deposit address with a QR code, without a connected
   * wallet. Default: `false`. Attribute: `use-deposit-address`.
   */
  declare useDepositAddress: boolean | undefined;
  /** The merchant’s name, as shown to payers. Default: the page’s host name. */
  declare merchant: string | undefined;
  /**
   * Your order id. It is never sent to the service. Events contain it beside the request id. A paid order stays paid
   * after a reload, until `reset()` or a different amount. Default: none; `null` in events.
   */
  declare reference: string | undefined;
  /** `button` shows a button that opens a sheet. `panel` shows the payment in the page. Default: `button`. */
  declare layout: 'button' | 'panel' | undefined;
  /**
   * What happens to an unfinished payment after a reload. `auto` tracks it immediately, `ask` shows a banner, `off`
   * waits for `resumePayment()`. Default: `auto`.
   */
  declare resume: 'auto' | 'ask' | 'off' | undefined;
  /**
   * Whether the solver’s signature over the quote is checked before a wallet prompts. An invalid signature always stops
   * the payment. A missing signature causes a warning (`warn`) or stops the payment (`required`). The signature does
   * not cover the order id inside the deposit. Default: `warn` if `registry` pins a solver, else `off`.
   */
  declare attestation: 'off' | 'warn' | 'required' | undefined;
  /** Name of the form value. The value is the request id of a delivered payment. Default: none. */
  declare name: string | undefined;
  /** Submits the form when the payment is delivered. Default: `false`. Attribute: `submit-on-success`. */
  declare submitOnSuccess: boolean;
  /**
   * Language of texts, numbers and dates, as a BCP 47 language tag. Default: the nearest `lang`, else the browser’s
   * language.
   */
  declare locale: string | undefined;
  /** Color scheme. `auto` follows `prefers-color-scheme`. Default: `auto`. */
  declare theme: 'auto' | 'light' | 'dark' | undefined;
  /**
   * `on` loads token logos from https hosts. `off` shows a letter instead. Default: `off`. Attribute: `remote-images`.
   */
  declare remoteImages: 'on' | 'off' | undefined;
  /**
   * The chains and contracts that you have reviewed. A payment to any other contract is blocked. Default: the service’s
   * own list.
   */
  declare registry: Registry | undefined;
  /**
   * Wallets that the page already has: EIP-1193 providers, with or without their EIP-6963 info, or wagmi connectors.
   * They are listed first and may be set later. Default: none.
   */
  declare wallets: readonly WalletEntry[] | undefined;
  /**
   * Texts that replace those of the catalogue, by key. A key is, for example, `button.pay`. The type `Messages` lists
   * all keys. Default: none.
   */
  declare messages: Messages | undefined;
  /** Line items, shown unchanged beside the amount. Default: none. */
  declare summary:
    | readonly {
        /** What the line is for. */
        label: string;
        /** Amount as text, shown unchanged. */
        amount: string;
      }[]
    | undefined;
  /**
   * Calls that the solver executes on the destination chain: `{ to, value, data }`. The payer sees their targets.
   * `verifyPayment` never accepts a payment with calls. Default: none.
   */
  declare txs: readonly DestinationCall[] | undefined;
  /** Any other field of the quote request, `POST /quote/v2`. Default: none. */
  declare quoteOptions: Readonly<Record<string, unknown>> | undefined;
  /**
   * WebSocket URL of the service’s status stream, `wss:` or `ws:`. With it, a new status arrives sooner than by
   * polling. Default: polling only.
   */
  declare statusStreamUrl: string | undefined;
  /** Replaces the page’s `fetch` for requests to the service. Default: the page’s `fetch`. */
  declare fetch: typeof globalThis.fetch | undefined;

  constructor() {
    super();
    this.submitOnSuccess = false;
    this.subsidizeFees = false;
    this.topupGas = false;
  }
}
