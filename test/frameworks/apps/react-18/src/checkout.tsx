/** The checkout in test mode, and the events that the page hears. */
import { HubPay } from 'hub-pay/react';
import { useState } from 'react';

const summary = [{ label: 'Coffee beans, 1 kg', amount: '25.00' }];

export function Checkout() {
  const [heard, setHeard] = useState<string[]>([]);
  const hear = ({ type }: Event) => setHeard((before) => [...before, type]);
  return (
    <main id="shop">
      <h1>Acme Coffee</h1>
      <HubPay
        baseUrl="demo:"
        destinationChainId={84532}
        destinationCurrency="USDC"
        amount="25.00"
        recipient="0x7A3bC1de5f60718293a4B5c6d7E8f90123456789"
        merchant="Acme Coffee"
        reference="order-1042"
        summary={summary}
        onReady={hear}
        onConfirm={hear}
        onSuccess={hear}
      >
        <a href="/invoice">Pay another way</a>
      </HubPay>
      <p>
        Events: <output>{heard.join(' ')}</output>
      </p>
    </main>
  );
}
