/**
 * The demo's server. The server has three parts: the order API of the shop, the pages of the cart and the orders, and
 * the proxy with the API key of the payment service.
 */
import { createProxy, type FetchHandler } from '../../src/server/index.js';
import { MOST, products, sumOf, unitsOf } from './catalogue.js';
import { openDatabase } from './database.js';
import { openLimits } from './rate-limits.js';
import { openOrders, type Terms } from './orders.js';
import { createOrderApi } from './order-api.js';
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
  /** Request handlers. Paths below `/api/` go to the order API, and paths below `/hub/` go to the proxy. */
  readonly handlers: Readonly<Record<'/api/' | '/hub/', FetchHandler>>;
  /** Returns the handler of the shop's pages: the paths `/`, `/sponsor.html`, `/cart` and those below `/orders/`. */
  site: (templates: Templates) => FetchHandler;
  /** Ships the paid orders that have not shipped yet. Call this function regularly. */
  sweep: () => Promise<void>;
  close(): Promise<void>;
}

export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { baseUrl, apiKey, origin, terms, databaseUrl, redisUrl, perMinute = 600, networks = {}, fetch } = options;
  const db = await openDatabase(databaseUrl);
  const orders = await openOrders(db, terms);
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
  const { handle, sweep, check } = createOrderApi({ orders, baseUrl, apiKey, fetch });
  return {
    handlers: { '/api/': handle, '/hub/': proxy },
    site: createShopSite({ orders, check, networks }),
    sweep,
    async close() {
      close();
      await db.close();
    },
  };
}
