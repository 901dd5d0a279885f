/**
 * Tests the keyboard and the focus. In a new view the focus moves to the heading, so a screen reader starts there. The
 * focus is not lost when the focused button becomes disabled.
 */
import { expect } from '@open-wc/testing';
import { cleanUp, pay, rendered, type TestPay } from '../../support/pages/element.js';

/**
 * Returns `heading` if a heading has the focus, otherwise the part or the tag name of the focused element. Null if
 * nothing in the element has the focus.
 */
function focused(element: TestPay): string | null {
  const inner = element.shadowRoot?.activeElement as HTMLElement | null | undefined;
  if (!inner) return null;
  return inner.dataset['heading'] === undefined ? (inner.getAttribute('part') ?? inner.localName) : 'heading';
}

/** The part or the tag name of each element that the Tab key reaches, in order. */
const stops = (element: TestPay): string[] =>
  [...(element.shadowRoot?.querySelectorAll<HTMLElement>('dialog :is(button, input, a, [tabindex])') ?? [])]
    .filter((each) => each.tabIndex >= 0 && !each.matches(':disabled'))
    .map((each) => each.getAttribute('part') ?? each.localName);

describe('focus', () => {
  afterEach(cleanUp);

  it('moves to the heading when the sheet opens and when the view changes', async () => {
    const element = await pay();
    element.press('button');
    await rendered(element);
    expect(focused(element)).to.equal('heading');
    for (const name of ['reviewing', 'authorizing', 'processing', 'succeeded'] as const) {
      (element.find('close') as HTMLElement).focus();
      element.fake.goTo(name);
      await rendered(element);
      expect(focused(element), name).to.equal('heading');
    }
  });

  it('stays in place when only the quote is refreshed', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('reviewing');
    await rendered(element);
    const close = element.find('close') as HTMLElement;
    close.focus();
    element.refreshQuote();
    await rendered(element);
    expect(focused(element)).to.equal('close');
  });

  it('moves to the heading when the focused button becomes disabled', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('reviewing');
    await rendered(element);
    element.find('secondary')?.focus();
    element.find('secondary')?.setAttribute('disabled', '');
    element.requestUpdate();
    await rendered(element);
    expect(focused(element)).to.equal('heading');
  });

  it('stays in the page when a panel changes its view', async () => {
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    const element = await pay({ layout: 'panel' });
    element.fake.goTo('reviewing');
    await rendered(element);
    expect(document.activeElement === field).to.equal(true);
    field.remove();
  });

  it('moves to the heading when a panel that contains it changes its view', async () => {
    const element = await pay({ layout: 'panel' });
    element.fake.goTo('selecting');
    await rendered(element);
    element.find('asset')?.focus();
    element.fake.goTo('reviewing');
    await rendered(element);
    expect(focused(element)).to.equal('heading');
  });

  it('follows the order of the screen, with no positive tabindex, when the payer tabs through a sheet', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('reviewing');
    await rendered(element);
    const order = stops(element);
    expect(order[0]).to.equal('close');
    expect(order.at(-1)).to.equal('secondary');
    const positive = element.shadowRoot?.querySelectorAll('[tabindex]:not([tabindex="0"], [tabindex="-1"])');
    expect(positive).to.have.lengthOf(0);
  });

  it('goes to the button when the element is focused', async () => {
    const element = await pay();
    element.focus();
    expect(focused(element)).to.equal('button');
  });
});
