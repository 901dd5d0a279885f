'use client';
/** A client component hears the events. */
import { HubPay } from 'hub-pay/react';
import { useState } from 'react';
import { order } from './order';

export function Checkout() {
  const [heard, setHeard] = useState<string[]>([]);
  const hear = ({ type }: Event) => setHeard((before) => [...before, type]);
  return (
    <main>
      <HubPay {...order} onReady={hear} onConfirm={hear} onSuccess={hear}>
        <a href="/invoice">Pay another way</a>
      </HubPay>
      <p>
        Events: <output>{heard.join(' ')}</output>
      </p>
    </main>
  );
}
