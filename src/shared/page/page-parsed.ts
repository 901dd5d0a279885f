/**
 * Runs functions after the page is parsed. Before this time, the page's scripts have not added all their listeners, and
 * could miss an event.
 */
import { sharedOnPage } from '../memory-store.js';
import { platformClock, type Clock } from '../time/clock.js';

/** The parts of a window that tell whether its page is parsed. */
export type Page = {
  document: Pick<Document, 'readyState'>;
  performance: { getEntriesByType(type: string): readonly unknown[] };
  addEventListener(type: string, listener: () => void): void;
};

/** Tells whether one page is parsed. */
export type ParsedPage = {
  isParsed(): boolean;
  /** Calls the function once: now if the page is parsed, else after the page is parsed. */
  whenParsed(run: () => void): void;
};

const LOOK_MS = 500;

/**
 * Longest wait in milliseconds after the document was read, if nothing tells whether `DOMContentLoaded` is still to
 * come. The page's scripts can add their listeners in this time.
 */
const UNTOLD_MS = 2_000;

/**
 * Longest wait in milliseconds for a page that does not finish loading, for example because of an open stream or a
 * script that never arrives.
 */
const LONGEST_MS = 20_000;

/**
 * Watches a page by its `readyState`, the navigation timing, `DOMContentLoaded`, `load` and the time. The watch depends
 * on no single event, because an event can have passed before this code loads, or can never come.
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
      if (waiting.size === 0) {
        for (const type of ['DOMContentLoaded', 'load']) page.addEventListener(type, finish);
        look();
      }
      waiting.add(run);
    },
  };
}

/** Returns the times of the navigation. All are absent if the browser does not tell them. */
function navigationOf({ performance }: Page): Partial<PerformanceNavigationTiming> {
  try {
    return Object(performance.getEntriesByType('navigation')[0]) as Partial<PerformanceNavigationTiming>;
  } catch {
    return {};
  }
}

/**
 * Returns the page of this window. The watch starts only with the first call, because this code also loads on servers,
 * which have no window.
 */
const ownPage = (): ParsedPage => sharedOnPage(window, 'parsed', () => watchPage(window, platformClock));

export const isParsed = (): boolean => ownPage().isParsed();

export const whenParsed = (run: () => void): void => ownPage().whenParsed(run);
