/**
 * Creates the orders and quotes of test mode. Prices never change, and a quote has a service fee only if the merchant
 * pays the fees.
 */
import { formatUnits } from '../shared/amounts.js';
import { isNativeCurrency } from '../shared/chain.js';
import type { ChainRecord } from '../types.js';
import { shortHash, writeTestId } from '../shared/test-mode/test-id.js';
import { isTestChain, pricedCurrency, type PricedCurrency } from './chains.js';
import { encodeWords } from './hex.js';
import { DEPOSITORY, knownToken } from '../shared/test-mode/test-chains.js';
import type { Order, TestAmount } from './ledger.js';
import type { TestPlan } from './outcome.js';

/** The fields of `POST /quote/v2` that decide an order. */
export type QuoteRequest = {
  user: string;
  originChainId: number;
  originCurrency: string;
  destinationChainId: number;
  destinationCurrency: string;
  amount: string;
  tradeType: string;
  recipient?: string;
  refundTo?: string;
  topupGas?: boolean;
  topupGasAmount?: string;
  appFees?: readonly { fee: string }[];
  subsidizeFees?: boolean;
  useDepositAddress?: boolean;
  txs?: readonly unknown[];
};

/** Function selectors of the depository: `depositNative` and `depositErc20`. */
const DEPOSIT_NATIVE = '0x49290c1c';
const DEPOSIT_ERC20 = '0xe8017952';

/** Function selector of a token: `transfer`. */
const TRANSFER = '0xa9059cbb';

/** The fee of the service if the merchant pays the fees, in millionths of a dollar. */
const SPONSORED = 50_000n;

/** The default of `topupGasAmount`, in millionths of a dollar. */
const TOPUP = '2000000';

/** Milliseconds from the quote until the test exchange pays to the deposit address. */
export const EXCHANGE_MS = 20_000;

/** Amounts are compared as dollars with 24 decimal places: the 6 of a price in millionths, and these 18. */
const SCALE = 18;
const WHOLE = 10_000n;

/**
 * Creates an order. Its request id starts with `0x7e57`, and shows a server how the payment ends.
 * @returns null if test mode does not have a chain, a currency or a deposit address of the chain, or if an amount is
 *   not above zero
 */
export function createOrder(
  request: QuoteRequest,
  chains: readonly ChainRecord[],
  { createdAt, plan, random }: { createdAt: number; plan: TestPlan; random: (bytes: number) => string },
): Order | null {
  const { user, originChainId, originCurrency, destinationChainId, destinationCurrency, recipient = user } = request;
  const [paying, paid, gas] = [
    currencyOf(chains, originChainId, originCurrency),
    currencyOf(chains, destinationChainId, destinationCurrency),
    chains.find(({ id }) => id === destinationChainId)?.currency,
  ];
  if (!paying || !paid || !gas || (request.useDepositAddress && !isTestChain(originChainId))) return null;
  const native = currencyOf(chains, destinationChainId, gas.address);
  const topupMicros = request.topupGas ? BigInt(request.topupGasAmount ?? TOPUP) : 0n;
  const topupWorth = topupMicros * 10n ** BigInt(SCALE);
  const share = feeShare(request);
  const isInput = request.tradeType === 'EXACT_INPUT';
  const given = BigInt(request.amount);
  const amountIn = isInput ? given : amountFor((worth(given, paid) * (WHOLE + share)) / WHOLE + topupWorth, paying);
  const amountOut = isInput ? ((worth(given, paying) - topupWorth) * WHOLE) / (WHOLE + share) / unit(paid) : given;
  if (amountIn <= 0n || amountOut <= 0n) return null;
  const id = {
    outcome: plan.outcome,
    endsAt: createdAt + (request.useDepositAddress ? EXCHANGE_MS : 0) + plan.delayMs,
    chainId: destinationChainId,
    originChainId,
    amount: amountOut,
    isMadeUp: !isNativeCurrency(paid.address) && !knownToken(destinationChainId, paid.address),
    hasCalls: (request.txs ?? []).length > 0,
    recipient: shortHash(recipient),
    currency: shortHash(paid.address),
  };
  return {
    requestId: writeTestId(id, random(3)),
    orderId: `0x${random(32)}`,
    user: user.toLowerCase(),
    recipient,
    refundTo: request.refundTo ?? user,
    pays: { chainId: originChainId, currency: paying.address, amount: String(amountIn) },
    receives: { chainId: destinationChainId, currency: paid.address, amount: String(amountOut) },
    ...(native &&
      topupMicros > 0n && {
        topup: { chainId: destinationChainId, currency: gas.address, amount: String(amountFor(topupWorth, native)) },
      }),
    createdAt,
    plan,
    ...(request.useDepositAddress && { depositAddress: `0x7e57${random(18)}` }),
  };
}

