/** Waits until the page is parsed. The page registers its listeners until then, and would miss earlier events. */

export function whenParsed(run: () => void): void {
  if (isParsed()) run();
  else window.addEventListener('DOMContentLoaded', run, { once: true });
}

/**
 * Module scripts run before `DOMContentLoaded`, but `readyState` is already `interactive`. Only the navigation timing
 * shows whether the page is parsed.
 */
export function isParsed(): boolean {
  if (document.readyState === 'complete') return true;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (navigation?.domContentLoadedEventStart ?? 0) > 0;
}
