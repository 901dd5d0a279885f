/** The order that every page charges, in test mode. */
import type { HubPayProps } from 'hub-pay/react';

export const order: HubPayProps = {
  baseUrl: 'demo:',
  destinationChainId: 84532,
  destinationCurrency: 'USDC',
  amount: '25.00',
  recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
  merchant: 'Acme Coffee',
  summary: [{ label: 'Coffee beans, 1 kg', amount: '25.00' }],
};
