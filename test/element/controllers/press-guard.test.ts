/**
 * Tests the press that pays. Repeated presses count once. A press does not count if the quote changed less than 400 ms
 * ago, or if something covers the button.
 */
import { expect } from '@open-wc/testing';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { cleanUp, intent, pay, quote, receives, rendered, type TestPay } from '../../support/pages/element.js';

describe('pay button press', () => {
  let clock: SinonFakeTimers;
  let element: TestPay;

  const primary = (): HTMLButtonElement => element.shadowRoot!.querySelector<HTMLButtonElement>('[part="primary"]')!;
  const pass = async (ms: number): Promise<void> => {
    await clock.tickAsync(ms);
    await rendered(element);
  };

  beforeEach(async () => {
    clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    element = await pay({ open: '' });
    await rendered(element);
    element.fake.goTo('reviewing');
    await rendered(element);
  });

  const lookAt = async (layout: string): Promise<void> => {
    element.layout = layout as 'button' | 'panel';
    await rendered(element);
    element.fake.goTo('reviewing');
    await rendered(element);
  };

  afterEach(() => {
    clock.restore();
    cleanUp();
  });

  it('H9 counts only when the quote has been unchanged for 400 ms; before, the button is disabled', async () => {
    expect(primary().disabled).to.equal(true);
    await pass(399);
    expect(primary().disabled).to.equal(true);
    await pass(1);
    expect(primary().disabled).to.equal(false);
    primary().click();
    expect(element.fake.count('confirmed')).to.equal(1);
  });

  it('H9 S-43 counts a press to sign again once, and only when the numbers have been on the screen for 400 ms', async () => {
    element.fake.goTo('processing');
    await rendered(element);
    await pass(1_000);
    const step = { id: 'authorize1', kind: 'signature', index: 0, count: 1 } as const;
    element.fake.dispatch({ type: 'signature-asked', step });
    await rendered(element);
    expect(primary().disabled).to.equal(true);
    primary().click();
    expect(element.fake.count('signature-confirmed')).to.equal(0);
    await pass(400);
    expect(primary().disabled).to.equal(false);
    primary().click();
    primary().click();
    expect(element.fake.count('signature-confirmed')).to.equal(1);
  });

  it('H9 waits again when the amounts or the recipient change', async () => {
    for (const change of [
      { receives: { ...receives, amount: '1' } },
      { receives: { ...receives, minimumAmount: '1' } },
      { recipient: '0xcc' },
    ]) {
      await pass(400);
      expect(primary().disabled).to.equal(false);
      element.refreshQuote();
      element.fake.dispatch({ type: 'quote-guarded', intent, quote: { ...quote, ...change } });
      await rendered(element);
      expect(primary().disabled, JSON.stringify(change)).to.equal(true);
    }
  });

  it('H9 does nothing when the quote has changed and the screen does not show it yet', async () => {
    await pass(400);
    const button = primary();
    element.refreshQuote();
    element.fake.dispatch({ type: 'quote-guarded', intent, quote: { ...quote, recipient: '0xcc' } });
    button.click();
    expect(element.fake.count('confirmed')).to.equal(0);
  });

  it('does not wait again when a refreshed quote has the same values', async () => {
    await pass(400);
    element.refreshQuote();
    await rendered(element);
    expect(primary().disabled).to.equal(true);
    element.fake.dispatch({ type: 'quote-guarded', intent, quote: structuredClone(quote) });
    await rendered(element);
    expect(primary().disabled).to.equal(false);
  });

  it('disables the button of a panel while the element is disabled', async () => {
    await lookAt('panel');
    element.disabled = true;
    await pass(400);
    expect(primary().disabled).to.equal(true);
    element.disabled = false;
    await pass(400);
    expect(primary().disabled).to.equal(false);
  });

  it('F-61 pays once when there are ten clicks in 300 ms', async () => {
    await pass(400);
    for (let i = 0; i < 10; i++) {
      primary().click();
      await pass(30);
    }
    expect(element.fake.count('confirmed')).to.equal(1);
  });

  it('F-61 pays once when there are ten clicks in one task', async () => {
    await pass(400);
    const button = primary();
    for (let i = 0; i < 10; i++) button.click();
    expect(element.fake.count('confirmed')).to.equal(1);
  });

  it('waits 400 ms again when the payer rejects in the wallet', async () => {
    await pass(400);
    primary().click();
    element.fake.goTo('authorizing');
    const problem = { code: 'wallet-rejected', money: 'not-sent', message: '', retryable: true, docsUrl: '' } as const;
    element.fake.dispatch({ type: 'rejected', problem });
    await rendered(element);
    expect(element.state.name).to.equal('reviewing');
    expect(primary().disabled).to.equal(true);
    await pass(400);
    expect(primary().disabled).to.equal(false);
  });

  it('does nothing when the element is disabled', async () => {
    await pass(400);
    element.disabled = true;
    primary().click();
    await rendered(element);
    expect(element.fake.count('confirmed')).to.equal(0);
  });

  describe('H9 when the button is covered', () => {
    const covers: readonly (readonly [what: string, layout: string, cover: () => HTMLElement])[] = [
      ['another modal dialog', 'button', modalDialog],
      ['an element of the page', 'panel', overlay],
    ];
    for (const [what, layout, cover] of covers) {
      it(`is disabled under ${what} and enabled when the cover is removed`, async () => {
        await lookAt(layout);
        const over = cover();
        await pass(400);
        expect(primary().disabled).to.equal(true);
        over.remove();
        await pass(400);
        expect(primary().disabled).to.equal(false);
      });

      it(`does nothing when ${what} has just covered the button`, async () => {
        await lookAt(layout);
        await pass(400);
        const over = cover();
        primary().click();
        expect(element.fake.count('confirmed')).to.equal(0);
        over.remove();
        primary().click();
        expect(element.fake.count('confirmed')).to.equal(1);
      });
    }
  });

  for (const [what, hide] of [
    ['transparent', (place: HTMLElement) => place.style.setProperty('opacity', '0')],
    ['invisible', (place: HTMLElement) => place.style.setProperty('visibility', 'hidden')],
    ['not drawn', (place: HTMLElement) => place.style.setProperty('display', 'none')],
    ['skipped', (place: HTMLElement) => place.style.setProperty('content-visibility', 'hidden')],
  ] as const)
    for (const space of ['0', '300vh'])
      it(`H9 does nothing when the content of the page around a panel is ${what}, ${space} below its start`, async () => {
        cleanUp();
        const place = document.createElement('div');
        place.style.paddingBlockStart = space;
        document.body.append(place);
        element = await pay({ layout: 'panel' }, place);
        element.fake.goTo('reviewing');
        await rendered(element);
        await pass(400);
        expect(primary().disabled).to.equal(false);
        hide(place);
        primary().click();
        expect(element.fake.count('confirmed')).to.equal(0);
        await pass(400);
        expect(primary().disabled).to.equal(true);
        place.remove();
      });

  for (const style of ['opacity: 0', 'visibility: hidden', 'opacity: 0.5'])
    it(`H9 counts in a sheet although the page has \`${style}\` around it, because the payer sees the sheet`, async () => {
      cleanUp();
      const place = document.createElement('div');
      place.style.cssText = style;
      document.body.append(place);
      element = await pay({}, place);
      element.show();
      await rendered(element);
      element.fake.goTo('reviewing');
      await rendered(element);
      await pass(400);
      primary().click();
      expect(element.fake.count('confirmed')).to.equal(1);
      place.remove();
    });

  it('H9 counts when the button is scrolled out of the viewport', async () => {
    cleanUp();
    const far = document.createElement('div');
    far.style.paddingBlockStart = '300vh';
    document.body.append(far);
    element = await pay({ layout: 'panel' }, far);
    element.fake.goTo('reviewing');
    await rendered(element);
    await pass(400);
    expect(primary().getBoundingClientRect().top).to.be.greaterThan(innerHeight);
    expect(primary().disabled).to.equal(false);
    far.remove();
  });

  it('leaves no timer when the element is removed', async () => {
    element.fake.goTo('processing');
    await rendered(element);
    element.remove();
    await clock.tickAsync(0);
    expect(clock.countTimers()).to.equal(0);
  });
});

function modalDialog(): HTMLElement {
  const over = document.createElement('dialog');
  document.body.append(over);
  over.showModal();
  return over;
}

function overlay(): HTMLElement {
  const over = document.createElement('div');
  Object.assign(over.style, { position: 'fixed', inset: '0', opacity: '0.01' });
  document.body.append(over);
  return over;
}
