/**
 * Judges whether the payer can see the content of the element. The element itself cannot be asked: with `display:
 * contents` it has no box, and its box has no size if the page hides the button and sets the sizes to 0. So the shadow
 * root gets an invisible box of one pixel, which the browser renders exactly while it renders the other content.
 */
import { isRendered } from './is-rendered.js';

/** The property by which an element has its box. */
const BOX = Symbol('visible box');

/** Returns the box of the element, and adds it to the shadow root at the first call. */
export function boxOf(host: HTMLElement & { [BOX]?: HTMLElement }): HTMLElement {
  const box = (host[BOX] ??= host.ownerDocument.createElement('span'));
  if (!box.isConnected) {
    box.style.cssText = 'position:fixed;inset:0 auto auto 0;inline-size:1px;block-size:1px;visibility:hidden';
    host.shadowRoot?.append(box);
  }
  return box;
}

/** Whether the browser renders the content of the element, also outside the viewport or with `visibility: hidden`. */
export const isVisible = (host: HTMLElement): boolean => isRendered(boxOf(host));
