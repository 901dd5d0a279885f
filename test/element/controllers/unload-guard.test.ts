/**
 * Tests what happens when the payer leaves a page that cannot persist its payment. The browser asks for confirmation,
 * but only while a payment is running.
 */
import { expect } from '@open-wc/testing';
import { cleanUp, pay, rendered } from '../../support/pages/element.js';

/** True if the browser would ask before leaving the page. */
const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('unload guard', () => {
  afterEach(cleanUp);

  it('F-165 asks before the page is left only while a payment runs that cannot be stored', async () => {
    const element = await pay({ open: '' });
    element.fake.durable = false;
    const asked: Record<string, boolean> = {};
    for (const state of ['selecting', 'reviewing', 'authorizing', 'processing', 'succeeded'] as const) {
      element.fake.goTo(state);
      await rendered(element);
      asked[state] = asks();
    }
    expect(asked).to.deep.equal({
      selecting: false,
      reviewing: false,
      authorizing: true,
      processing: true,
      succeeded: false,
    });
  });

  it('does not ask when the payment is stored', async () => {
    const element = await pay();
    element.fake.goTo('processing');
    await rendered(element);
    expect(asks()).to.equal(false);
  });

  it('stops when the element is removed and continues when it is moved', async () => {
    const element = await pay();
    element.fake.durable = false;
    element.fake.goTo('processing');
    await rendered(element);
    const box = document.createElement('section');
    document.body.append(box);
    box.append(element);
    await rendered(element);
    expect(asks()).to.equal(true);
    box.remove();
    expect(asks()).to.equal(false);
  });

  it('F-165 shows one warning line when a running payment cannot be stored', async () => {
    const element = await pay({ open: '' });
    const warning = 'This page cannot remember the payment. Keep it open until it has ended.';
    const shown = (): number => (element.shadowRoot?.textContent ?? '').split(warning).length - 1;
    element.fake.goTo('authorizing');
    await rendered(element);
    expect(shown()).to.equal(0);
    element.fake.durable = false;
    for (const state of ['authorizing', 'processing'] as const) {
      element.fake.goTo(state);
      element.requestUpdate();
      await rendered(element);
      expect([state, shown()]).to.deep.equal([state, 1]);
      expect(element.shadowRoot?.textContent).not.to.contain('You can close');
    }
    element.fake.goTo('succeeded');
    await rendered(element);
    expect(shown()).to.equal(0);
  });
});
