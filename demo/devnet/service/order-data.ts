/** Builds `protocol.v2.orderData` of a quote, in the format `v1`. */

import { randomBytes } from 'node:crypto';
import { toHex, type Hex } from 'viem';
import { solver } from '../base/accounts.js';
import type { QuotePrice } from '../orders/quote-price.js';
import type { OrderData } from '../orders/quote-answer.js';
import { protocolName, type Route } from './service-chain.js';

/** @param deadline Unix time in seconds */
export function orderDataOf(route: Route, price: QuotePrice, deadline: number): OrderData {
  const { from, to, recipient, refundTo } = route;
  const origin = protocolName(route.origin);
  const destination = protocolName(route.destination);
  const extraData: Hex = '0x';
  return {
    version: 'v1',
    solverChainId: destination,
    solver: solver.address.toLowerCase(),
    salt: toHex(randomBytes(32)),
    inputs: [
      {
        payment: { chainId: origin, currency: from.address, amount: String(price.input), weight: '1' },
        refunds: [
          { chainId: origin, recipient: refundTo, currency: from.address, minimumAmount: '0', deadline, extraData },
        ],
      },
    ],
    output: {
      chainId: destination,
      payments: [
        {
          recipient,
          currency: to.address,
          minimumAmount: String(price.minimum),
          expectedAmount: String(price.output),
        },
      ],
      calls: route.txs.map(({ to, value, data }) => ({ to, value, data })),
      deadline,
      extraData,
    },
    fees: [],
  };
}
