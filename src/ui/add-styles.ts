/** Adds the styles of code that loads late to a shadow root that already has its styles. */
import type { CSSResult } from 'lit';

/**
 * Adds the style sheet, but in a browser without constructable style sheets, the late content has no styles of its own.
 */
export function addStyles(root: ShadowRoot | null, { styleSheet }: CSSResult): void {
  if (root && styleSheet) root.adoptedStyleSheets = [...root.adoptedStyleSheets, styleSheet];
}