/** Returns the quote in the service's format. */
export function quoteOf(order: Order, request: QuoteRequest, chains: readonly ChainRecord[]): unknown {
  const { requestId, orderId, user, recipient, pays, receives, topup } = order;
  const paying = amountOf(pays, chains);
  const nothing = amountOf({ ...pays, amount: '0' }, chains);
  const appFee = (BigInt(pays.amount) * feeShare(request)) / (WHOLE + feeShare(request));
  const fee = sponsoredFee(order, request, chains);
  return {
    requestId,
    steps: [
      {
        id: 'deposit',
        action: 'Confirm transaction in your wallet',
        description: 'Deposit in test mode',
        kind: 'transaction',
        requestId,
        ...(order.depositAddress && { depositAddress: order.depositAddress }),
        items: [
          {
            status: 'incomplete',
            data: { from: user, chainId: pays.chainId, ...payingCall(order) },
            check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
          },
        ],
      },
    ],
    fees: {
      gas: nothing,
      huber: fee ?? nothing,
      ...(fee ? { hubService: fee } : {}),
      app: amountOf({ ...pays, amount: String(appFee) }, chains),
    },
    ...(fee ? { feeSponsorship: { quoted: { sponsoredTotal: fee, userPaysTotal: nothing, capHit: false } } } : {}),
    details: {
      operation: 'bridge',
      sender: user,
      recipient,
      currencyIn: paying,
      currencyOut: amountOf(receives, chains),
      refundCurrency: paying,
      ...(topup && { currencyGasTopup: amountOf(topup, chains) }),
      timeEstimate: 3,
    },
    protocol: { v2: { orderId, orderData: orderData(order, request, chains) } },
  };
}

/** The call that pays the order: a transfer to the deposit address, or a deposit into the depository. */
export function payingCall({ user, orderId, pays, depositAddress }: Order): Record<'to' | 'data' | 'value', string> {
  const { currency, amount } = pays;
  const isNative = isNativeCurrency(currency);
  const value = isNative ? amount : '0';
  if (depositAddress)
    return isNative
      ? { to: depositAddress, data: '0x', value }
      : { to: currency, data: `${TRANSFER}${encodeWords(depositAddress, BigInt(amount))}`, value };
  const data = isNative
    ? `${DEPOSIT_NATIVE}${encodeWords(user, orderId)}`
    : `${DEPOSIT_ERC20}${encodeWords(user, currency, BigInt(amount), orderId)}`;
  return { to: DEPOSITORY, data, value };
}

/** The service's fee, which the merchant pays, or undefined if the merchant pays no fees. */
function sponsoredFee({ pays }: Order, { subsidizeFees }: QuoteRequest, chains: readonly ChainRecord[]): unknown {
  const paying = subsidizeFees ? currencyOf(chains, pays.chainId, pays.currency) : null;
  const micros = SPONSORED * 10n ** BigInt(SCALE);
  return paying ? amountOf({ ...pays, amount: String(amountFor(micros, paying)) }, chains) : undefined;
}

/** Returns an amount in the service's format, or undefined if the chain lacks the currency. */
export function amountOf({ chainId, currency, amount }: TestAmount, chains: readonly ChainRecord[]): unknown {
  const found = currencyOf(chains, chainId, currency);
  if (!found) return undefined;
  const { symbol, name, decimals, price } = found;
  return {
    currency: { chainId, address: currency, symbol, name, decimals },
    amount,
    amountFormatted: formatUnits(amount, decimals),
    amountUsd: formatUnits(String(BigInt(amount) * price), decimals + 6),
    minimumAmount: amount,
  };
}

/** The service's order, which the guard compares with the merchant's options and calls. */
const orderData = (
  { pays, receives, recipient, refundTo }: Order,
  { txs = [] }: QuoteRequest,
  chains: readonly ChainRecord[],
): unknown => ({
  version: 'v1',
  inputs: [
    {
      payment: { chainId: nameOf(chains, pays.chainId), currency: pays.currency, amount: pays.amount },
      refunds: [{ chainId: nameOf(chains, pays.chainId), recipient: refundTo }],
    },
  ],
  output: {
    chainId: nameOf(chains, receives.chainId),
    payments: [{ recipient, currency: receives.currency, minimumAmount: receives.amount }],
    calls: txs,
  },
});

const nameOf = (chains: readonly ChainRecord[], chainId: number): string | undefined =>
  chains.find(({ id }) => id === chainId)?.protocol?.v2?.chainId;

const currencyOf = (chains: readonly ChainRecord[], chainId: number, address: string): PricedCurrency | null => {
  const chain = chains.find(({ id }) => id === chainId);
  return chain ? pricedCurrency(chain, address) : null;
};

/** The sum of the merchant's own fees, in basis points of the received amount. */
const feeShare = ({ appFees = [] }: QuoteRequest): bigint => appFees.reduce((sum, { fee }) => sum + BigInt(fee), 0n);

/** The worth of the currency's smallest unit, in dollars with 24 decimal places. */
const unit = ({ price, decimals }: PricedCurrency): bigint => price * 10n ** BigInt(SCALE - decimals);

const worth = (amount: bigint, currency: PricedCurrency): bigint => amount * unit(currency);

/** The smallest amount that is worth at least this much. */
const amountFor = (wanted: bigint, currency: PricedCurrency): bigint => (wanted + unit(currency) - 1n) / unit(currency);
