/** Turns the element's properties into the options of a payment session. */
import type { SessionOptions } from '../../payment/model/options.js';
import { addressOf } from '../../shared/page/page-address.js';
import { optionFields, rowOf } from '../../shared/quote-fields.js';
import type { Registry } from '../../types.js';
import { kebabCase } from '../../shared/text/kebab-case.js';
import type { PropertyElement } from '../property-element.js';
import type { PropertyName } from '../property-list.js';

/** The properties that become options of the session, under the same names in `SessionOptions`. */
const sessionProperties = [
  ...optionFields,
  'baseUrl',
  'origins',
  'tokens',
  'reference',
  'quoteOptions',
  'confirmUrl',
  'statusStreamUrl',
  'venueExchangeUrl',
  'venueInfoUrl',
  'registry',
  'wallets',
  'walletconnectProjectId',
  'walletconnectRelayUrl',
  'resume',
  'attestation',
] as const;

/** Whether a changed property affects the session's options. */
export const affectsSession = (changed: ReadonlyMap<PropertyKey, unknown>): boolean =>
  sessionProperties.some((name) => changed.has(name));

/**
 * Returns the session's options, without those whose properties are not set or false. Without a base URL, `baseUrl` is
 * an empty text, which the session refuses.
 * @param registry the registry from the file that the page names; no session starts before this file has loaded
 */
export function toSessionOptions(element: PropertyElement, registry?: Registry): SessionOptions {
  const given = sessionProperties
    .map((name: keyof SessionOptions & PropertyName) => [name, toOption(name, element)] as const)
    .filter(([, value]) => value != null && value !== false);
  return { baseUrl: '', ...Object.fromEntries(given), ...(registry && { registry }) };
}

/**
 * Converts the value of one property to the value of the option: a text with spaces to a list, a relative `confirmUrl`
 * to a full URL, and a number that a framework sets as text to a number. A text that is no number, or is zero, stays a
 * text, so that the session's error can show it.
 */
function toOption(name: keyof SessionOptions & PropertyName, element: PropertyElement): unknown {
  if (name === 'confirmUrl') return addressOf(element.confirmUrl);
  if (name === 'origins') return listOf(element.origins)?.map(toNumber);
  const value: unknown = element[name];
  // Leave out the name of a file, because it is not the registry itself.
  if (name === 'registry' && typeof value === 'string') return undefined;
  if (name === 'tokens' || rowOf(name)?.kind === 'list') return listOf(value as Listed)?.map(String);
  // If the attribute's text is not a number, the property is NaN, and the option gets the attribute's text.
  if (Number.isNaN(value)) return element.getAttribute(kebabCase(name)) ?? value;
  return name.endsWith('ChainId') || rowOf(name)?.kind === 'number' ? toNumber(value) : value;
}

const toNumber = (value: unknown): unknown => (typeof value === 'string' ? Number(value) || value : value);

type Listed = string | readonly unknown[] | null | undefined;

/** Splits a text at its spaces, or copies a list; undefined if the value is absent or an empty text. */
export function listOf(value: Listed): readonly unknown[] | undefined {
  if (value == null || value === '') return undefined;
  return typeof value === 'string' ? value.split(/\s+/u).filter(Boolean) : Array.from(value);
}
