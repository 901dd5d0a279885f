/** Tests when test mode says that nobody stored the request id of a payment. */
import { expect } from 'chai';
import type { ConfirmDetail } from '../../src/events.js';
import { StoredNote } from '../../src/testing/not-stored.js';

/** Confirms twice. Returns the lines on the console, and what the listener called. */
async function confirmed(
  options: { reference?: string; confirmUrl?: string },
  listen: (detail: ConfirmDetail) => void,
): Promise<{ warned: string[]; called: string[] }> {
  const warned: string[] = [];
  const called: string[] = [];
  const detail = {
    quote: {} as never,
    waitUntil: () => void called.push('waitUntil'),
    preventDefault: () => void called.push('preventDefault'),
  };
  const note = new StoredNote((text) => void warned.push(text));
  for (const _ of [1, 2]) {
    note.begin({ reference: undefined, confirmUrl: undefined, ...options });
    listen(note.watched(detail));
    await Promise.resolve();
  }
  return { warned, called };
}

describe('StoredNote', () => {
  const reference = 'order-1042';

  it('warns once of a page whose listener neither waits nor stops the payment', async () => {
    const { warned } = await confirmed({ reference }, () => undefined);
    expect(warned).to.deep.equal([
      'nobody stored this request id, so your server cannot accept the payment: set confirm-url, or call ' +
        'waitUntil(promise) in a hub-confirm listener.',
    ]);
  });

  for (const [what, options, listen, called] of [
    ['waits for a promise', { reference }, ({ waitUntil }) => waitUntil(Promise.resolve()), 'waitUntil'],
    ['stops the payment', { reference }, ({ preventDefault }) => preventDefault(), 'preventDefault'],
    ['does nothing, but confirm-url is set', { reference, confirmUrl: '/confirm' }, () => undefined, undefined],
    ['does nothing, but the page has no order', {}, () => undefined, undefined],
  ] as readonly [string, { reference?: string }, (detail: ConfirmDetail) => void, string | undefined][])
    it(`does not warn if the listener ${what}`, async () => {
      const result = await confirmed(options, listen);
      expect(result).to.deep.equal({ warned: [], called: called ? [called, called] : [] });
    });
});
