/** Announces the notice of test mode once, when the payer has opened the sheet or has the focus in the element. */
import { createRegion } from '../shared/page/live-regions.js';

/**
 * Milliseconds between the insertion of the live region and its text, because screen readers ignore the text with which
 * a region is inserted.
 */
const DELAY_MS = 500;

/**
 * Returns a function that announces a text in a light-DOM child of the element. Only the first call while the sheet is
 * open, or while the focus is in the element, announces the text.
 */
export function createAnnouncer(host: HTMLElement): (text: string) => void {
  let isDone = false;
  return (text) => {
    // While a wallet is asked, the sheet is a popover, which has no attribute `open`.
    const sheet = host.shadowRoot?.querySelector('dialog:is([open], [popover])');
    if (isDone || !(sheet || host.matches(':focus-within'))) return;
    isDone = true;
    const region = createRegion();
    host.append(region);
    setTimeout(() => {
      region.textContent = text;
    }, DELAY_MS);
  };
}
