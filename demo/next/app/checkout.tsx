'use client';
/** A client component hears the events, and asks the server whether the order is paid. */
import { HubPay, type HubPayEventMap } from 'hub-pay/react';
import { useState } from 'react';
import { orderOf } from './order';

export function Checkout({ id }: { id: string }) {
  const [heard, setHeard] = useState('');
  const hear = ({ type }: { type: string }) => setHeard((before) => `${before} ${type}`);
  const verify = async (event: HubPayEventMap['hub-success']) => {
    hear(event);
    hear({ type: (await (await fetch(`/api/orders/${id}`)).json()).status });
  };
  return (
    <main>
      <HubPay {...orderOf(id)} onReady={hear} onConfirm={hear} onSuccess={(event) => void verify(event)}>
        <a href="/invoice">Pay another way</a>
      </HubPay>
      <output>{heard}</output>
    </main>
  );
}
