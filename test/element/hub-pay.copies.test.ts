/**
 * Tests an element that the page copies or morphs while its sheet is open, as Turbo, htmx and Livewire do. The
 * attribute `open` says what the page wants, and never what the payer did.
 */
import { expect } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import { attributes, cleanUp, markup, pay, record, rendered, type TestPay } from '../support/pages/element.js';

const regions = (element: Element): number => element.querySelectorAll('[slot="hub-announcer"]').length;

const opened = async (extra: Readonly<Record<string, string>> = {}): Promise<TestPay> => {
  const element = await pay(extra);
  element.press('button');
  element.fake.goTo('reviewing');
  await rendered(element);
  return element;
};

/** Writes the attributes of the server's HTML as a morph does, also those that are equal. */
function morph(element: Element, wanted: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(wanted)) element.setAttribute(name, value);
  for (const name of element.getAttributeNames()) if (!Object.hasOwn(wanted, name)) element.removeAttribute(name);
}

describe('copies and morphs', () => {
  const copies: Element[] = [];

  afterEach(() => {
    for (const copy of copies.splice(0)) copy.remove();
    cleanUp();
  });

  const added = async (copy: Node): Promise<TestPay> => {
    document.body.append(copy);
    const element = document.body.lastElementChild as TestPay;
    copies.push(element);
    await rendered(element);
    return element;
  };

  it('writes no attribute when the payer opens or closes the sheet, and keeps the page’s own', async () => {
    const element = await opened();
    expect([element.open, element.hasAttribute('open')]).to.deep.equal([true, false]);
    element.press('close');
    expect([element.open, element.hasAttribute('open')]).to.deep.equal([false, false]);
    const marked = await pay({ open: '' });
    await rendered(marked);
    marked.press('close');
    expect([marked.open, marked.hasAttribute('open')]).to.deep.equal([false, true]);
  });

  it('is open for listeners of `hub-open` and closed for those after `hub-close`, also in CSS', async () => {
    const element = await pay();
    const seen: boolean[] = [];
    element.addEventListener('hub-open', () => seen.push(element.open, element.matches(':state(open)')));
    element.press('button');
    element.close();
    expect([...seen, element.matches(':state(open)')]).to.deep.equal([true, true, false]);
  });

  it('gives a copy of the open element a closed sheet and no second live region', async () => {
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const element = await opened();
    element.fake.goTo('processing');
    await rendered(element);
    await clock.tickAsync(500);
    clock.restore();
    expect([regions(element), element.textContent]).not.to.deep.equal([1, '']);
    for (const copy of [
      element.cloneNode(true),
      document.importNode(element, true),
      markup(new XMLSerializer().serializeToString(element)),
    ]) {
      const made = await added(copy);
      expect([made.open, made.find('dialog')?.matches(':modal'), regions(made)]).to.deep.equal([false, false, 0]);
      made.show();
      made.fake.goTo('reviewing');
      await rendered(made);
      expect([regions(made), made.textContent]).to.deep.equal([1, '']);
      made.close();
    }
    expect(regions(element)).to.equal(1);
  });

  it('keeps one live region when the parser adds the one of a stored page after the element', async () => {
    const element = await added(markup('<test-pay></test-pay>'));
    morph(element, attributes);
    element.append(markup('<div slot="hub-announcer" role="alert">Old news</div>'));
    element.show();
    await rendered(element);
    element.fake.goTo('reviewing');
    await rendered(element);
    expect([regions(element), element.textContent]).to.deep.equal([1, '']);
  });

  it('stays open in the same state when a morph writes the attributes of the server again', async () => {
    for (const extra of [{}, { open: '' }]) {
      const element = await opened(extra);
      const events = record(element, 'hub-close', 'hub-open');
      morph(element, { ...attributes, ...extra });
      for (const child of [...element.children]) child.remove();
      await rendered(element);
      expect([element.open, element.state.name, events.length]).to.deep.equal([true, 'reviewing', 0]);
      element.close();
    }
  });

  it('stays closed when a morph writes `open` again after the payer closed the sheet', async () => {
    const element = await pay({ open: '' });
    await rendered(element);
    element.press('close');
    morph(element, { ...attributes, open: '' });
    await rendered(element);
    expect(element.open).to.equal(false);
  });

  it('opens when the page adds the attribute and closes when the page removes it', async () => {
    const element = await pay();
    element.setAttribute('open', '');
    expect(element.open).to.equal(true);
    element.removeAttribute('open');
    expect(element.open).to.equal(false);
    element.toggleAttribute('open');
    expect(element.open).to.equal(true);
    await rendered(element);
  });
});
