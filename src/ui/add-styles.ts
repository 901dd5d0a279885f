/** Adds the styles of code that loads late to a shadow root that already has its styles. */
import type { CSSResult } from 'lit';

/** Adds the style sheet. Without constructable style sheets, the late content stays without its own styles. */
export function addStyles(root: ShadowRoot | null, { styleSheet }: CSSResult): void {
  if (root && styleSheet) root.adoptedStyleSheets = [...root.adoptedStyleSheets, styleSheet];
}
