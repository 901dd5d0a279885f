import { expect } from 'chai';
import { watchPage } from '../../../src/shared/page/page-parsed.js';
import { FakePage } from './fake-page.js';

const SECOND = 1_000;

describe('whenParsed', () => {
  it('runs at once when the document is complete, or its timing tells that DOMContentLoaded was dispatched', () => {
    for (const page of [new FakePage('complete'), new FakePage('interactive', { domContentLoadedEventStart: 5 })]) {
      expect(page.count()()).to.equal(1);
      expect(page.watch.isParsed()).to.equal(true);
    }
  });

  it('runs once, after DOMContentLoaded, when the code arrives before it', async () => {
    const page = new FakePage('loading', { domInteractive: 0 });
    const [one, two] = [page.count(), page.count()];
    page.document.readyState = 'interactive';
    page.timing = { domInteractive: 3 };
    await page.clock.advance(SECOND);
    expect([one(), page.watch.isParsed()]).to.deep.equal([0, false]);
    page.dispatch('DOMContentLoaded');
    page.dispatch('load');
    await page.clock.advance(60 * SECOND);
    expect([one(), two(), page.clock.pending]).to.deep.equal([1, 1, 0]);
  });

  for (const [what, timing] of [
    ['no entry', null],
    ['an entry of zeros', { domInteractive: 0, domContentLoadedEventStart: 0 }],
    ['no entries at all', 'throws'],
  ] as const) {
    it(`P-46 runs after load when the code arrives after DOMContentLoaded and the timing has ${what}`, () => {
      const page = new FakePage('interactive', timing);
      const runs = page.count();
      expect(runs()).to.equal(0);
      page.dispatch('load');
      expect([runs(), page.watch.isParsed()]).to.deep.equal([1, true]);
    });

    it(`P-46 runs within two seconds when load never comes and the timing has ${what}`, async () => {
      const page = new FakePage('interactive', timing);
      const runs = page.count();
      await page.clock.advance(1.5 * SECOND);
      expect(runs()).to.equal(0);
      await page.clock.advance(SECOND);
      expect([runs(), page.watch.isParsed(), page.clock.pending]).to.deep.equal([1, true, 0]);
    });
  }

  it('P-46 runs when the document becomes complete without an event that this page hears', async () => {
    const page = new FakePage('loading');
    const runs = page.count();
    page.document.readyState = 'complete';
    await page.clock.advance(SECOND);
    expect(runs()).to.equal(1);
  });

  it('P-46 waits for the scripts of a slow page, and not for ever for a script that never arrives', async () => {
    const page = new FakePage('interactive', { domInteractive: 4, domContentLoadedEventStart: 0 });
    const runs = page.count();
    await page.clock.advance(15 * SECOND);
    expect(runs()).to.equal(0);
    await page.clock.advance(6 * SECOND);
    expect(runs()).to.equal(1);
  });

  it('P-46 does not wait for ever for a document that stays open', async () => {
    const page = new FakePage('loading');
    const runs = page.count();
    await page.clock.advance(21 * SECOND);
    expect(runs()).to.equal(1);
  });

  it('runs a function that is given in the moment in which the time limit passes', () => {
    let now = 0;
    const clock = { now: () => (now += 10_000), setTimeout: () => 0, clearTimeout: () => undefined };
    const watch = watchPage(new FakePage('loading'), clock);
    expect(watch.isParsed()).to.equal(false);
    let runs = 0;
    // This call checks twice: 10 seconds and 20 seconds after the first check.
    watch.whenParsed(() => (runs += 1));
    expect(runs).to.equal(1);
  });

  it('runs a function that is given later at once when the time limit has passed', async () => {
    const page = new FakePage('interactive');
    page.count();
    await page.clock.advance(3 * SECOND);
    expect(page.count()()).to.equal(1);
  });
});
