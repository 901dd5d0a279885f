/** Tests the live region: what it announces, when, and how urgently. */
import { expect } from '@open-wc/testing';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { cleanUp, pay, payment, rendered, type TestPay } from '../../support/pages/element.js';

const regionOf = (element: TestPay): HTMLElement =>
  element.querySelector<HTMLElement>(':scope > [slot="hub-announcer"]')!;

describe('live region', () => {
  let clock: SinonFakeTimers;

  beforeEach(() => {
    clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    clock.restore();
    cleanUp();
  });

  const later = async (element: TestPay, ms: number): Promise<void> => {
    await rendered(element);
    await clock.tickAsync(ms);
  };

  it('is one empty polite region from the start, slotted into the sheet', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('reviewing');
    await rendered(element);
    expect(element.querySelectorAll('[role="status"]')).to.have.lengthOf(1);
    expect(regionOf(element).textContent).to.equal('');
    expect(regionOf(element).assignedSlot?.closest('dialog') === element.find('dialog')).to.equal(true);
    expect(element.shadowRoot?.querySelectorAll('[role="status"], [role="alert"], [aria-live]')).to.have.lengthOf(0);
  });

  it('is visually hidden when the page’s styles address it', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('div { position: static; inline-size: 300px; block-size: 300px; clip-path: none }');
    document.adoptedStyleSheets.push(sheet);
    const element = await pay({ layout: 'panel' });
    element.fake.goTo('processing');
    await rendered(element);
    expect(regionOf(element).getBoundingClientRect().width).to.be.at.most(1);
    document.adoptedStyleSheets.pop();
  });

  it('announces only the latest news, once it has been unchanged for half a second', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('reviewing');
    await later(element, 499);
    expect(regionOf(element).textContent).to.equal('');
    element.fake.goTo('processing');
    await later(element, 499);
    expect(regionOf(element).textContent).to.equal('');
    await later(element, 1);
    expect(regionOf(element).textContent).to.contain('sent');
    expect(regionOf(element).role).to.equal('status');
  });

  it('is an alert for an error that needs the payer and polite again afterwards', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('authorizing');
    const problem = { code: 'wallet-rejected', money: 'not-sent', message: '', retryable: true, docsUrl: '' } as const;
    element.fake.dispatch({ type: 'rejected', problem });
    await later(element, 500);
    expect(regionOf(element).role).to.equal('alert');
    expect(regionOf(element).textContent).to.contain('Nothing was sent');
    element.fake.dispatch({ type: 'resumed', payment, status: 'pending', since: 0 });
    await later(element, 500);
    expect(regionOf(element).role).to.equal('status');
  });

  it('stays empty while the sheet is closed', async () => {
    const element = await pay();
    element.fake.goTo('processing');
    await later(element, 500);
    expect(element.childNodes).to.have.lengthOf(0);
  });

  it('is restored when the page removes the element’s children', async () => {
    const element = await pay({ open: '' });
    element.replaceChildren();
    element.fake.goTo('processing');
    await later(element, 500);
    expect(regionOf(element).textContent).to.contain('sent');
  });

  it('has its own slot and does not count as content when the page adds none', async () => {
    const element = await pay({ open: '' });
    await rendered(element);
    expect(regionOf(element).slot).to.equal('hub-announcer');
    expect([...element.childNodes].filter((node) => !(node as Element).slot)).to.have.lengthOf(0);
  });

  for (const layout of ['button', 'panel'])
    it(`adds no child to the page’s element until the payer opens or reaches it: ${layout}`, async () => {
      const element = await pay({ layout });
      element.fake.goTo('reviewing');
      await later(element, 500);
      expect(element.childNodes).to.have.lengthOf(0);
      if (layout === 'button') element.show();
      else element.find('secondary')?.focus();
      element.requestUpdate();
      await later(element, 500);
      expect(regionOf(element).textContent).to.contain('Pay');
    });

  it('announces a payment that goes on after a reload, though the payer has not reached the panel', async () => {
    const element = await pay({ layout: 'panel' });
    element.fake.goTo('processing');
    await later(element, 500);
    expect(regionOf(element).textContent).to.contain('sent');
  });
});
