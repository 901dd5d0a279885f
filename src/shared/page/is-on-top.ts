/** Judges whether a press reaches an element, or whether other content is above it, or makes it inert. */

/** A point of an element, as fractions of its box. */
type Point = readonly [x: number, y: number];

/**
 * Whether a press at this point of the element reaches the element, tested in each enclosing shadow root from the
 * inside out, and in the document. Returns true for a point outside the viewport, where the page cannot test the press.
 */
export function isOnTop(element: Element, [across, down]: Point = [0.5, 0.5]): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + across * width, top + down * height];
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true;
  for (let inner = element; ;) {
    const root = inner.getRootNode() as Document | ShadowRoot;
    const hit = root.elementFromPoint(x, y);
    if (!inner.contains(hit)) return false;
    if (!(root instanceof ShadowRoot)) return true;
    inner = root.host;
  }
}
