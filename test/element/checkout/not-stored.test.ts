/** Tests when the element says that nobody waited for a request id to be stored. */
import { expect } from '@open-wc/testing';
import { restore } from 'sinon';
import type { ConfirmDetail } from '../../../src/events.js';
import { cleanUp, pay, quote, recordWarnings, rendered, type TestPay } from '../../support/pages/element.js';

const LINE =
  '<test-pay> nobody waited for this request id to be stored, so your server may not accept the payment: set ' +
  'confirm-url, or call waitUntil(promise) in a hub-confirm listener.';

describe('not-stored', () => {
  let warnings: string[];
  let page: AbortController;
  beforeEach(() => {
    page = new AbortController();
    warnings = recordWarnings();
  });
  afterEach(() => {
    page.abort();
    cleanUp();
    restore();
  });

  /** A live tag whose session has confirmed twice. Returns what the session was told. */
  async function confirmed(
    attributes: Record<string, string>,
    listen: (element: TestPay) => void = () => undefined,
  ): Promise<string[]> {
    const element = await pay(attributes);
    listen(element);
    element.fake.goTo('reviewing');
    const told: string[] = [];
    const detail: ConfirmDetail = {
      quote,
      waitUntil: () => void told.push('waitUntil'),
      preventDefault: () => void told.push('preventDefault'),
    };
    for (const _ of [1, 2]) {
      element.fake.store.emit('hub-confirm', detail);
      // The line comes before the session goes on, which it does in a later microtask.
      await Promise.resolve();
    }
    await rendered(element);
    return told;
  }
  const lines = (): string[] => warnings.filter((line) => line.includes('request id'));
  const reference = 'order-1042';

  for (const [what, listen] of [
    ['no listener', undefined],
    ['a listener that only reads', (element) => element.addEventListener('hub-confirm', ({ detail }) => detail.quote)],
    ['a listener of the session', (element) => element.session!.on('hub-confirm', ({ quote: shown }) => shown)],
  ] as readonly [string, ((element: TestPay) => void)?][])
    it(`says once, on a live page, that nobody waited, if the tag has a reference and ${what}`, async () => {
      expect(await confirmed({ reference }, listen)).to.deep.equal([]);
      expect(lines()).to.deep.equal([LINE]);
    });

  for (const [what, attributes, listen, told] of [
    [
      'a listener of the page waits',
      { reference },
      (element) => element.addEventListener('hub-confirm', ({ detail }) => detail.waitUntil(Promise.resolve())),
      'waitUntil',
    ],
    [
      'a listener on the document waits',
      { reference },
      () =>
        document.addEventListener(
          'hub-confirm',
          (event) => (event as CustomEvent<ConfirmDetail>).detail.waitUntil(Promise.resolve()),
          { signal: page.signal },
        ),
      'waitUntil',
    ],
    [
      'a listener of the session waits',
      { reference },
      (element) => element.session!.on('hub-confirm', ({ waitUntil }) => waitUntil(Promise.resolve())),
      'waitUntil',
    ],
    [
      'a listener stops the payment',
      { reference },
      (element) => element.addEventListener('hub-confirm', (event) => event.preventDefault()),
      'preventDefault',
    ],
    ['the tag has confirm-url', { reference, 'confirm-url': '/confirm' }, undefined, undefined],
    ['the tag has no order', {}, undefined, undefined],
  ] as readonly [string, Record<string, string>, ((element: TestPay) => void) | undefined, string | undefined][])
    it(`says nothing if ${what}`, async () => {
      expect(new Set(await confirmed(attributes, listen))).to.deep.equal(new Set(told === undefined ? [] : [told]));
      expect(lines()).to.deep.equal([]);
    });
});
