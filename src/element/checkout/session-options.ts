/** Turns the element's properties into the options of a payment session. */
import type { SessionOptions } from '../../payment/model/options.js';
import { optionFields } from '../../shared/quote-fields.js';
import { kebabCase } from '../property-declarations.js';
import type { PropertyElement, PropertyName } from '../properties.js';

/** Properties that are passed to the session. The names equal the names in `SessionOptions`. */
const sessionProperties = [
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

/** True if a changed property affects the session's options. */
export const affectsSession = (changed: ReadonlyMap<PropertyKey, unknown>): boolean =>
  sessionProperties.some((name) => changed.has(name));

/** The session options from the element's properties. Unset properties are absent. */
export function toSessionOptions(element: PropertyElement): SessionOptions {
  const given = sessionProperties
    .map((name: keyof SessionOptions & PropertyName) => [name, toOption(name, element)] as const)
    .filter(([, value]) => value != null && value !== false);
  return { baseUrl: '', ...Object.fromEntries(given) };
}

/**
 * The value of one option. A list may be a text with spaces. Frameworks may set a chain id as text. A text that is not
 * a number stays a text, so that the session's error shows it.
 */
function toOption(name: keyof SessionOptions & PropertyName, element: PropertyElement): unknown {
  if (name === 'origins') return listOf(element.origins)?.map(toNumber);
  if (name === 'sponsoredFeeComponents') return listOf(element.sponsoredFeeComponents)?.map(String);
  const value: unknown = element[name];
  // The attribute's converter has made NaN of such a text.
  if (Number.isNaN(value)) return element.getAttribute(kebabCase(name)) ?? value;
  return name.endsWith('ChainId') ? toNumber(value) : value;
}

const toNumber = (value: unknown): unknown => (typeof value === 'string' ? Number(value) || value : value);

function listOf(value: string | readonly unknown[] | null | undefined): readonly unknown[] | undefined {
  if (value == null || value === '') return undefined;
  return typeof value === 'string' ? value.split(/\s+/u).filter(Boolean) : Array.from(value);
}
