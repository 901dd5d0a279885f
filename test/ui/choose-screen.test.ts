/** Tests which screen a state shows: one usual screen for each place, and at most one special screen at a time. */
import { expect } from '@open-wc/testing';
import { everyState } from '../../stories/support/every-state.js';
import { historyScreen, payments } from '../../stories/support/past-payments.js';
import { awaiting, failed, NOW, selecting } from '../../stories/support/payments.js';
import { contextOf, type StageOptions } from '../../stories/support/stage.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import { screenOf, viewOf } from '../../src/ui/choose-screen.js';
import { emptyLocal, type Place, type Screen } from '../../src/ui/context/view-context.js';
import * as table from '../../src/ui/screens.js';

const usual: readonly Screen[] = Object.values(table);
const idOf = (state: PaymentState, options: StageOptions = {}, leaving = ''): string =>
  screenOf(state, contextOf(options, { ...emptyLocal, leaving })).id;

describe('screenOf', () => {
  it('finds exactly one screen without a condition for each state and for the past payments', () => {
    const places = new Set<Place>([...everyState.map(({ name }) => name), 'history']);
    expect(places.size).to.equal(11);
    for (const place of places) {
      const shown = usual.filter(({ on, ...screen }) => on.includes(place) && !screen.when);
      expect(shown, place).to.have.length(1);
    }
  });

  it('lets at most one screen with a condition claim a state, so that the order of the lines means nothing', () => {
    const late = contextOf({});
    const all = [...usual, ...late.depositScreens!.screens, ...late.choiceScreens!.screens];
    for (const state of everyState)
      for (const leaving of ['', 'payment' in state ? state.payment.requestId : '']) {
        const ctx = contextOf({}, { ...emptyLocal, leaving });
        const claims = all.filter((screen) => screen.on.includes(state.name) && screen.when?.(state, ctx));
        expect(claims.length, state.name).to.be.lessThan(2);
      }
  });

  it('shows a special screen instead of the usual one', () => {
    const { payment } = failed();
    expect([idOf(failed()), idOf(failed(), {}, payment.requestId)]).to.deep.equal(['failed', 'pay-again']);
    const expired = awaiting({ deadline: NOW - 1 });
    expect([idOf(awaiting()), idOf(expired), idOf(expired, {}, expired.payment.requestId)]).to.deep.equal([
      'awaiting-deposit',
      'deposit-expired',
      'deposit-leaving',
    ]);
  });

  it('shows a stand-in with the same name until the code of a late screen has loaded', () => {
    const shown = [true, false].map((lateLoaded) => viewOf(awaiting(), contextOf({ lateLoaded })));
    expect(shown.map(({ id }) => id)).to.deep.equal(['awaiting-deposit', 'awaiting-deposit']);
    expect(shown.map(({ secondary }) => secondary?.label)).to.deep.equal(['Back', undefined]);
    const lists = [historyScreen({ payments }), {}].map((history) => viewOf(selecting(), contextOf({ history })));
    expect(lists.map(({ id }) => id)).to.deep.equal(['history', 'history']);
    expect(lists.map(({ secondary }) => secondary?.label)).to.deep.equal(['Back to the payment', undefined]);
  });

  it('shows the past payments in every state', () => {
    for (const state of everyState) expect(idOf(state, { history: historyScreen({ payments }) })).to.equal('history');
    expect(idOf(failed(), { history: historyScreen({ opened: payments[0]! }) })).to.equal('history-payment');
  });
});
