/** Tests that what the page has around the element does not react to a press in it. */
import { expect } from '@open-wc/testing';
import {
  cleanUp,
  create,
  markup,
  pay,
  pressedWords,
  record,
  rendered,
  type TestPay,
} from '../support/pages/element.js';

describe('presses inside what the page can press itself', () => {
  let around: HTMLElement;

  afterEach(() => {
    cleanUp();
    around.remove();
    history.replaceState(null, '', location.pathname + location.search);
  });

  /** Creates the element inside the markup, in the place of its `<slot>`. */
  async function inside(html: string, extra: Readonly<Record<string, string>> = {}): Promise<TestPay> {
    document.body.append(markup(html));
    around = document.body.lastElementChild as HTMLElement;
    const place = around.querySelector('slot')!;
    const element = await pay(extra, place.parentElement!);
    place.remove();
    return element;
  }

  /** Presses the target. Returns false if the browser does nothing by itself, such as following a link. */
  const press = (target: Element): boolean =>
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }));

  /** Presses parts of the closed and of the open element, after each of which `unchanged` is true. */
  async function pressAll(element: TestPay, unchanged: () => boolean): Promise<void> {
    for (const part of ['button', 'title', 'heading', 'close']) {
      expect(press(element.find(part)!), part).to.equal(false);
      expect(unchanged(), part).to.equal(true);
      expect(element.open).to.equal(part !== 'close');
      await rendered(element);
    }
  }

  it('follow no link around the element', async () => {
    const element = await inside('<a href="#followed"><slot></slot></a>');
    const clicks = record(around, 'click');
    await pressAll(element, () => location.hash === '');
    // The page still learns that the payer has pressed the button.
    expect(clicks).to.have.lengthOf(1);
  });

  it('check no box of a label around the element', async () => {
    const element = await inside('<label>Pay <input type="checkbox"> <slot></slot></label>');
    const box = around.querySelector('input')!;
    await pressAll(element, () => !box.checked);
  });

  it('open no details whose summary is around the element', async () => {
    const element = await inside('<details><summary>Pay <slot></slot></summary></details>');
    await pressAll(element, () => !(around as HTMLDetailsElement).open);
  });

  it('work on a label, a summary and a checkbox of the element itself', async () => {
    const element = await inside('<label>Pay <input type="checkbox"> <slot></slot></label>', { layout: 'panel' });
    await rendered(element);
    expect(pressedWords(element)).to.deep.equal([true, true]);
    expect(around.querySelector('input')!.checked).to.equal(false);
  });

  it('follow no link in another document, where the browser has no styles for the element', async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    around = frame;
    const other = frame.contentDocument!;
    const link = other.createElement('a');
    link.href = '#followed';
    other.body.append(link);
    const element = create();
    link.append(element);
    await rendered(element);
    expect(press(element.find('button')!)).to.equal(false);
    element.remove();
  });

  it('follow a link of the page’s own content in the element', async () => {
    const element = await inside('<div><slot></slot></div>');
    element.append(markup('<a slot="help" href="#help">Help</a>'));
    element.press('button');
    await rendered(element);
    expect(press(element.querySelector('a')!)).to.equal(true);
  });
});
