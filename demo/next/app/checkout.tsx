'use client';
/** A client component hears the events, and asks the server to verify the payment. */
import { HubPay, type HubPayEventMap } from 'hub-pay/react';
import { useState } from 'react';
import { orderOf } from './order';

export function Checkout({ id }: { id: string }) {
  const [heard, setHeard] = useState('');
  const hear = ({ type }: { type: string }) => setHeard((before) => `${before} ${type}`);
  const verify = async (event: HubPayEventMap['hub-success']) => {
    hear(event);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ requestId: event.detail.requestId });
    hear({ type: await (await fetch(`/api/orders/${id}/shipping`, { ...init, body })).text() });
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
