/** The element's properties as Lit declares them, which values they may have, and what they say to the session. */
import { HubPayError } from '../errors.js';
import type { HubPay } from './hub-pay.js';
import type { SessionOptions } from '../payment/model/options.js';

/** What the session is told, by the names of its own options. */
const payment = [
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

/** Every property that can be set, `open` aside, which is a question of its own. */
export type PropertyName =
  | (typeof payment)[number]
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

/** Several words in one attribute, or a list as a property. */
const words = (name: string): Declaration => ({ ...data, attribute: name, converter: (value) => value ?? undefined });

/** Frameworks make a new object each time they render: only another content is a change. */
const data: Declaration = {
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
  origins: words('origins'),
  refundTo: attribute('refund-to'),
  slippageTolerance: attribute('slippage-tolerance'),
  subsidizeFees: flag('subsidize-fees'),
  sponsoredFeeComponents: words('sponsored-fee-components'),
  maxSubsidizationAmount: attribute('max-subsidization-amount'),
  topupGas: flag('topup-gas'),
  topupGasAmount: attribute('topup-gas-amount'),
  usePermit: flag('use-permit'),
  referrer: attribute('referrer'),
  useDepositAddress: flag('use-deposit-address'),
  merchant: attribute('merchant'),
  reference: attribute('reference'),
  // The form reads `name`, and the style sheet `layout` and `theme`, from the attribute.
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
  registry: data,
  wallets: { attribute: false, hasChanged: (value, old) => !sameWallets(value, old) },
  messages: data,
  summary: data,
  appFees: data,
  txs: data,
  quoteOptions: data,
  statusStreamUrl: { attribute: false },
  fetch: { attribute: false },
};

/** A running session has to hear of it. */
export const concernsPayment = (changed: ReadonlyMap<PropertyKey, unknown>): boolean =>
  [...payment, 'origins', 'sponsoredFeeComponents'].some((name) => changed.has(name));

/** What the element's properties say about the payment; what is not set is absent. */
export function sessionOptionsOf(element: HubPay): SessionOptions {
  const named = payment.map((name: keyof SessionOptions & PropertyName) => [name, optionOf(name, element)] as const);
  const origins = listOf(element.origins)?.map(Number);
  const sponsoredFeeComponents = listOf(element.sponsoredFeeComponents)?.map(String);
  const given = [...named, ...Object.entries({ origins, sponsoredFeeComponents })].filter(
    ([, value]) => value != null && value !== false,
  );
  return { baseUrl: '', ...Object.fromEntries(given) };
}

/** A number may have been set as text; what is none is refused by the session, as it is from an attribute. */
function optionOf(name: keyof SessionOptions & PropertyName, element: HubPay): unknown {
  const value: unknown = element[name];
  return name.endsWith('ChainId') && typeof value === 'string' ? Number(value) : value;
}

/** The first property that holds what it may not, where the session would not see it. */
export function problemOf(element: HubPay): HubPayError | null {
  for (const [name, isRight, words] of rules) {
    const value = element[name];
    if (value == null || isRight(value)) continue;
    const shown = properties[name].attribute || name;
    const written = typeof value === 'string' ? `"${value}"` : `a value of type ${typeof value}`;
    return new HubPayError('config', `${shown}: ${written} is not ${words}`, { attribute: shown });
  }
  return null;
}

type Rule = readonly [name: PropertyName, isRight: (value: unknown) => boolean, words: string];

const oneOf = (name: PropertyName, ...values: string[]): Rule => [
  name,
  (value) => values.includes(value as string),
  values.map((value) => `"${value}"`).join(' or '),
];

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRegistry = (value: unknown): boolean => isObject(value) && 'chains' in value && Array.isArray(value.chains);

const rules: readonly Rule[] = [
  oneOf('layout', 'button', 'panel'),
  oneOf('theme', 'auto', 'light', 'dark'),
  oneOf('resume', 'auto', 'ask', 'off'),
  oneOf('attestation', 'off', 'warn', 'required'),
  oneOf('remoteImages', 'on', 'off'),
  ['locale', (value) => isLanguageTag(value as string), 'a BCP 47 language tag'],
  ['registry', isRegistry, 'an object with `chains`'],
  ['wallets', Array.isArray, 'a list of wallets'],
  ['summary', Array.isArray, 'a list of { label, amount }'],
  ['txs', Array.isArray, 'a list of { to, value, data }'],
  ['messages', isObject, 'an object of words'],
  ['appFees', Array.isArray, 'a list of { recipient, fee }'],
  ['quoteOptions', isObject, 'an object of quote fields'],
  ['fetch', (value) => typeof value === 'function', 'a function'],
];

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function listOf(value: string | readonly unknown[] | null | undefined): readonly unknown[] | undefined {
  if (value == null || value === '') return undefined;
  return typeof value === 'string' ? value.split(/\s+/u).filter(Boolean) : Array.from(value);
}

/** JSON, or the value itself where it has no JSON: then it counts as changed. */
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
