/** Registers elements under their tag names, and warns if another class has taken a name. */
import { logWarning } from '../shared/log-warning.js';

/**
 * Registers the element under a tag name. Does nothing if this element or a subclass of it is registered under the
 * name. Only logs a warning if another class is, such as that of another copy of this package.
 */
export function define(tag: string, element: CustomElementConstructor, registry: CustomElementRegistry): void {
  const known = registry.get(tag);
  if (known === element || known?.prototype instanceof element) return;
  if (known) {
    logWarning(`<${tag}> is already registered: remove one copy of hub-pay.`);
    return;
  }
  try {
    registry.define(tag, element);
  } catch {
    // A registry accepts a class under only one name, so each further name needs a subclass.
    registry.define(tag, class extends element {});
  }
}
