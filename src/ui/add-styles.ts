/** Gives style sheets to a shadow root, also if a script has moved its element to another document. */
import { adoptStyles, type CSSResult } from 'lit';

/** Adds styles to those that the root has. Without constructable style sheets, adds a `<style>` for each. */
export function addStyles(root: ShadowRoot, ...styles: readonly CSSResult[]): void {
  const sheets = styles.flatMap(({ styleSheet }) => styleSheet ?? []);
  if (sheets.length === styles.length) setSheets(root, [...root.adoptedStyleSheets, ...sheets]);
  else adoptStyles(root, [...styles]);
}

/** Replaces the style sheets of the root. A document accepts only its own sheets, so the root gets copies of others. */
export function setSheets(root: ShadowRoot, sheets: readonly CSSStyleSheet[]): void {
  try {
    root.adoptedStyleSheets = [...sheets];
  } catch {
    const Sheet = root.ownerDocument.defaultView?.CSSStyleSheet;
    // A document without a window shows nothing, so it needs no sheets.
    if (Sheet) root.adoptedStyleSheets = sheets.map((sheet) => copyOf(sheet, new Sheet()));
  }
}

function copyOf({ cssRules }: CSSStyleSheet, copy: CSSStyleSheet): CSSStyleSheet {
  let text = '';
  for (const rule of cssRules) text += rule.cssText;
  copy.replaceSync(text);
  return copy;
}
