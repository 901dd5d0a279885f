/**
 * Tests that nothing on the page shifts during a payment. Some tests use Layout Instability entries, which only
 * Chromium supports.
 */
import { expect } from '@open-wc/testing';
import { panelPage } from '../support/pages/early-frame.js';
import { cleanUp, pay, rendered, type TestPay } from '../support/pages/element.js';

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

const frames = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
};

/** The layout shifts while `walk` ran: each with its value and the moved nodes. */
async function shifts(walk: () => Promise<void>): Promise<string[]> {
  await frames(2);
  const seen: Shift[] = [];
  const observer = new PerformanceObserver((list) => void seen.push(...(list.getEntries() as Shift[])));
  observer.observe({ type: 'layout-shift' });
  await walk();
  await frames(3);
  seen.push(...(observer.takeRecords() as Shift[]));
  observer.disconnect();
  return seen.map(({ value, sources }) => `${value.toFixed(4)} ${sources.map(({ node }) => nameOf(node)).join()}`);
}

const nameOf = (node: Node | null): string =>
  node instanceof Element ? `${node.localName}.${node.getAttribute('part') ?? node.className}` : String(node?.nodeName);

const flow = async (element: TestPay): Promise<void> => {
  for (const name of ['selecting', 'quoting', 'reviewing', 'authorizing', 'processing', 'succeeded'] as const) {
    element.fake.goTo(name);
    await rendered(element);
    await frames(2);
  }
};

const canMeasure = PerformanceObserver.supportedEntryTypes.includes('layout-shift');

describe('layout shift', function () {
  // Rendering frames is slow on a busy machine.
  this.timeout(300_000);

  const below = document.createElement('p');
  below.textContent = 'What stands below the element on the page.';

  afterEach(() => {
    cleanUp();
    below.remove();
  });

  it('is zero while a sheet opens, shows a payment and closes', async () => {
    if (!canMeasure) return;
    const element = await pay();
    document.body.append(below);
    expect(
      await shifts(async () => {
        element.press('button');
        await flow(element);
        element.close();
      }),
    ).to.deep.equal([]);
  });

  it('is zero below a panel while it shows a payment', async () => {
    if (!canMeasure) return;
    const element = await pay({ layout: 'panel' });
    document.body.append(below);
    const before = below.getBoundingClientRect().top;
    const moved = await shifts(() => flow(element));
    expect(moved.filter((shift) => shift.includes(' p.'))).to.deep.equal([]);
    expect(below.getBoundingClientRect().top).to.equal(before);
  });

  it('is zero around panels and buttons from the first frame on, when the page links the style sheet of the package', async () => {
    const places = Object.entries(await panelPage());
    expect(places.map(([id]) => id)).to.have.lengthOf(7);
    for (const [id, measured] of places) expect(measured, id).to.have.lengthOf(1);
  });
});
