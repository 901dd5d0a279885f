/** Tests that the element renders its content afresh when other code has removed nodes that Lit needs. */
import { expect } from '@open-wc/testing';
import { restore, type SinonFakeTimers, stub, useFakeTimers } from 'sinon';
import {
  cleanUp,
  intent,
  pay,
  pays,
  quote,
  recordWarnings,
  rendered,
  step,
  type TestPay,
} from '../support/pages/element.js';

const CHANGED = 'has changed the content of the element, so it was rendered afresh';
const newer = { ...quote, pays: { ...pays, amount: '9900000000000000', amountFormatted: '0.0099' } };
const textOf = (element: TestPay, part: string): string => element.find(part)!.textContent.replaceAll(/\s+/gu, ' ');

describe('content that other code has removed', () => {
  let clock: SinonFakeTimers;
  let warnings: string[];

  beforeEach(() => {
    clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    warnings = recordWarnings();
  });

  afterEach(() => {
    clock.restore();
    cleanUp();
    restore();
  });

  const pass = async (element: TestPay, ms: number): Promise<void> => {
    await clock.tickAsync(ms);
    await rendered(element);
  };

  /** Shows the review. `change` then runs while the element is outside the page, where nothing watches its content. */
  async function reviewing(layout: string, change: (root: ShadowRoot) => void): Promise<TestPay> {
    const element = await pay({ layout });
    element.show();
    await rendered(element);
    element.fake.goTo('reviewing');
    await rendered(element);
    await pass(element, 400);
    element.remove();
    change(element.shadowRoot!);
    document.body.append(element);
    await rendered(element);
    return element;
  }

  /** Removes the markers of Lit, as `innerHTML = innerHTML.replace(…)` does. */
  function strip(place: ParentNode & Node): void {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_COMMENT);
    const found: ChildNode[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Comment);
    for (const comment of found) comment.remove();
  }

  for (const [what, change] of [
    ['the markers of Lit', strip],
    ['everything', (root: ShadowRoot) => root.replaceChildren()],
    [
      'the list of amounts',
      (root: ShadowRoot) => root.querySelectorAll('dl').forEach((list) => list.replaceChildren()),
    ],
  ] as const)
    for (const layout of ['button', 'panel'])
      it(`H9 shows a newer price, and pays it only when it is shown, if ${what} was removed (${layout})`, async () => {
        const element = await reviewing(layout, change);
        element.refreshQuote();
        await rendered(element);
        element.fake.dispatch({ type: 'quote-guarded', intent, quote: newer });
        await rendered(element);
        expect(textOf(element, 'quote')).to.contain('0.0099 ETH');
        expect(textOf(element, 'primary')).to.contain('Pay 0.0099 ETH');
        element.press('primary');
        expect(element.fake.count('confirmed')).to.equal(0);
        await pass(element, 400);
        element.press('primary');
        expect(element.fake.count('confirmed')).to.equal(1);
        expect(element.shadowRoot!.querySelectorAll('[part~="primary"]')).to.have.length(1);
        if (layout === 'button') expect(element.find('dialog')!.matches(':modal, :popover-open')).to.equal(true);
        expect(element.open).to.equal(layout === 'button');
        expect(warnings.filter((line) => line.includes(CHANGED)).length).to.be.at.most(1);
      });

  it('says on the console that other code has changed the content, once for each element', async () => {
    const element = await reviewing('panel', strip);
    for (let times = 0; times < 2; times += 1) {
      strip(element.shadowRoot!);
      element.fake.goTo('authorizing');
      await rendered(element);
    }
    expect(warnings.filter((line) => line.includes(CHANGED))).to.have.length(1);
    expect(element.find('panel')!.dataset['state']).to.equal('authorizing');
  });

  it('stays a popover while a wallet is asked, so that the wallet’s own window in the page can be used', async () => {
    const element = await reviewing('button', () => undefined);
    element.fake.goTo('authorizing');
    await rendered(element);
    expect(element.find('dialog')!.matches(':popover-open')).to.equal(true);
    element.remove();
    strip(element.shadowRoot!);
    document.body.append(element);
    element.fake.dispatch({ type: 'step-phase', step, phase: 'confirming' });
    for (let times = 0; times < 3; times += 1) await rendered(element);
    expect(warnings.filter((line) => line.includes(CHANGED))).to.have.length(1);
    expect(element.find('dialog')!.matches(':popover-open')).to.equal(true);
    expect(element.find('dialog')!.hasAttribute('data-aside')).to.equal(false);
  });

  it('keeps the screen when the content cannot be described at all, and pays nothing until it can be', async () => {
    // The runner logs the error, which Lit throws again outside the promise of the update.
    stub(console, 'error');
    const element = await reviewing('panel', () => undefined);
    await pass(element, 400);
    element.messages = Object.defineProperty({}, 'review.pay', {
      enumerable: true,
      get: () => {
        throw new Error('no text');
      },
    });
    element.refreshQuote();
    element.fake.dispatch({ type: 'quote-guarded', intent, quote: newer });
    const failed = await element.updateComplete.then(
      () => 'rendered',
      (error: unknown) => String(error),
    );
    expect(failed).to.equal('Error: no text');
    expect(textOf(element, 'primary')).to.contain('Pay 0.0071 ETH');
    await clock.tickAsync(800);
    element.press('primary');
    expect(element.fake.count('confirmed')).to.equal(0);
    element.messages = undefined;
    await rendered(element);
    await pass(element, 400);
    element.press('primary');
    expect(element.fake.count('confirmed')).to.equal(1);
  });
});
