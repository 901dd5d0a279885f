/**
 * Logs mistakes of the page on the console: attributes that look like a misspelt attribute of the element, handlers
 * that are written as attributes, and a page without https. This code loads only for a page that can have such a
 * mistake.
 */
import { nearestName } from '../../shared/text/edit-distance.js';
import { sharedOnPage } from '../../shared/memory-store.js';
import { properties } from '../property-list.js';
import type { PropertyElement } from '../property-element.js';
import { misspeltAttribute } from './property-rules.js';
import { logWarning } from '../../shared/log-warning.js';

const known: readonly string[] = Object.values(properties).flatMap(({ attribute }) => attribute || []);

const INSECURE =
  'the page is not served over https: anyone on the network can change the recipient, some wallets do not open, and ' +
  'no address can be copied. Serve the page over https.';

/** Warns about each mistake only once, even if several elements have it. */
export function nameMistakes(element: PropertyElement): void {
  if ((globalThis as { isSecureContext?: boolean }).isSecureContext === false) warnOnce(element, INSECURE);
  // An error of the element already names this attribute.
  const refused = misspeltAttribute(element)?.attribute;
  for (const name of element.getAttributeNames()) {
    if (name.startsWith('onhub-'))
      warnOnce(
        element,
        `the attribute "${name}" does nothing: call addEventListener("${name.slice(2)}", …) in a script`,
      );
    const meant = meantAttribute(name);
    if (meant !== undefined && meant !== refused)
      warnOnce(element, `the attribute "${name}" is unknown and does nothing. Did you mean "${meant}"?`);
  }
}

function warnOnce({ ownerDocument }: Element, message: string): void {
  const warned = sharedOnPage(ownerDocument, 'named-mistakes', () => new Set<string>());
  if (!warned.has(message)) logWarning(`<hub-pay> ${message}`);
  warned.add(message);
}

/**
 * Returns the attribute of the element that `name` probably means, or undefined if `name` is one itself, or resembles
 * none.
 */
export function meantAttribute(name: string): string | undefined {
  if (known.includes(name)) return undefined;
  return nearestName(name, known);
}
