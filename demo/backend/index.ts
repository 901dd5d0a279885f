/**
 * The demo's server. The server has four parts: the ledger, which decides whether an order is paid, the orders with
 * their carts, the shop's pages, and the proxy with the API key of the payment service.
 */
import { createLedger, createProxy, type FetchHandler, type Ledger } from '../../src/server/index.js';
import { MOST, products, sumOf, unitsOf } from './catalogue.js';
import { openDatabase, type Client } from './database.js';
import { openLimits } from './rate-limits.js';
import { openOrders, pack, type Terms } from './orders.js';
import { sessionOf } from './session-cookie.js';
import { createShopSite, type Templates } from './shop-site.js';

export interface BackendOptions {
  /** URL of the payment service. */
  baseUrl: string;
  apiKey: string;
  /** Web origin of the shop's pages, such as `http://127.0.0.1:4280`. */
  origin: string;
  terms: Terms;
  /** URL of a PostgreSQL server. Without this URL, the database is in the memory of this process. */
  databaseUrl?: string | undefined;
  /** URL of a Redis server. Without this URL, each process counts the requests separately. */
  redisUrl?: string | undefined;
  perMinute?: number;
  /** Names of the networks by chain id, for the pages of orders. */
  networks?: Readonly<Record<number, string>>;
  /** Replaces the platform's `fetch` in the proof of payments. */
  fetch?: typeof fetch;
}

export interface Backend {
  /** Request handlers. Paths below `/api/` go to the ledger, and paths below `/hub/` go to the proxy. */
  readonly handlers: Readonly<Record<'/api/' | '/hub/', FetchHandler>>;
  /** Returns the handler of the shop's pages: the paths `/`, `/sponsor.html`, `/cart` and those below `/orders/`. */
  site: (templates: Templates) => FetchHandler;
  readonly ledger: Ledger<Client>;
  close(): Promise<void>;
}

/** The local service has no limit, and each page of the shop reads it. */
const READS_PER_MINUTE = 6000;

export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { baseUrl, apiKey, origin, terms, databaseUrl, redisUrl, perMinute = 600, networks = {}, fetch } = options;
  const database = await openDatabase(databaseUrl);
  const ledger = createLedger({
    baseUrl,
    apiKey,
    database,
    readsPerMinute: READS_PER_MINUTE,
    ...(fetch && { fetch }),
    authorize: async (request, id) => {
      const { session = null } = (await orders.find(id)) ?? {};
      return session === null || session === sessionOf(request);
    },
    onPaid: ({ id }, _, client) => pack(client, id),
    onAttention: ({ orderId, requestId, message, advice }) =>
      console.warn(`${orderId}, payment ${requestId}: ${message} ${advice}`),
  });
  await ledger.migrate();
  const orders = await openOrders(database, ledger, terms);
  const { limiter, close } = await openLimits(redisUrl, perMinute);
  const proxy = createProxy({
    baseUrl,
    apiKey,
    limiter,
    path: '/hub',
    origins: [origin],
    sponsor: {
      recipient: terms.recipient,
      destinationChainId: terms.chainId,
      destinationCurrency: terms.currency,
      maxAmount: unitsOf(sumOf(products.map(({ id: product }) => ({ product, quantity: MOST }))).total),
      components: ['execution', 'relay'],
      maxSubsidizationAmount: '1000000',
    },
  });
  const api: FetchHandler = async (request) => {
    const [, id] = /^\/api\/orders\/([\w-]{1,64})\/payment$/.exec(new URL(request.url).pathname) ?? [];
    if (id !== undefined && request.method === 'POST') await orders.ensure(id, sessionOf(request));
    return ledger.handler(request);
  };
  return {
    handlers: { '/api/': api, '/hub/': proxy },
    site: createShopSite({ orders, networks }),
    ledger,
    async close() {
      close();
      await database.close();
    },
  };
}
