/** A server component renders the element. It has no handlers: `confirm-url` stores the request id. */
import { HubPay } from 'hub-pay/react';
import { orderOf } from './order';

export default function Page() {
  return (
    <HubPay {...orderOf('1042')}>
      <a href="/invoice">Pay another way</a>
    </HubPay>
  );
}
