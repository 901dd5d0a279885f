/** Tests that German texts keep the order of their amounts, words and signs in a page that runs from right to left. */
import { expect } from '@open-wc/testing';
import { texts as german } from '../../../src/i18n/locales/de.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import {
  awaiting,
  cappedQuote,
  problem,
  processing,
  quote,
  refunded,
  reviewing,
  selecting,
  sentPayment,
  succeeded,
} from '../../../stories/support/payments.js';
import type { StageOptions } from '../../../stories/support/stage.js';
import { clear, screen } from '../support.js';

const STATES: Readonly<Record<string, [state: PaymentState, options?: StageOptions]>> = {
  'an unfinished payment': [
    { name: 'idle', unfinished: sentPayment },
    { open: false, layout: 'button' },
  ],
  'the tokens': [selecting()],
  'the review': [reviewing()],
  'fees that the merchant pays': [reviewing({ quote: cappedQuote })],
  'a checkbox': [
    reviewing({ quote: { ...quote, warnings: [{ rule: 'account', path: 'intent.recipient', message: '' }] } }),
  ],
  'a price that moved': [reviewing({ problem: problem('price-moved') })],
  'a payment on its way': [processing({ sent: true })],
  'a deposit address': [awaiting()],
  'the receipt': [succeeded],
  'a refund': [refunded(quote.pays)],
};

describe('a page from right to left', () => {
  afterEach(() => {
    clear();
    document.dir = '';
  });

  it('puts the second link of a wide panel at the end of its line, whatever language its words have', () => {
    for (const [dir, side] of [
      ['rtl', 'left'],
      ['ltr', 'right'],
    ] as const) {
      document.dir = dir;
      const view = screen(reviewing(), { layout: 'panel' });
      expect(getComputedStyle(view.one('secondary')!).textAlign).to.equal(side);
      clear();
    }
  });

  for (const [name, [state, options]] of Object.entries(STATES)) {
    it(`keeps the order of German texts: ${name}`, () => {
      document.dir = 'rtl';
      const { root } = screen(state, {
        layout: 'panel',
        locale: 'de',
        messages: german,
        ...options,
      });
      for (const fold of root.querySelectorAll('details')) fold.open = true;
      const texts = textsOf(root);
      expect(texts.length).to.be.greaterThan(1);
      expect(texts.filter(isMixed).map(({ data }) => data)).to.deep.equal([]);
    });
  }
});

/** The visible texts of a shadow root. */
function textsOf(root: ShadowRoot): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    const isSeen = text.parentElement?.checkVisibility() === true && !text.parentElement.closest('.unseen');
    if (text instanceof Text && isSeen && /\p{L}|\d/u.test(text.data)) texts.push(text);
  }
  return texts;
}

/** Whether the first or the last sign of a text is on the wrong side of the sign beside it. */
function isMixed(text: Text): boolean {
  const signs = [...text.data.matchAll(/\S/gu)].map(({ index }) => placeOf(text, index));
  const pairs = [signs.slice(0, 2), signs.slice(-2)];
  return pairs.some(([left, right]) => left && right && left.top === right.top && left.left > right.left);
}

function placeOf(text: Text, at: number): DOMRect {
  const range = document.createRange();
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  return range.getBoundingClientRect();
}
