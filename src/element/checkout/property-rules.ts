/** Validates at run time the property values that the session does not validate. */
import { HubPayError } from '../../errors.js';
import { isRecord } from '../../shared/patterns.js';
import { properties, type PropertyElement, type PropertyName } from '../properties.js';

/** The first invalid property among those that the session does not validate. Null if all are valid. */
export function validateProperties(element: PropertyElement): HubPayError | null {
  for (const [name, isRight, words] of rules) {
    const value = element[name];
    if (value == null || isRight(value)) continue;
    const shown = properties[name].attribute || name;
    const written = typeof value === 'string' ? `"${value}"` : `a value of type ${typeof value}`;
    return new HubPayError('config', `${shown}: ${written} is not ${words}`, { attribute: shown });
  }
  return null;
}

type PropertyRule = readonly [name: PropertyName, isRight: (value: unknown) => boolean, words: string];
const oneOf = (name: PropertyName, ...values: string[]): PropertyRule => [
  name,
  (value) => values.includes(value as string),
  values.map((value) => `"${value}"`).join(' or '),
];
const isRegistry = (value: unknown): boolean => isRecord(value) && Array.isArray(value['chains']);
const rules: readonly PropertyRule[] = [
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
  ['messages', isRecord, 'an object of words'],
  ['appFees', Array.isArray, 'a list of { recipient, fee }'],
  ['quoteOptions', isRecord, 'an object of quote fields'],
  ['fetch', (value) => typeof value === 'function', 'a function'],
];
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
