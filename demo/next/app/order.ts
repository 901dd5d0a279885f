/** The orders of the shop. A real shop has them in a database. Without a service, the shop is in test mode. */
const service = process.env.NEXT_PUBLIC_HUB_SERVICE;
const own = process.env.NEXT_PUBLIC_SHOP_ADDRESS;
if (service && !own) throw new Error('Set NEXT_PUBLIC_SHOP_ADDRESS to your own address: it receives the money.');

export const orderOf = (id: string) => ({
  baseUrl: service ?? 'demo:',
  destinationChainId: 84532,
  destinationCurrency: 'USDC',
  amount: '25.00',
  recipient: own ?? '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
  merchant: 'Acme Coffee',
  reference: `order-${id}`,
  confirmUrl: `/api/orders/${id}/payment`,
  summary: [{ label: 'Coffee beans, 1 kg', amount: '25.00' }],
});
