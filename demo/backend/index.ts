/** What of the demo runs on a merchant's server: the shop with its orders, and the proxy that pays the fees. */
import { createProxy } from '../../src/server/index.js';
import type { FetchHandler } from './node-listener.js';
import { openDatabase } from './database.js';
import { openLimits } from './limits.js';
import { openOrders, type Terms } from './orders.js';
import { createShop } from './shop.js';

export interface BackendOptions {
  /** The service. */
  baseUrl: string;
  apiKey: string;
  /** The shop's own origin. */
  origin: string;
  terms: Terms;
  /** A PostgreSQL server's address; without it the database is inside this process. */
  databaseUrl?: string | undefined;
  /** A Redis server's address; without it the limits are this process's own. */
  redisUrl?: string | undefined;
  perMinute?: number;
}

export interface Backend {
  /** By the first part of a path: `/api/…` is the shop's, `/hub/…` the proxy's. */
  readonly handlers: Readonly<Record<'/api/' | '/hub/', FetchHandler>>;
  /** Ships what is paid and has not shipped. To be called every now and then. */
  sweep: () => Promise<void>;
  close(): Promise<void>;
}

export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { baseUrl, apiKey, origin, terms, databaseUrl, redisUrl, perMinute = 600 } = options;
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
      maxAmount: terms.amount,
      components: ['execution', 'relay'],
      maxSubsidizationAmount: '1000000',
    },
  });
  const { handle, sweep } = createShop({ orders, baseUrl, apiKey });
  return {
    handlers: { '/api/': handle, '/hub/': proxy },
    sweep,
    async close() {
      close();
      await db.close();
    },
  };
}
