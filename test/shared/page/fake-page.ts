/** A page whose state, timing and events a test sets. */
import { watchPage, type ParsedPage } from '../../../src/shared/page/page-parsed.js';
import { VirtualClock } from '../../support/clock.js';

export type Timing = { domInteractive?: number; domContentLoadedEventStart?: number };

/** A page whose state and events a test sets. `timing` is null where the browser hides the navigation entry. */
export class FakePage {
  readonly clock = new VirtualClock();
  readonly document: { readyState: DocumentReadyState };
  timing: Timing | null | 'throws';
  readonly #listeners: [string, () => void][] = [];
  readonly watch: ParsedPage;

  constructor(readyState: DocumentReadyState, timing: Timing | null | 'throws' = null) {
    this.document = { readyState };
    this.timing = timing;
    this.watch = watchPage(this, this.clock);
  }

  readonly performance = {
    getEntriesByType: (): readonly unknown[] => {
      if (this.timing === 'throws') throw new TypeError('no such method');
      return this.timing ? [this.timing] : [];
    },
  };

  addEventListener(type: string, listener: () => void): void {
    this.#listeners.push([type, listener]);
  }

  dispatch(type: string): void {
    for (const [name, listener] of this.#listeners) if (name === type) listener();
  }

  /** Asks to run a function, and returns how often it ran. */
  count(): () => number {
    let runs = 0;
    this.watch.whenParsed(() => (runs += 1));
    return () => runs;
  }
}
