/** The checkout in test mode, and the events that the page hears. */
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import 'hub-pay';
import type { HubPayEventMap } from 'hub-pay';

@Component({
  selector: 'app-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>Acme Coffee</h1>
      <hub-pay
        base-url="demo:"
        destination-chain-id="84532"
        destination-currency="USDC"
        amount="25.00"
        recipient="0x7A3bC1de5f60718293a4B5c6d7E8f90123456789"
        merchant="Acme Coffee"
        reference="order-1042"
        [summary]="summary"
        (hub-ready)="hear($event)"
        (hub-confirm)="hear($event)"
        (hub-success)="paid($event)"
      >
        <a href="/invoice">Pay another way</a>
      </hub-pay>
      <p>
        Events: <output>{{ heard().join(' ') }}</output>
      </p>
    </main>
  `,
})
export class Checkout {
  summary = [{ label: 'Coffee beans, 1 kg', amount: '25.00' }];
  heard = signal<string[]>([]);

  hear({ type }: Event): void {
    this.heard.update((before) => [...before, type]);
  }

  /** The strict template gives the event its own type. */
  paid(event: HubPayEventMap['hub-success']): void {
    if (event.detail.requestId) this.hear(event);
  }
}
