/** Finds the attributes of a tag that the element does not have. */
import { properties } from '../property-list.js';

export function unknownAttributes(element: Element): string[] {
  const known: readonly unknown[] = Object.values(properties).map(({ attribute }) => attribute);
  return element.getAttributeNames().filter((name) => !known.includes(name));
}
