/** Type tests of the element: its events and properties. */
import type { HubPay, HubPayEventMap, PaymentResult } from '../../src/index.js';
import { equal } from './equal.js';

declare const element: HubPay;

export function events(): void {
  element.addEventListener('hub-success', ({ detail }) => equal<PaymentResult>()(detail));
  document.addEventListener('hub-success', ({ detail }) => equal<PaymentResult>()(detail));
  element.addEventListener('hub-confirm', ({ detail }) => {
    detail.waitUntil(Promise.resolve(detail.quote.requestId));
  });
  // @ts-expect-error The detail of this event has no such member.
  element.addEventListener('hub-success', ({ detail }) => typeof detail.amount);
  // @ts-expect-error The listener expects another event.
  element.addEventListener('hub-success', (event: HubPayEventMap['hub-refund']) => event.detail.returned);
  // @ts-expect-error There is no event of this name, so its event has no detail.
  element.addEventListener('hub-done', ({ detail }) => typeof detail);
  // @ts-expect-error There is no event of this name.
  equal<never>()({} as HubPayEventMap['hub-done']);
}

export function properties(): void {
  element.amount = '25.00';
  element.registry = { chains: [] };
  // @ts-expect-error An amount is a text.
  element.amount = 25;
  // @ts-expect-error There is no such layout.
  element.layout = 'modal';
  // @ts-expect-error There is no such property.
  element.ammount = '25.00';
  // @ts-expect-error No message has this key.
  element.messages = { 'button.buy': 'Buy' };
  // @ts-expect-error The state is read only.
  element.state = { name: 'idle' };
}
