/**
 * Creates live regions of the element. Removes those that came with a copy of the element, such as a stored snapshot of
 * the page, because screen readers would read these too.
 */

/** Marks a region as created by this element. A copy of a region does not have this property. */
const OWN = Symbol('created by this element');

/** Creates an empty region. The element's slot shows it in the sheet. */
export function createRegion(): HTMLElement {
  const region: HTMLElement & { [OWN]?: true } = document.createElement('div');
  region.slot = 'hub-announcer';
  region.role = 'status';
  region[OWN] = true;
  return region;
}

/** Removes every region of the element that is a copy. */
export function removeCopiedRegions(host: Element): void {
  for (const region of host.querySelectorAll(':scope > [slot="hub-announcer"]')) if (!(OWN in region)) region.remove();
}
