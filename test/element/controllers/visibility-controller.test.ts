/**
 * Tests hidden elements. A panel starts when it becomes visible, and a sheet opens when the element becomes visible.
 */
import { expect, oneEvent } from '@open-wc/testing';
import { restore, stub } from 'sinon';
import { cleanUp, pay, record, rendered, type TestPay } from '../../support/pages/element.js';

/** Waits two frames. After two frames the browser has updated the layout and called its observers. */
const frames = async (): Promise<void> => {
  for (let n = 0; n < 2; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};

/** A container whose content is hidden, and the functions that show and hide the content. */
type Place = { parent: HTMLElement; show: () => void; hide: () => void };

const drawnOrNot = (parent: HTMLElement): Place => ({
  parent,
  show: () => (parent.style.contentVisibility = 'visible'),
  hide: () => (parent.style.contentVisibility = 'hidden'),
});

const places: Record<string, () => Place> = {
  'a hidden parent'() {
    const parent = document.createElement('div');
    parent.hidden = true;
    return { parent, show: () => (parent.hidden = false), hide: () => (parent.hidden = true) };
  },
  'closed details'() {
    const parent = document.createElement('details');
    parent.append(document.createElement('summary'));
    return { parent, show: () => (parent.open = true), hide: () => (parent.open = false) };
  },
  'closed details far below the screen'() {
    const place = places['closed details']!();
    place.parent.style.marginBlockStart = '400vh';
    return place;
  },
  'a place that is skipped when drawing (content-visibility: hidden)'() {
    const parent = document.createElement('div');
    parent.style.contentVisibility = 'hidden';
    return drawnOrNot(parent);
  },
  'a box of a fixed size inside another hidden box'() {
    const parent = document.createElement('div');
    parent.style.cssText = 'display:grid;inline-size:300px;block-size:300px;content-visibility:hidden';
    return drawnOrNot(parent);
  },
};

/** Styles of the element: its own, one without a box, and one whose box has no size. */
const STYLES = ['', 'display: contents', 'display: block; block-size: 0; min-block-size: 0; inline-size: 0'];

describe('element in a hidden place', () => {
  let place: Place;
  afterEach(() => {
    cleanUp();
    place.parent.remove();
    restore();
  });

  const inside = async (name: string, attributes: Record<string, string>): Promise<TestPay> => {
    place = places[name]!();
    document.body.append(place.parent);
    const element = await pay(attributes, place.parent);
    await frames();
    return element;
  };

  for (const [name, style] of Object.keys(places).flatMap((each) => STYLES.map((own) => [each, own] as const))) {
    it(`starts a panel only when it becomes visible, in: ${name}${style && ` (${style})`}`, async () => {
      const element = await inside(name, { layout: 'panel', style });
      expect(element.fake.eventTypes).to.deep.equal([]);
      const begun = new Promise((resolve) => element.addEventListener('hub-statechange', resolve));
      place.show();
      await begun;
      expect(element.fake.eventTypes).to.deep.equal(['opened']);
    });

    it(`opens a sheet without blocking the page only when it becomes visible, in: ${name}${style && ` (${style})`}`, async () => {
      const warn = stub(console, 'warn');
      const element = await inside(name, { style });
      const events = record(element, 'hub-open', 'hub-statechange');
      element.show();
      await frames();
      expect([element.open, element.find('dialog')?.matches(':modal'), events.length]).to.deep.equal([true, false, 0]);
      expect(getComputedStyle(document.documentElement).overflow).not.to.equal('hidden');
      expect(warn.callCount).to.equal(1);
      const opened = new Promise((resolve) => element.addEventListener('hub-open', resolve));
      place.show();
      await opened;
      expect(element.find('dialog')?.matches(':modal')).to.equal(true);
      await rendered(element);
      expect(element.state.name).to.equal('selecting');
    });

    it(`blocks no page while it is hidden with an open sheet, in: ${name}${style && ` (${style})`}`, async () => {
      const element = await inside(name, { style });
      place.show();
      await frames();
      element.show();
      await rendered(element);
      const isModal = (): boolean => !!element.find('dialog')?.matches(':modal');
      const seen = (): unknown[] => [element.open, isModal(), getComputedStyle(document.documentElement).overflow];
      expect(seen()).to.deep.equal([true, true, 'hidden']);
      const events = record(element, 'hub-open', 'hub-close');
      for (let times = 0; times < 2; times += 1) {
        place.hide();
        await frames();
        expect(seen()).to.deep.equal([true, false, 'visible']);
        place.show();
        await frames();
        expect(seen()).to.deep.equal([true, true, 'hidden']);
      }
      expect(events).to.have.lengthOf(0);
      element.close();
      place.hide();
      await frames();
      place.show();
      await frames();
      expect(seen()).to.deep.equal([false, false, 'visible']);
    });

    it(`closes a waiting sheet without an event, in: ${name}${style && ` (${style})`}`, async () => {
      stub(console, 'warn');
      const element = await inside(name, { open: '', style });
      const events = record(element, 'hub-open', 'hub-close');
      element.close();
      place.show();
      await frames();
      expect([element.open, events.length]).to.deep.equal([false, 0]);
    });
  }

  it('opens a waiting sheet when its place is shown a second time', async () => {
    stub(console, 'warn');
    const element = await inside('closed details', {});
    const details = place.parent as HTMLDetailsElement;
    details.open = true;
    await frames();
    details.open = false;
    await frames();
    element.show();
    await frames();
    expect(element.find('dialog')?.matches(':modal')).to.equal(false);
    const opened = new Promise((resolve) => element.addEventListener('hub-open', resolve));
    details.open = true;
    await opened;
    expect(element.find('dialog')?.matches(':modal')).to.equal(true);
  });

  it('counts as visible when it has no box and its parent is visible', async () => {
    place = { parent: document.createElement('div'), show: () => undefined, hide: () => undefined };
    document.body.append(place.parent);
    const element = await pay({}, place.parent);
    element.style.display = 'contents';
    element.show();
    await rendered(element);
    expect(element.find('dialog')?.matches(':modal')).to.equal(true);
  });

  it('uses the existence of a box when the browser has no checkVisibility', async () => {
    stub(Element.prototype, 'checkVisibility').value(undefined);
    const element = await inside('a hidden parent', { layout: 'panel' });
    expect(element.fake.eventTypes).to.deep.equal([]);
    const begun = oneEvent(element, 'hub-statechange');
    place.show();
    await begun;
    expect(element.fake.eventTypes).to.deep.equal(['opened']);
  });
});
