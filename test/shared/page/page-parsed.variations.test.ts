/** Variations of findings about a start that waits for the page: other times, other states and broken browsers. */
import { expect } from 'chai';
import { FakePage, type Timing } from './fake-page.js';

const SECOND = 1_000;
type Step = (page: FakePage) => void | Promise<void>;

const wait =
  (seconds: number): Step =>
  (page) =>
    page.clock.advance(seconds * SECOND);
const becomes =
  (readyState: DocumentReadyState): Step =>
  (page) =>
    void (page.document.readyState = readyState);
const hears =
  (type: string): Step =>
  (page) =>
    page.dispatch(type);
const times =
  (timing: Timing | null): Step =>
  (page) =>
    void (page.timing = timing);

/** Each row: its finding, what happens, the state at the start, the steps, and whether the function has run then. */
const rows: readonly (readonly [row: string, what: string, start: DocumentReadyState, steps: Step[], runs: number])[] =
  [
    ['P-46', 'load comes without DOMContentLoaded', 'loading', [hears('load')], 1],
    [
      'P-46',
      'the timing appears only after the code',
      'interactive',
      [times({ domContentLoadedEventStart: 9 }), wait(1)],
      1,
    ],
    [
      'P-46',
      'the timing is negative',
      'interactive',
      [times({ domInteractive: -1, domContentLoadedEventStart: -1 }), wait(3)],
      1,
    ],
    [
      'P-46',
      'the timing is no number',
      'interactive',
      [times({ domInteractive: NaN, domContentLoadedEventStart: NaN }), wait(3)],
      1,
    ],
    [
      'P-46',
      'both events come twice',
      'loading',
      [hears('DOMContentLoaded'), hears('load'), hears('DOMContentLoaded')],
      1,
    ],
    ['P-46', 'the page is still read', 'loading', [wait(10)], 0],
    ['P-46', 'its script is late and the timing is told', 'interactive', [times({ domInteractive: 3 }), wait(10)], 0],
    ['P-7', 'the element is inserted when the page is complete', 'complete', [], 1],
    [
      'P-7',
      'the element is inserted while the page is read, and the events were stopped',
      'loading',
      [becomes('complete'), wait(1)],
      1,
    ],
    [
      'P-7',
      'the element is inserted between the events',
      'interactive',
      [times({ domInteractive: 3 }), wait(1), becomes('complete'), wait(1)],
      1,
    ],
    [
      'P-7',
      'the element is inserted in a page that is opened and closed by a script',
      'complete',
      [becomes('loading'), wait(1)],
      1,
    ],
  ];

describe('a variation of the start of a page', () => {
  for (const [row, what, start, steps, runs] of rows) {
    it(`${row} ${runs === 1 ? 'runs once' : 'waits'} when ${what}`, async () => {
      const page = new FakePage(start, start === 'interactive' ? { domInteractive: 0 } : null);
      const count = page.count();
      for (const step of steps) await step(page);
      expect(count()).to.equal(runs);
    });
  }
});
