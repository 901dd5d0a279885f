/** Checks the attributes and properties of the element at run time, as far as the session does not check them. */
import { HubPayError } from '../../errors.js';
import { missingRecipient } from '../../payment/model/options.js';
import { problemOfBounds } from '../../shared/amount-bounds.js';
import { resembles } from '../../shared/text/edit-distance.js';
import { isRecord } from '../../shared/text/patterns.js';
import { kebabCase } from '../../shared/text/kebab-case.js';
import { notText } from '../../shared/validation.js';
import { addressOf, linkOf } from '../../shared/page/page-address.js';
import { attributeOf } from './attribute-names.js';
import { listOf } from './session-options.js';
import { unknownAttributes } from './unknown-attributes.js';
import type { PropertyElement } from '../property-element.js';
import { properties, type PropertyName } from '../property-list.js';

/**
 * Returns the first error among misspelt attributes, a missing recipient, and the values that the session does not
 * check. Returns null if there is no error.
 */
export function validateProperties(element: PropertyElement): HubPayError | null {
  const first = misspeltAttribute(element) ?? missingRecipient(element);
  if (first) return first;
  for (const name of Object.keys(properties) as PropertyName[]) {
    const wrong = problemOf(name, element);
    if (wrong) return invalid(name, wrong);
  }
  const bounds = problemOfBounds(element, listOf(element.presets)?.map(String));
  return bounds && invalid(...bounds);
}

/** Creates the error of a property, with the name of its attribute. */
function invalid(name: string, wrong: string): HubPayError {
  const attribute = attributeOf(name);
  return new HubPayError('config', `${attribute}: ${wrong}`, { attribute });
}

/** Returns what is wrong with the value of one property; false or undefined if nothing is wrong. */
function problemOf(name: PropertyName, element: PropertyElement): string | false | undefined {
  const { attribute, converter, hasChanged } = properties[name];
  const value: unknown = element[name];
  // Some frameworks set null for a property that is not set, and some write an object into an attribute, such as
  // `summary="[object Object]"`.
  if (value == null)
    return (
      attribute === false &&
      (element.hasAttribute(name) || element.hasAttribute(kebabCase(name))) &&
      `attributes hold only text: set the property ${name} in a script`
    );
  const isText = typeof value === 'string';
  // Of the properties whose attribute is a text, only those of the kind `list` may have a value that is no text.
  if (converter?.('a') && !isText && !(hasChanged && typeof value === 'object')) return notText(value);
  const [isRight, words] = rules[name] ?? [];
  return (
    isRight &&
    !isRight(value) &&
    `${isText ? `"${value.slice(0, 60)}"` : `a value of type ${typeof value}`} is ${words}`
  );
}

/**
 * The attributes that a page must not misspell. Without `base-url`, the element takes no payment. Without one of the
 * others, it can take payments that the merchant does not want: of any amount, to the payer’s own account, a second
 * time, or with unlimited sponsored fees. It can also take payments to a contract that nobody has reviewed, without a
 * stored request id, too early, or without a check of the solver’s signature.
 */
const RISKY: readonly PropertyName[] = [
  'amount',
  'recipient',
  'baseUrl',
  'registry',
  'reference',
  'confirmUrl',
  'disabled',
  'attestation',
  'maxSubsidizationAmount',
];

/** Returns an error if the page has probably misspelt an attribute of `RISKY`, or null otherwise. */
export function misspeltAttribute(element: PropertyElement): HubPayError | null {
  const unknown = unknownAttributes(element);
  for (const property of RISKY.filter((each) => !element[each])) {
    const meant = attributeOf(property);
    const name = unknown.find((each) => resembles(each, meant));
    if (name) return invalid(property, `the attribute "${name}" is unknown. Did you mean "${meant}"?`);
  }
  return null;
}

type PropertyRule = readonly [isRight: (value: unknown) => unknown, words: string];
const oneOf = (...values: string[]): PropertyRule => [
  (value) => values.includes(value as string),
  `none of ${values.join(', ')}`,
];
/** Some frameworks write an object as the text `[object Object]`, which must not count as the name of a file. */
const isRegistry = (value: unknown): boolean =>
  typeof value === 'string'
    ? /^(?:https?:\/\/|\.{0,2}\/)\S+$/u.test(value)
    : isRecord(value) && Array.isArray(value['chains']);
const isOwnSite = (text: unknown): unknown => addressOf(text as string)?.startsWith(`${location.origin}/`);
const list: PropertyRule = [Array.isArray, 'no list'];
const record: PropertyRule = [isRecord, 'no object'];
const rules: { readonly [name in PropertyName]?: PropertyRule } = {
  layout: oneOf('button', 'panel'),
  purpose: oneOf('payment', 'gift'),
  theme: oneOf('auto', 'light', 'dark'),
  remoteImages: oneOf('on', 'off'),
  locale: [isLanguageTag, 'no language tag'],
  registry: [isRegistry, 'no registry: write registry="/registry.json", or set the property in a script'],
  confirmUrl: [isOwnSite, 'no address of this site'],
  returnUrl: [(value) => linkOf(value as string), 'no web address'],
  supportUrl: [(value) => linkOf(value as string, true), 'no web or mail address'],
  wallets: list,
  summary: [isSummary, 'no list of { label, amount }, both texts'],
  messages: record,
  quoteOptions: record,
  fetch: [(value) => typeof value === 'function', 'no function'],
};

/** Whether each row has what the screens show of it. Scripts that are not typed also write amounts as numbers. */
export function isSummary(value: unknown): boolean {
  const isShown = (part: unknown): boolean => typeof part === 'string' || typeof part === 'number';
  return Array.isArray(value) && value.every((row) => isRecord(row) && isShown(row['label']) && isShown(row['amount']));
}

function isLanguageTag(tag: unknown): unknown {
  try {
    return Intl.getCanonicalLocales(tag as string);
  } catch {
    return false;
  }
}
