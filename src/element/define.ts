/**
 * Registers the element under a tag name, or only logs a warning if another copy of this package has already registered
 * this name.
 */
export function define(tag: string, element: CustomElementConstructor, registry: CustomElementRegistry): void {
  const known = registry.get(tag);
  if (known === element || known?.prototype instanceof element) return;
  if (known) {
    console.warn(`<${tag}> is already registered: remove one copy of hub-pay.`);
    return;
  }
  try {
    registry.define(tag, element);
  } catch {
    // A registry accepts a class under only one name, so each further name needs a subclass.
    registry.define(tag, class extends element {});
  }
}
