/**
 * Runs the function after the page is parsed. Before this time, the page's scripts have not added all their listeners,
 * and could miss an event.
 */

export function whenParsed(run: () => void): void {
  if (isParsed()) run();
  else window.addEventListener('DOMContentLoaded', run, { once: true });
}

/**
 * True if the page is parsed. The function reads from the navigation timing whether `DOMContentLoaded` was dispatched,
 * because `readyState` is already `interactive` while module scripts run.
 */
export function isParsed(): boolean {
  if (document.readyState === 'complete') return true;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (navigation?.domContentLoadedEventStart ?? 0) > 0;
}
