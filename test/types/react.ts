/** Type tests of the React component: its props, handlers and reference. */
import { createElement, createRef } from 'react';
import { HubPay, type HubPayElement, type HubPayProps } from '../../src/react.js';
import type { PaymentResult, StepRef } from '../../src/index.js';
import { equal } from './equal.js';

export const right: HubPayProps = {
  baseUrl: 'https://shop.example/hub',
  destinationChainId: 42161,
  amount: '25.00',
  registry: { chains: [] },
  open: true,
  className: 'wide',
  style: { '--hub-radius': '4px', color: 'red' },
  title: 'Pay',
  onClick: ({ currentTarget }) => currentTarget.show(),
  onSuccess: ({ detail }) => equal<PaymentResult>()(detail),
  onStep: ({ detail }) => equal<StepRef>()(detail.step),
  onConfirm: ({ detail }) => {
    detail.waitUntil(Promise.resolve(detail.quote.requestId));
  },
  onStateChange: ({ detail }) => detail.state,
  onChange: (event) => equal<Event>()(event),
};

export function wrong(): HubPayProps[] {
  return [
    // @ts-expect-error There is no handler of this name.
    { onSucces: () => undefined },
    // @ts-expect-error There is no prop of this name.
    { ammount: '25.00' },
    // @ts-expect-error An amount is a text.
    { amount: 25 },
    // @ts-expect-error There is no such layout.
    { layout: 'modal' },
    // @ts-expect-error The state is read only, so it is no prop.
    { state: { name: 'idle' } },
    // @ts-expect-error The detail of this event has no such member.
    { onSuccess: ({ detail }) => typeof detail.amount },
    // @ts-expect-error The content comes from `children` alone.
    { dangerouslySetInnerHTML: { __html: '' } },
    // @ts-expect-error No CSS custom property of the element begins like this.
    { style: { '--hup-radius': '4px' } },
  ];
}

export function reference(): void {
  const element = createRef<HubPayElement>();
  createElement(HubPay, { ref: element });
  element.current?.show('history');
  const other = createRef<HTMLInputElement>();
  // @ts-expect-error The reference is the element itself.
  createElement(HubPay, { ref: other });
}
