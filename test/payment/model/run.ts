/** Applies events to a state, one after the other. */
import { transition } from '../../../src/payment/model/machine.js';
import type { StateName } from '../../../src/events.js';
import type { PaymentEvent, PaymentState } from '../../../src/payment/model/state.js';
import { deepFreeze } from '../../../src/shared/deep-freeze.js';

export const run = (state: PaymentState, ...events: PaymentEvent[]): PaymentState =>
  events.reduce((at, event) => deepFreeze(transition(deepFreeze(at), deepFreeze(event))), state);

export const nameAfter = (state: PaymentState, ...events: PaymentEvent[]): StateName => run(state, ...events).name;
