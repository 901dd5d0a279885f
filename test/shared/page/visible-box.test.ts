/** Tests whether the content of an element counts as visible. */
import { expect } from '@open-wc/testing';
import { boxOf, isVisible } from '../../../src/shared/page/visible-box.js';

const NO_BOX = 'display: contents';
const NO_SIZE = 'display: block; block-size: 0; inline-size: 0';

/** An element with a shadow root, in a place of the page. */
function hostIn(place: HTMLElement, style: string): HTMLElement {
  const host = document.createElement('div');
  host.attachShadow({ mode: 'open' });
  host.style.cssText = style;
  place.append(host);
  document.body.append(place);
  return host;
}

describe('visible box', () => {
  let place: HTMLElement;
  afterEach(() => place.remove());

  for (const style of ['', NO_BOX, NO_SIZE]) {
    it(`is visible exactly while its element is (${style || 'no style'})`, () => {
      place = document.createElement('details');
      place.append(document.createElement('summary'));
      const host = hostIn(place, style);
      expect(isVisible(host)).to.equal(false);
      (place as HTMLDetailsElement).open = true;
      expect(isVisible(host)).to.equal(true);
      place.hidden = true;
      expect(isVisible(host)).to.equal(false);
    });
  }

  it('is the same at each call, has a size, and takes no place', () => {
    place = document.createElement('div');
    const host = hostIn(place, '');
    const { height } = place.getBoundingClientRect();
    const box = boxOf(host);
    const { width, height: own } = box.getBoundingClientRect();
    expect([width, own, place.getBoundingClientRect().height]).to.deep.equal([1, 1, height]);
    expect(boxOf(host)).to.equal(box);
    expect(host.shadowRoot?.childElementCount).to.equal(1);
  });

  it('stays in its element when a script moves it', () => {
    place = document.createElement('div');
    const host = hostIn(place, NO_BOX);
    const box = boxOf(host);
    host.remove();
    expect([isVisible(host), boxOf(host)]).to.deep.equal([false, box]);
    place.append(host);
    expect([isVisible(host), host.shadowRoot?.childElementCount]).to.deep.equal([true, 1]);
  });
});
