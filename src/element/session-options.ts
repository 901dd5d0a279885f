/** Turns the element's properties into the options of a payment session. */
import type { SessionOptions } from '../headless.js';
import { sessionProperties, type PropertyElement, type PropertyName } from './properties.js';

/** A running session has to hear of it. */
export const affectsSession = (changed: ReadonlyMap<PropertyKey, unknown>): boolean =>
  [...sessionProperties, 'origins', 'sponsoredFeeComponents'].some((name) => changed.has(name));

/** What the element's properties say about the payment; what is not set is absent. */
export function toSessionOptions(element: PropertyElement): SessionOptions {
  const named = sessionProperties.map(
    (name: keyof SessionOptions & PropertyName) => [name, toOption(name, element)] as const,
  );
  const origins = listOf(element.origins)?.map(Number);
  const sponsoredFeeComponents = listOf(element.sponsoredFeeComponents)?.map(String);
  const given = [...named, ...Object.entries({ origins, sponsoredFeeComponents })].filter(
    ([, value]) => value != null && value !== false,
  );
  return { baseUrl: '', ...Object.fromEntries(given) };
}

/** A number may have been set as text; what is none is refused by the session, as it is from an attribute. */
function toOption(name: keyof SessionOptions & PropertyName, element: PropertyElement): unknown {
  const value: unknown = element[name];
  return name.endsWith('ChainId') && typeof value === 'string' ? Number(value) : value;
}
export function listOf(value: string | readonly unknown[] | null | undefined): readonly unknown[] | undefined {
  if (value == null || value === '') return undefined;
  return typeof value === 'string' ? value.split(/\s+/u).filter(Boolean) : Array.from(value);
}
