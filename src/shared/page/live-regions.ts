/**
 * Creates live regions of the element. Removes live regions that came with a copy of the element, such as a stored
 * snapshot of the page, because screen readers would read these too.
 */

/** The property of regions that this code has created. A copy of a region does not have this property. */
const OWN = Symbol('created by this element');

/** Creates an empty region. As a child of the element, it appears in the slot `hub-announcer` of the frame. */
export function createRegion(): HTMLElement {
  const region: HTMLElement & { [OWN]?: true } = document.createElement('div');
  region.slot = 'hub-announcer';
  region.role = 'status';
  region[OWN] = true;
  return region;
}

/** Removes each region among the children of the element that this code has not created. */
export function removeCopiedRegions(host: Element): void {
  for (const region of host.querySelectorAll(':scope > [slot="hub-announcer"]')) if (!(OWN in region)) region.remove();
}
