/** Answers the session's requests to the payments service, for test mode in the page. */
import type { ChainRecord } from '../types.js';
import { currenciesOf } from '../vm/registry/registry.js';
import { isTestChain } from './chains.js';
import { settledTransactions, statusOf } from './deliveries.js';
import { quantity } from './hex.js';
import { amountOf, createOrder, EXCHANGE_MS, payingCall, quoteOf, type QuoteRequest } from './quote.js';
import type { Ledger, Order } from './ledger.js';
import type { TestPlan } from './outcome.js';

/** The account of the test exchange, which pays to deposit addresses. */
const EXCHANGE = `0x${'ec'.repeat(20)}`;

/**
 * What the service needs: `plan` returns how the next quote's payment ends, and `random` returns random bytes as hex.
 */
export type TestServiceOptions = {
  ledger: Ledger;
  chains: () => readonly ChainRecord[];
  now: () => number;
  plan: () => TestPlan;
  random: (bytes: number) => string;
};

/** The status and the JSON of a response. */
export type Answer = { status: number; json: unknown };

/** Returns the answer to a request, whose `path` is without the base URL. */
export function answerService(
  method: string,
  path: string,
  query: URLSearchParams,
  body: unknown,
  { ledger, chains, now, plan, random }: TestServiceOptions,
): Answer {
  const ok = (json: unknown): Answer => ({ status: 200, json });
  switch (`${method} ${path}`) {
    case 'GET /chains':
      return ok({ chains: chains() });
    case 'POST /quote/v2': {
      const order = createOrder(body as QuoteRequest, chains(), { createdAt: now(), plan: plan(), random });
      if (!order) return { status: 400, json: { message: 'Test mode has no such route', errorCode: 'NO_QUOTES' } };
      if (order.depositAddress) payByExchange(order, ledger);
      else ledger.write(order);
      return ok(quoteOf(order, body as QuoteRequest, chains()));
    }
    case 'GET /intents/status/v3': {
      const order = ledger.find(query.get('requestId') ?? '');
      return order ? ok(statusOf(order, now())) : unknown;
    }
    case 'GET /requests/v2':
      return ok({ requests: found(ledger, query).map((order) => recordOf(order, chains(), now())) });
    case 'POST /currencies/v1':
      return ok(searched(chains(), body));
    case 'POST /transactions/index':
    case 'POST /transactions/single':
      return ok({});
    default:
      return unknown;
  }
}

const unknown: Answer = { status: 404, json: { message: 'Test mode does not know this request' } };

function payByExchange(order: Order, ledger: Ledger): void {
  const { value, ...call } = payingCall(order);
  const sent = { from: EXCHANGE, ...call, value: quantity(BigInt(value)) };
  ledger.writePaid(order, sent, order.createdAt + EXCHANGE_MS);
}

function found({ orders }: Ledger, query: URLSearchParams): readonly Order[] {
  const [id, user, address] = [query.get('id'), query.get('user'), query.get('depositAddress')];
  if (id) return orders.filter(({ requestId }) => requestId === id);
  if (address) return orders.filter(({ depositAddress }) => depositAddress === address.toLowerCase());
  // The list of past payments contains only orders that were paid, or that the test exchange will pay.
  return orders.filter((order) => order.payment && order.user === user?.toLowerCase());
}

function recordOf(order: Order, chains: readonly ChainRecord[], now: number): unknown {
  const { requestId, user, recipient, createdAt, pays, receives, payment, depositAddress } = order;
  const { origin, destination } = settledTransactions(order, now);
  const shown = (list: typeof origin): unknown[] =>
    list.map(({ chainId, hash, at }) => ({ chainId, hash, timestamp: Math.floor(at / 1_000) }));
  return {
    id: requestId,
    status: statusOf(order, now).status,
    user,
    recipient,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(payment?.at ?? createdAt).toISOString(),
    ...(depositAddress && { depositAddress: { address: depositAddress, depositTxHash: origin[0]?.hash } }),
    data: {
      inTxs: shown(origin),
      outTxs: shown(destination),
      metadata: { recipient, currencyIn: amountOf(pays, chains), currencyOut: amountOf(receives, chains) },
    },
  };
}

type Searched = { term: string; address: string; chainIds: number[]; depositAddressOnly: boolean };

/** Finds the currencies whose symbol, name or address contains the searched text. */
function searched(chains: readonly ChainRecord[], body: unknown): unknown[][] {
  const { term, address, chainIds, depositAddressOnly } = Object(body) as Partial<Searched>;
  const text = (term ?? address ?? '').toLowerCase();
  return chains
    .filter(({ id }) => (chainIds?.includes(id) ?? true) && (!depositAddressOnly || isTestChain(id)))
    .flatMap((chain) => currenciesOf(chain).map((each) => ({ ...each, chainId: chain.id, vmType: 'evm' })))
    .filter(({ symbol, name, address: own }) => `${symbol} ${name} ${own}`.toLowerCase().includes(text))
    .map((each) => [each]);
}
