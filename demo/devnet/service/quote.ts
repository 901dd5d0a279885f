/** `POST /quote/v2` and `POST /quote`: calculates the price, creates the steps and stores the order. */

import { randomBytes } from 'node:crypto';
import { keccak256, stringToHex, toHex, type Hex } from 'viem';
import { addresses } from '../evm/start-evm.js';
import { amountObject, coinOf, microUsdOf } from '../orders/currencies.js';
import { quoteError } from '../base/request-error.js';
import { tamper } from '../orders/tamper-quote.js';
import { detailsOf, feesOf } from '../orders/quote-details.js';
import type { ServiceEndpoint, Service } from './endpoint.js';
import { checkImpact, impactOf } from '../orders/price-impact.js';
import { orderDataOf } from './order-data.js';
import { freeOf, priceOf, unitsFor } from '../orders/quote-price.js';
import type { AnyStep, QuoteAnswer } from '../orders/quote-answer.js';
import { checkQuoteBody, type CheckedQuoteBody } from '../orders/quote-fields.js';
import { routeOf } from './route.js';
import { protocolName, type Route } from './service-chain.js';
import { sponsorPaymentOf, sponsorshipDetail } from '../orders/sponsorship.js';
import type { DepositAddress } from '../orders/order-state.js';
import { addressOf } from './steps-evm.js';

export const quote: ServiceEndpoint = {
  method: 'POST',
  path: /^\/quote(?:\/v2)?$/,
  async answer({ body, headers }, service) {
    const key = headers['x-api-key'];
    const honest = await makeQuote(checkQuoteBody(body), service, typeof key === 'string' ? key : undefined);
    const { tamper: how } = service.faults.on;
    return how ? tamper(honest as QuoteAnswer, how) : honest;
  },
};

/** Time limit of the deposit in seconds. */
const ORDER_TTL = 3_600;
/** Default of `permitExpiry` in seconds. */
const PERMIT_EXPIRY = 600;

async function makeQuote(
  body: CheckedQuoteBody,
  service: Service,
  apiKey: string | undefined,
): Promise<QuoteAnswer<AnyStep>> {
  const route = routeOf(body, service);
  const { origin, destination, from, to, user, recipient, refundTo } = route;
  // Only the route kind `deposit` has a price impact. All other kinds have fixed prices.
  const impact = route.kind === 'deposit' ? impactOf(from, to, body, service.faults.on.priceImpact) : 0n;
  const rent = body.subsidizeRent === true ? 0n : await destination.deliveryCost(to, recipient);
  const price = route.kind === 'send' ? freeOf(BigInt(body.amount)) : priceOf(from, to, body, impact, rent);
  const { input, output, sponsorship, topupMicroUsd } = price;
  const isFilled = route.kind === 'deposit' || route.kind === 'address';
  if (isFilled && (await service.solver.chain(destination.id)!.liquidity(to.address)) < output) {
    throw quoteError('INSUFFICIENT_LIQUIDITY', `Insufficient liquidity of ${to.symbol} on ${destination.name}`);
  }
  checkImpact(impact, body);
  const createdAt = Date.now();
  const deadline = Math.floor(createdAt / 1_000) + (service.faults.on.orderSeconds ?? ORDER_TTL);
  const orderData = orderDataOf(route, price, deadline);
  const orderId = keccak256(stringToHex(JSON.stringify(orderData)));
  const requestId = toHex(randomBytes(32));
  const [{ steps, networkFee, plain, permit }, userBalance] = await Promise.all([
    origin.stepsOf({
      route,
      price,
      requestId,
      orderId,
      body,
      explicitDeposit: body.explicitDeposit ?? true,
      ...(body.usePermit && { permitExpiry: body.permitExpiry ?? PERMIT_EXPIRY }),
    }),
    origin.balanceOf(from, user),
  ]);
  const native = coinOf(service.currencies, origin.id);
  const fees = feesOf(from, native, price, networkFee);
  const coin = coinOf(service.currencies, destination.id);
  const topup = topupMicroUsd > 0n ? unitsFor(topupMicroUsd, coin) : 0n;
  const shown = topup > 0n ? amountObject(coin, topup) : null;
  const details = detailsOf({ from, to, price, sender: user, recipient, userBalance, topup: shown });
  // App fees and sponsored fees are USDC of the origin chain, or of the first EVM chain.
  const feeChain = origin.vmType === 'evm' ? origin : service.chains.find(({ vmType }) => vmType === 'evm')!;
  const sponsorPayment = sponsorship && sponsorPaymentOf(sponsorship, from, feeChain.id);
  service.state.add({
    requestId,
    orderId,
    createdAt,
    origin: { chainId: origin.id, currency: from.address, amount: input, user, refundTo },
    destination: { chainId: destination.id, currency: to.address, amount: output, recipient, calls: route.txs },
    // The solver pays the gas top-up on the destination chain. The solver pays the app fees in USDC on an EVM chain.
    also: [
      ...(topup > 0n ? [{ chainId: destination.id, currency: coin.address, recipient, amount: topup }] : []),
      ...price.app.map(({ recipient: payee, amount }) => ({
        chainId: feeChain.id,
        currency: addresses.usdc,
        recipient: payee,
        amount: microUsdOf(from, amount),
      })),
    ],
    sponsorPayment,
    deadline: deadline * 1_000,
    ...(plain && { plain }),
    ...(permit && { permit }),
    ...(route.kind === 'address' && { depositAddress: depositAddressOf(body, route, requestId) }),
    quoted: {
      details,
      fees,
      orderData,
      ...(sponsorship && {
        feeSponsorship: {
          quoted: sponsorshipDetail(sponsorship, from),
          actual: sponsorshipDetail(sponsorship, from, sponsorPayment ?? undefined),
        },
      }),
      ...(body.referrer === undefined ? {} : { referrer: body.referrer }),
      ...(apiKey === undefined ? {} : { apiKey }),
    },
  });
  const paymentDetails = {
    chainId: protocolName(origin),
    depository: origin.depository,
    currency: from.address,
    amount: String(input),
  };
  return {
    requestId,
    steps,
    fees,
    ...(sponsorship && { feeSponsorship: { quoted: sponsorshipDetail(sponsorship, from) } }),
    details,
    protocol: { v2: { orderId, orderData, paymentDetails } },
  };
}

function depositAddressOf(body: CheckedQuoteBody, { from, to }: Route, requestId: Hex): DepositAddress {
  return {
    address: addressOf(requestId),
    type: body.strict === true ? 'strict' : 'open',
    outputOf(input) {
      try {
        return priceOf(from, to, { ...body, tradeType: 'EXACT_INPUT', amount: String(input) }, 0n).output;
      } catch {
        return 0n;
      }
    },
  };
}
