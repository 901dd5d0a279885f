/** The checkout in test mode, and the events that the page hears. */
import 'hub-pay';
import 'hub-pay/jsx';
import { createSignal } from 'solid-js';

const summary = [{ label: 'Coffee beans, 1 kg', amount: '25.00' }];

export function Checkout() {
  const [heard, setHeard] = createSignal<string[]>([]);
  const hear = ({ type }: Event) => setHeard((before) => [...before, type]);
  return (
    <main>
      <hub-pay
        base-url="demo:"
        destination-chain-id="84532"
        destination-currency="USDC"
        amount="25.00"
        recipient="0x7A3bC1de5f60718293a4B5c6d7E8f90123456789"
        merchant="Acme Coffee"
        prop:summary={summary}
        on:hub-ready={hear}
        on:hub-confirm={hear}
        on:hub-success={hear}
      >
        <a href="/invoice">Pay another way</a>
      </hub-pay>
      <p>
        Events: <output>{heard().join(' ')}</output>
      </p>
    </main>
  );
}
