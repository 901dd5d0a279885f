/** Turns the element's properties into the options of a payment session. */
import type { SessionOptions } from '../../payment/model/options.js';
import { addressOf } from '../../shared/page-address.js';
import { optionFields, rowOf } from '../../shared/quote-fields.js';
import type { Registry } from '../../types.js';
import { kebabCase } from '../../shared/kebab-case.js';
import type { PropertyElement } from '../property-element.js';
import type { PropertyName } from '../property-list.js';

/**
 * The properties that become options of the session. An option in `SessionOptions` has the same name as its property.
 */
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
  'resume',
  'attestation',
] as const;

/** Whether a changed property affects the session's options. */
export const affectsSession = (changed: ReadonlyMap<PropertyKey, unknown>): boolean =>
  sessionProperties.some((name) => changed.has(name));

/**
 * Returns the session's options. The result has no option for a property that is not set.
 * @param registry the loaded registry, if the page names its file. No session starts before the registry has loaded.
 */
export function toSessionOptions(element: PropertyElement, registry?: Registry): SessionOptions {
  const given = sessionProperties
    .map((name: keyof SessionOptions & PropertyName) => [name, toOption(name, element)] as const)
    .filter(([, value]) => value != null && value !== false);
  return { baseUrl: '', ...Object.fromEntries(given), ...(registry && { registry }) };
}

/**
 * Converts the value of one property to the value of the option. A text with spaces becomes a list. A number that a
 * framework sets as text becomes a number. A text that is not a number stays a text, so that the session's error can
 * show the text.
 */
function toOption(name: keyof SessionOptions & PropertyName, element: PropertyElement): unknown {
  if (name === 'confirmUrl') return addressOf(element.confirmUrl);
  if (name === 'origins') return listOf(element.origins)?.map(toNumber);
  const value: unknown = element[name];
  // The name of a file is no registry yet.
  if (name === 'registry' && typeof value === 'string') return undefined;
  if (name === 'tokens' || rowOf(name)?.kind === 'list') return listOf(value as Listed)?.map(String);
  // If the attribute's text is not a number, the property is NaN, and the option gets the attribute's text.
  if (Number.isNaN(value)) return element.getAttribute(kebabCase(name)) ?? value;
  return name.endsWith('ChainId') || rowOf(name)?.kind === 'number' ? toNumber(value) : value;
}

const toNumber = (value: unknown): unknown => (typeof value === 'string' ? Number(value) || value : value);

type Listed = string | readonly unknown[] | null | undefined;

/** A text with spaces as a list. */
export function listOf(value: Listed): readonly unknown[] | undefined {
  if (value == null || value === '') return undefined;
  return typeof value === 'string' ? value.split(/\s+/u).filter(Boolean) : Array.from(value);
}
