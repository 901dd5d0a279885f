/** Walks the tree as the page draws it, in which an element with a slot is inside the slot. */

/** Returns the element and its ancestors in the flat tree: through slots, and from a shadow root to its host. */
export function flatPath(element: Element): Element[] {
  const path = [];
  for (let each: Node | null = element; each; each = parentOf(each)) if (each instanceof Element) path.push(each);
  return path;
}

/** A form with a control of the name `parentNode` hides its own member, and would otherwise be its own ancestor. */
const parentOf = (node: Node): Node | null =>
  node instanceof ShadowRoot
    ? node.host
    : (node instanceof Element && (Reflect.get(Element.prototype, 'assignedSlot', node) as Element | null)) ||
      (Reflect.get(Node.prototype, 'parentNode', node) as Node | null);
