/** The element's properties as Lit and TypeScript know them. */
import type { PropertyDeclarations } from 'lit';
import type { Messages } from '../i18n/locales/messages.js';
import type { DestinationCall, Registry, TradeType } from '../types.js';
import { FormElement } from './form-control.js';
import type { WalletEntry } from '../wallets/wallet.js';
import type { SessionOptions } from '../payment/model/options.js';

/** Every settable property except `open`, which has its own getter and setter. */
export type PropertyName =
  | (typeof sessionProperties)[number]
  | 'origins'
  | 'sponsoredFeeComponents'
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
type Declaration = {
  readonly attribute?: string | false;
  readonly type?: unknown;
  readonly reflect?: boolean;
  readonly converter?: (value: string | null) => unknown;
  readonly hasChanged?: (value: unknown, old: unknown) => boolean;
};
const attribute = (name: string, reflect = false): Declaration => ({
  attribute: name,
  reflect,
  converter: (value) => value ?? undefined,
});
const chainId = (name: string): Declaration => ({
  attribute: name,
  converter: (value) => (value === null ? undefined : Number(value)),
});
const flag = (name: string, reflect = false): Declaration => ({ attribute: name, type: Boolean, reflect });

/** A list: a space-separated attribute, or an array as a property. */
const listAttribute = (name: string): Declaration => ({
  ...objectProperty,
  attribute: name,
  converter: (value) => value ?? undefined,
});

/** Frameworks create a new object on each render, so values are compared by content. */
const objectProperty: Declaration = {
  attribute: false,
  hasChanged: (value, old) => value !== old && contentOf(value) !== contentOf(old),
};

export const properties: Readonly<Record<PropertyName | 'open', Declaration>> = {
  baseUrl: attribute('base-url'),
  destinationChainId: chainId('destination-chain-id'),
  destinationCurrency: attribute('destination-currency'),
  amount: attribute('amount'),
  tradeType: attribute('trade-type'),
  recipient: attribute('recipient'),
  originChainId: chainId('origin-chain-id'),
  originCurrency: attribute('origin-currency'),
  origins: listAttribute('origins'),
  refundTo: attribute('refund-to'),
  slippageTolerance: attribute('slippage-tolerance'),
  subsidizeFees: flag('subsidize-fees'),
  sponsoredFeeComponents: listAttribute('sponsored-fee-components'),
  maxSubsidizationAmount: attribute('max-subsidization-amount'),
  topupGas: flag('topup-gas'),
  topupGasAmount: attribute('topup-gas-amount'),
  usePermit: flag('use-permit'),
  referrer: attribute('referrer'),
  useDepositAddress: flag('use-deposit-address'),
  merchant: attribute('merchant'),
  reference: attribute('reference'),
  // The form reads `name` from the attribute. The style sheet reads `layout` and `theme` from the attribute.
  layout: attribute('layout', true),
  open: flag('open'),
  disabled: flag('disabled', true),
  resume: attribute('resume'),
  attestation: attribute('attestation'),
  name: attribute('name', true),
  required: flag('required'),
  submitOnSuccess: flag('submit-on-success'),
  locale: attribute('locale'),
  theme: attribute('theme', true),
  remoteImages: attribute('remote-images'),
  registry: objectProperty,
  wallets: { attribute: false, hasChanged: (value, old) => !sameWallets(value, old) },
  messages: objectProperty,
  summary: objectProperty,
  appFees: objectProperty,
  txs: objectProperty,
  quoteOptions: objectProperty,
  statusStreamUrl: { attribute: false },
  fetch: { attribute: false },
};

/** The value as JSON. A value without JSON is returned itself and counts as changed. */
function contentOf(value: unknown): unknown {
  try {
    return JSON.stringify(value);
  } catch {
    return value;
  }
}
const providerOf = (entry: unknown): unknown => (entry as { provider?: unknown } | null)?.provider ?? entry;
const sameWallets = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((entry, i) => providerOf(entry) === providerOf(b[i])));

/** Every settable property except `open` and the ones of the form control. A property that was not set is undefined. */
export class PropertyElement extends FormElement {
  static override properties: PropertyDeclarations = properties;

