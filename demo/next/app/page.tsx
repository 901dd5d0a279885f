/** A server component renders the element. It has no handlers, so confirm-url stores the request id. */
import { HubPay } from 'hub-pay/react';
import { order } from './order';

export default function Page() {
  return (
    <HubPay {...order} confirmUrl="/api/orders/1042/payment">
      <a href="/invoice">Pay another way</a>
    </HubPay>
  );
}
