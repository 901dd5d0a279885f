/** Registers the element under a tag. Where another copy has the name already, this one warns and never throws. */
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
    // A class may carry one name in a registry: a further name needs a class of its own.
    registry.define(tag, class extends element {});
  }
}