  /** The service, or your proxy of it; http or https. Required. */
  declare baseUrl: string | undefined;
  /** The chain you are paid on. Required. */
  declare destinationChainId: number | undefined;
  /**
   * What you are paid in: a token address, `native`, or a symbol that names exactly one address of the listing.
   * Required.
   */
  declare destinationCurrency: string | undefined;
  /**
   * A decimal such as `25.00`, in the currency that `trade-type` names; `.` is the decimal point in every locale.
   * Default: the payer enters it.
   */
  declare amount: string | undefined;
  /**
   * Which side the amount fixes. Only `EXACT_OUTPUT` promises that it arrives; `EXACT_INPUT` needs `origin-chain-id`
   * and `origin-currency`. Default: `EXACT_OUTPUT`.
   */
  declare tradeType: TradeType | undefined;
  /** Who receives, on the destination chain. Default: the payer's own account. */
  declare recipient: string | undefined;
  /** The chain the payer pays on. Default: the payer chooses. */
  declare originChainId: number | undefined;
  /**
   * What the payer pays with, in the forms of `destination-currency`; needs `origin-chain-id`. Default: the payer
   * chooses.
   */
  declare originCurrency: string | undefined;
  /** The chain ids the payer may pay from, separated by spaces. Default: every enabled chain. */
  declare origins: string | readonly number[] | undefined;
  /** Who gets a refund, on the origin chain. Default: the payer's own account. */
  declare refundTo: string | undefined;
  /** Basis points, as a string, `0` to `10000`: `50` is 0.5 %. Default: the service chooses. */
  declare slippageTolerance: string | undefined;
  /**
   * A sponsor pays the fees. The key that pays stays on your server: `base-url` is then your proxy. Default: `false`.
   */
  declare subsidizeFees: boolean;
  /**
   * Which fees the sponsor pays: `execution`, `swap`, `relay`, `app`, separated by spaces. `relay` is the service's
   * own fee; the service's responses and the type `FeeShare` call it `hub`. Default: all of them.
   */
  declare sponsoredFeeComponents: string | readonly string[] | undefined;
  /**
   * The most that the sponsor pays, in millionths of a dollar: `1000000` is $1. The payer pays the rest. Default: no
   * limit.
   */
  declare maxSubsidizationAmount: string | undefined;
  /** The recipient also gets some of the destination's own coin. Default: `false`. */
  declare topupGas: boolean;
  /** How much of it, in millionths of a dollar: `2000000` is $2. Default: `2000000`. */
  declare topupGasAmount: string | undefined;
  /**
   * Pays by a signature (EIP-3009, EIP-2612, Permit2) if the token supports it. The payer then needs no native
   * currency for the network fee. Default: `false`.
   */
  declare usePermit: boolean | undefined;
  /** Fees of your own, in basis points as text, on top of the payment. Default: none. */
  declare appFees: SessionOptions['appFees'];
  /** A text that the service stores with the request. Default: none. */
  declare referrer: string | undefined;
  /**
   * Offers "Send from any wallet or exchange" beside the wallets: an address and a QR code, no wallet connected.
   * Default: `false`.
   */
  declare useDepositAddress: boolean | undefined;
  /** The payee's name, as payers read it. Default: the host name. */
  declare merchant: string | undefined;
  /**
   * Your order id: never sent to the service, beside every request id in an event. A paid order stays paid after a
   * reload, until `reset()` or another amount. Default: `null`.
   */
  declare reference: string | undefined;
  /** `button` opens a sheet; `panel` stands in the page, open from the start. Default: `button`. */
  declare layout: 'button' | 'panel' | undefined;
  /**
   * An unfinished payment after a reload is tracked at once, offered in a banner, or left to `resumePayment()`.
   * Default: `auto`.
   */
  declare resume: 'auto' | 'ask' | 'off' | undefined;
  /**
   * Checks the solver's signature over the request (payer, amount, recipient) before any wallet prompt. An invalid
   * one always stops the payment. A missing one warns with `warn`, and stops it with `required`. It does not cover
   * the order id inside the deposit. Default: `warn` with a `registry` that pins a solver, else `off`.
   */
  declare attestation: 'off' | 'warn' | 'required' | undefined;
  /** The name of the form value: the request id of a delivered payment. Default: none. */
  declare name: string | undefined;
  /** The form is submitted once the payment is delivered. Default: `false`. */
  declare submitOnSuccess: boolean;
  /** A BCP 47 language tag. Default: the nearest `lang`. */
  declare locale: string | undefined;
  /** Colour scheme; `auto` follows `prefers-color-scheme`. Default: `auto`. */
  declare theme: 'auto' | 'light' | 'dark' | undefined;
  /** `on` loads token logos from https hosts; otherwise they are letters. Default: `off`. */
  declare remoteImages: 'on' | 'off' | undefined;
  /** The chains and contracts you have reviewed: an address that is not in it is blocked. Default: the live listing. */
  declare registry: Registry | undefined;
  /**
   * Wallets that the page has already, now or later: EIP-1193 providers, with their EIP-6963 info or without, or
   * wagmi connectors; offered first. Default: none.
   */
  declare wallets: readonly WalletEntry[] | undefined;
  /**
   * Your texts instead of those of the catalogue, by key, such as `button.pay`. The type `MessageKey` has all keys;
   * the page "Localization" of the documentation lists them with their English texts. Default: none.
   */
  declare messages: Messages | undefined;
  /** Line items, shown as they are. Default: none. */
  declare summary:
    | readonly {
        /** The words of the line. */
        label: string;
        /** The amount of the line, as it is shown. */
        amount: string;
      }[]
    | undefined;
  /**
   * Calls that the solver makes on the destination chain: `{ to, value, data }`. The payer is shown their targets.
   * `verifyPayment` never passes a payment with calls. Default: none.
   */
  declare txs: readonly DestinationCall[] | undefined;
  /** Any other field of the quote body. Default: none. */
  declare quoteOptions: Readonly<Record<string, unknown>> | undefined;
  /**
   * The service's websocket of statuses, ws or wss: with it, news comes sooner than by asking alone. Default: `no
   * stream`.
   */
  declare statusStreamUrl: string | undefined;
  /** A replacement for `fetch`. Default: the page's. */
  declare fetch: typeof globalThis.fetch | undefined;

  constructor() {
    super();
    this.submitOnSuccess = false;
    this.subsidizeFees = false;
    this.topupGas = false;
  }
}

/** Properties that are passed to the session unchanged. The names equal the names in `SessionOptions`. */
export const sessionProperties = [
  'baseUrl',
  'destinationChainId',
  'destinationCurrency',
  'amount',
  'tradeType',
  'recipient',
  'originChainId',
  'originCurrency',
  'refundTo',
  'slippageTolerance',
  'subsidizeFees',
  'maxSubsidizationAmount',
  'topupGas',
  'topupGasAmount',
  'usePermit',
  'appFees',
  'referrer',
  'useDepositAddress',
  'reference',
  'txs',
  'quoteOptions',
  'statusStreamUrl',
  'registry',
  'wallets',
  'resume',
  'attestation',
] as const;
