/**
 * Keeps the presses in the shadow root from what the page has around the element, such as a link, a label or the
 * summary of `<details>`. The browser would otherwise follow the link when the payer presses the pay button, or check
 * the box of the label when the payer presses a text of the sheet.
 */

/** What a press in the shadow root itself activates. */
const OWN = 'a, label, summary, input';

/** Adds the listener to the root, and returns the root. */
export function keepPresses<T extends HTMLElement | DocumentFragment>(root: T): T {
  root.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.getRootNode() === root && !target.closest(OWN)) event.preventDefault();
  });
  return root;
}
