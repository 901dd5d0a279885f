/**
 * Registers the element under a tag name. If another copy has registered the name, it logs a warning and does not
 * throw.
 */
export function define(tag: string, element: CustomElementConstructor, registry: CustomElementRegistry): void {
  const known = registry.get(tag);
  if (known === element || known?.prototype instanceof element) return;
  if (known) {
    console.warn(`<${tag}> is registered already, by another copy or version of hub-pay. That one is used.`);
    return;
  }
  try {
    registry.define(tag, element);
  } catch {
    // A class can have only one name in a registry. A further name needs a subclass.
    registry.define(tag, class extends element {});
  }
}
