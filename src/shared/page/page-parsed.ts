/**
 * Runs functions after the page is parsed. Before this time, scripts of the page may not yet have added their
 * listeners, and could miss an event.
 */
import { sharedOnPage } from '../memory-store.js';
import { platformClock, type Clock } from '../time/clock.js';

/** The members of a window that `watchPage` uses. */
export type Page = {
  document: Pick<Document, 'readyState'>;
  performance: { getEntriesByType(type: string): readonly unknown[] };
  addEventListener(type: string, listener: () => void): void;
};

/** The watch of one page. */
export type ParsedPage = {
  /**
   * True once the watch knows that `DOMContentLoaded` has started or that the page is complete, or after one of its two
   * longest waits.
   */
  isParsed(): boolean;
  /** Calls the function once: now if `isParsed()` is true, else as soon as the watch notices that it is. */
  whenParsed(run: () => void): void;
};

/** The time between two checks, in milliseconds. */
const LOOK_MS = 500;

/**
 * The longest wait in milliseconds after the `readyState` was first seen beyond `loading`, if the browser does not show
 * whether `DOMContentLoaded` has already fired. The page's scripts can add their listeners in this time.
 */
const UNTOLD_MS = 2_000;

/**
 * The longest wait in milliseconds, from the first check on. A page may never finish loading, for example because of an
 * open stream or a script that never arrives.
 */
const LONGEST_MS = 20_000;

/**
 * Watches a page by its `readyState`, the navigation timing, `DOMContentLoaded`, `load` and the time. The watch does
 * not depend on a single event, because an event may have fired before this code loads, or may never fire.
 */
export function watchPage(page: Page, clock: Clock): ParsedPage {
  const waiting = new Set<() => void>();
  let parsed = false;
  let askedAt: number | undefined;
  let readAt: number | undefined;

  const isOver = (): boolean => {
    const { readyState } = page.document;
    const { domContentLoadedEventStart: dispatched = 0, domInteractive = 0 } = navigationOf(page);
    if (readyState === 'complete' || dispatched > 0) return true;
    const now = clock.now();
    askedAt ??= now;
    if (readyState !== 'loading') readAt ??= now;
    // A browser that hides the timing gives no entry, or an entry whose times are 0.
    const isTold = domInteractive > 0;
    return now - askedAt >= LONGEST_MS || (!isTold && readAt !== undefined && now - readAt >= UNTOLD_MS);
  };
  const isParsed = (): boolean => (parsed ||= isOver());
  const finish = (): void => {
    parsed = true;
    const due = [...waiting];
    waiting.clear();
    for (const run of due) run();
  };
  const look = (): void => {
    if (isParsed()) finish();
    else clock.setTimeout(look, LOOK_MS);
  };
  return {
    isParsed,
    whenParsed(run) {
      if (isParsed()) {
        run();
        return;
      }
      const isFirst = waiting.size === 0;
      // Before the next check, because that check can already find the time over.
      waiting.add(run);
      if (!isFirst) return;
      for (const type of ['DOMContentLoaded', 'load']) page.addEventListener(type, finish);
      look();
    },
  };
}

/** Returns the times of the navigation, in milliseconds. If the browser hides them, they are absent or 0. */
function navigationOf({ performance }: Page): Partial<PerformanceNavigationTiming> {
  try {
    return Object(performance.getEntriesByType('navigation')[0]) as Partial<PerformanceNavigationTiming>;
  } catch {
    return {};
  }
}

/**
 * Returns the watch of this page. The watch starts only with the first call, because this code also loads on servers,
 * which have no window.
 */
const ownPage = (): ParsedPage => sharedOnPage(window, 'parsed', () => watchPage(window, platformClock));

/** `ParsedPage.isParsed` of this page. */
export const isParsed = (): boolean => ownPage().isParsed();

/** `ParsedPage.whenParsed` of this page. */
export const whenParsed = (run: () => void): void => ownPage().whenParsed(run);
