/** Builds one record of `GET /requests/v2`, including members that the service does not document. */

import type { AmountObject } from '../orders/currencies.js';
import { statusOf, type Order } from '../orders/order-state.js';
import type { ServiceChain, TransactionEntry } from './service-chain.js';

export async function requestRecord(
  order: Order,
  chains: readonly ServiceChain[],
  includeOrderData: boolean,
): Promise<Record<string, unknown>> {
  const { origin, destination, quoted } = order;
  const { details, fees } = quoted;
  const [inTxs, outTxs] = await Promise.all([entries(order.deposits, chains), entries(order.payouts, chains)]);
  const feeParts = (pick: (amount: AmountObject) => string): Record<string, string> => ({
    gas: pick(fees['hubGas']!),
    fixed: '0',
    price: pick(fees['hubService']!),
  });
  return {
    id: order.requestId,
    status: statusOf(order),
    user: origin.user,
    recipient: destination.recipient,
    depositAddress: addressOf(order),
    ...(quoted.referrer === undefined ? {} : { referrer: quoted.referrer }),
    data: {
      subsidizedRequest: quoted.feeSponsorship !== undefined,
      fees: feeParts(({ amount }) => amount),
      feesUsd: feeParts(({ amountUsd }) => amountUsd),
      inTxs,
      outTxs,
      currency: details.currencyIn.currency.symbol.toLowerCase(),
      price: details.currencyIn.amount,
      usesExternalLiquidity: false,
      metadata: {
        sender: origin.user,
        recipient: destination.recipient,
        currencyIn: details.currencyIn,
        currencyOut: details.currencyOut,
        rate: details.rate,
        route: details.route,
      },
      ...(quoted.feeSponsorship && {
        feeSponsorship:
          statusOf(order) === 'success' ? quoted.feeSponsorship : { quoted: quoted.feeSponsorship.quoted },
      }),
      failReason: order.failReason ?? 'N/A',
      refundFailReason: order.refundFailReason ?? 'N/A',
    },
    protocol: { v2: { orderId: order.orderId, ...(includeOrderData ? { orderData: quoted.orderData } : {}) } },
    partnerId: null,
    ...(order.parentId === undefined ? {} : { parentRequestId: order.parentId }),
    createdAt: new Date(order.createdAt).toISOString(),
    updatedAt: new Date(order.updatedAt).toISOString(),
  };
}

function addressOf({ depositAddress, deposits }: Order): Record<string, unknown> | null {
  if (!depositAddress) return null;
  const { address, type } = depositAddress;
  return { address, depositAddressType: type, depositor: address, depositTxHash: deposits[0]?.hash };
}

async function entries(
  hashes: readonly { chainId: number; hash: string }[],
  chains: readonly ServiceChain[],
): Promise<TransactionEntry[]> {
  const found = await Promise.all(
    hashes.map(async ({ chainId, hash }) => chains.find(({ id }) => id === chainId)?.readTransaction(hash)),
  );
  return found.filter((entry) => entry !== undefined);
}
