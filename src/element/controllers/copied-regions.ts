/**
 * Removes live regions that came with a copy of the element, such as a stored snapshot of the page, because screen
 * readers would read each of them.
 */
export function removeCopiedRegions(host: Element, own?: Element): void {
  for (const region of host.querySelectorAll(':scope > [slot="hub-announcer"]')) if (region !== own) region.remove();
}
