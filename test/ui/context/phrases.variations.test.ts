/** Variations of findings about what a payer reads and sees: other screens, other values and other languages. */
import { expect } from '@open-wc/testing';
import { errorCodes, type ErrorCode } from '../../../src/errors.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import { contextOf } from '../../../stories/support/stage.js';
import {
  assetOf,
  failed,
  problem,
  processing,
  refunded,
  selecting,
  succeeded,
} from '../../../stories/support/payments.js';
import { announcementOf } from '../../../src/ui/announcement.js';
import { clear, screen } from '../support.js';

const codes = Object.keys(errorCodes) as ErrorCode[];
const BEFORE = /othing was|set up|still in your wallet|Not enough|too (small|large)|can’t switch/;

/** Screens on which the money is out, each with any error. */
const screens: Readonly<Record<string, (code: ErrorCode) => PaymentState>> = {
  'the payment is slow': (code) => processing({ slow: true, problem: { ...problem(code), money: 'on-its-way' } }),
  'the outcome is unknown': (code) =>
    processing({ status: 'unknown', sent: true, problem: { ...problem(code), money: 'unknown' } }),
  'a batch was signed': (code) => processing({ sent: false, problem: { ...problem(code), money: 'unknown' } }),
};

describe('a variation of the words for an error', () => {
  afterEach(clear);

  for (const [what, make] of Object.entries(screens)) {
    it(`W-2 uses no words of an error before the payment when ${what}`, () => {
      for (const code of codes) {
        const state = make(code);
        for (const said of [screen(state).read('notice'), announcementOf(state, contextOf({})).text])
          expect(said, code).not.to.match(BEFORE);
      }
    });
  }

  it('W-2 uses no words of an error before the payment on the screens after it', () => {
    for (const state of [failed(), refunded(null), succeeded])
      expect(screen(state).text()).not.to.match(/set up|Nothing was sent/);
  });
});

/** The places of the rows of the list, and of the button below it. */
const places = (state: PaymentState): number[] => {
  const view = screen(state);
  const all = [...view.all('asset'), ...view.all('primary')];
  return all.map((each) => Math.round(each.getBoundingClientRect().top));
};
/** The first two rows have changed, and the last one can still be paid with. */
const list = (change: object): PaymentState =>
  selecting({
    assets: ['ETH', 'USDC', 'DAI'].map((symbol, index) => ({
      ...assetOf(8453, symbol, '5'),
      ...(index < 2 && change),
    })),
  });

describe('a variation of the place of the rows', () => {
  afterEach(clear);

  for (const [what, before, after] of [
    ['a price arrives', { pricing: true }, { pricing: false }],
    ['a price is refused', { pricing: true }, { pricing: false, disabled: 'no-route' }],
    ['a balance turns out to be too small', { pricing: true }, { pricing: false, disabled: 'insufficient-funds' }],
  ] as const) {
    it(`P-25 moves no row and no button when ${what}`, () => {
      expect(places(list(after))).to.deep.equal(places(list(before)));
    });
  }
});
