/** Says whether a payer can press a part of the element. `drive.ts` gives this function to each function in a page. */

/** True if the part is drawn and enabled. */
export function canPress(part: HTMLElement | null | undefined): part is HTMLElement {
  return part?.checkVisibility() === true && !part.matches(':disabled, [aria-disabled=true]');
}
