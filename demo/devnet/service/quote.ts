/** `POST /quote/v2` and `POST /quote`: a price, the steps that pay it, and the order that the solver will hold to. */

import { randomBytes } from 'node:crypto';
import { keccak256, stringToHex, toHex } from 'viem';
import { addresses } from '../chains.js';
import { isNative } from '../currencies.js';
import { refusedQuote } from '../refused.js';
import { tamper } from '../tamper.js';
import { detailsOf, feesOf } from './details.js';
import type { Endpoint, Service } from './endpoint.js';
import { orderDataOf } from './order-data.js';
import { freeOf, priceOf } from './price.js';
import type { QuoteAnswer } from './quote-answer.js';
import { checkQuoteBody, type QuoteBody } from './quote-fields.js';
import { protocolName, routeOf } from './route.js';
import { balanceOf, evmSteps } from './steps-evm.js';

export const quote: Endpoint = {
  method: 'POST',
  path: /^\/quote(?:\/v2)?$/,
  async answer({ body, headers }, service) {
    const key = headers['x-api-key'];
    const honest = await makeQuote(checkQuoteBody(body), service, typeof key === 'string' ? key : undefined);
    const { tamper: how } = service.faults.on;
    return how ? tamper(honest, how) : honest;
  },
};

/** How long a deposit may take to come, in seconds. */
const ORDER_TTL = 3_600;

async function makeQuote(body: QuoteBody, service: Service, apiKey: string | undefined): Promise<QuoteAnswer> {
  const route = routeOf(body, service);
  const { origin, destination, from, to, user, recipient, refundTo } = route;
  const price = route.kind === 'send' ? freeOf(BigInt(body.amount)) : priceOf(from, to, body);
  const { input, output } = price;
  const isFilled = route.kind === 'deposit';
  if (isFilled && (await service.solver.chain(destination.id)!.liquidity(to.address)) < output) {
    throw refusedQuote('INSUFFICIENT_LIQUIDITY', `Insufficient liquidity of ${to.symbol} on ${destination.name}`);
  }
  const createdAt = Date.now();
  const deadline = Math.floor(createdAt / 1_000) + ORDER_TTL;
  const orderData = orderDataOf(route, price, deadline);
  const orderId = keccak256(stringToHex(JSON.stringify(orderData)));
  const requestId = toHex(randomBytes(32));
  const [{ steps, networkFee, plain }, userBalance] = await Promise.all([
    evmSteps({ route, price, requestId, orderId, explicitDeposit: body.explicitDeposit ?? true }),
    balanceOf(origin, from, user),
  ]);
  const native = service.currencies.find((each) => each.chainId === origin.id && isNative(each))!;
  const fees = feesOf(from, native, price, networkFee);
  const details = detailsOf({ from, to, price, sender: user, recipient, userBalance });
  service.state.add({
    requestId,
    orderId,
    createdAt,
    origin: { chainId: origin.id, currency: from.address, amount: input, user, refundTo },
    destination: { chainId: destination.id, currency: to.address, amount: output, recipient },
    deadline: deadline * 1_000,
    ...(plain && { plain }),
    quoted: {
      details,
      fees,
      orderData,
      ...(body.referrer === undefined ? {} : { referrer: body.referrer }),
      ...(apiKey === undefined ? {} : { apiKey }),
    },
  });
  const paymentDetails = {
    chainId: protocolName(origin),
    depository: addresses.depository,
    currency: from.address,
    amount: String(input),
  };
  return { requestId, steps, fees, details, protocol: { v2: { orderId, orderData, paymentDetails } } };
}
