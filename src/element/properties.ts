/** The element's properties as Lit and TypeScript know them. */
import type { PropertyDeclarations } from 'lit';
import { optionFields } from '../shared/quote-fields.js';
import type { Messages } from '../i18n/locales/messages.js';
import type { DestinationCall, Registry, TradeType } from '../types.js';
import { FormElement } from './form-control.js';
import type { WalletEntry } from '../wallets/wallet.js';

/** Every settable property except `open`, which has its own getter and setter. */
export type PropertyName =
  | (typeof sessionProperties)[number]
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

  declare baseUrl: string | undefined;
  declare destinationChainId: number | undefined;
  declare destinationCurrency: string | undefined;
  declare amount: string | undefined;
  declare tradeType: TradeType | undefined;
  declare recipient: string | undefined;
  declare originChainId: number | undefined;
  declare originCurrency: string | undefined;
  declare origins: string | readonly number[] | undefined;
  declare refundTo: string | undefined;
  declare slippageTolerance: string | undefined;
  declare subsidizeFees: boolean;
  declare sponsoredFeeComponents: string | readonly string[] | undefined;
  declare maxSubsidizationAmount: string | undefined;
  declare topupGas: boolean;
  declare topupGasAmount: string | undefined;
  declare usePermit: boolean | undefined;
  declare appFees: readonly { recipient: string; fee: string }[] | undefined;
  declare referrer: string | undefined;
  declare useDepositAddress: boolean | undefined;
  declare merchant: string | undefined;
  declare reference: string | undefined;
  declare layout: 'button' | 'panel' | undefined;
  declare resume: 'auto' | 'ask' | 'off' | undefined;
  declare attestation: 'off' | 'warn' | 'required' | undefined;
  declare name: string | undefined;
  declare submitOnSuccess: boolean;
  declare locale: string | undefined;
  declare theme: 'auto' | 'light' | 'dark' | undefined;
  declare remoteImages: 'on' | 'off' | undefined;
  declare registry: Registry | undefined;
  declare wallets: readonly WalletEntry[] | undefined;
  declare messages: Messages | undefined;
  declare summary: readonly { label: string; amount: string }[] | undefined;
  declare txs: readonly DestinationCall[] | undefined;
  declare quoteOptions: Readonly<Record<string, unknown>> | undefined;
  declare statusStreamUrl: string | undefined;
  declare fetch: typeof globalThis.fetch | undefined;

  constructor() {
    super();
    this.submitOnSuccess = false;
    this.subsidizeFees = false;
    this.topupGas = false;
  }
}

/** Properties that are passed to the session. The names equal the names in `SessionOptions`. */
export const sessionProperties = [
  ...optionFields,
  'baseUrl',
  'origins',
  'reference',
  'quoteOptions',
  'statusStreamUrl',
  'registry',
  'wallets',
  'resume',
  'attestation',
] as const;
