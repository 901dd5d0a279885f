/**
 * Whether the browser renders the box of the element, also outside the viewport. Content of a closed `<details>` has a
 * box that is not rendered. An element with `display: contents` has no box.
 */
export const isRendered = (element: Element): boolean =>
  // Safari before version 17.4 has no `checkVisibility`.
  (element as Partial<Element>).checkVisibility?.() ?? element.getClientRects().length > 0;
