/**
 * Lists the chains that a payment may use: those of the merchant's registry and of the service's live listing. With a
 * registry, a payer can pay only from the registry's chains.
 */
import type { HubClient } from '../../api/client.js';
import { rejectOnAbort, type Clock } from '../../shared/time/clock.js';
import { isVenue } from '../../vm/families.js';
import type { ChainRecord, Registry } from '../../types.js';
import { effectiveRegistry } from '../../vm/registry/registry.js';
import type { SessionOptions } from '../model/options.js';

/**
 * The service's live listing. Sessions of a page share it if they have the same `baseUrl` and send with the same
 * function.
 */
export type Listing = {
  records?: readonly ChainRecord[];
  /** When the records arrived, as Unix time in milliseconds; 0 before that. */
  at: number;
  /** The running request for the listing, with the number of callers that are `waiting` for it. */
  loading?: { done: Promise<void>; stop: AbortController; waiting: number } | undefined;
};

export interface ChainList {
  /**
   * Loads the service's live listing, unless a session of the page has loaded it in the last ten minutes. After a
   * failure, the next call sends the request again.
   * @throws HubPayError if the listing cannot be loaded and there is no registry; after an abort, the signal's reason
   */
  load(signal: AbortSignal): Promise<void>;
  /**
   * Loads the listing again if it is older than a minute, and resolves with true if a newer one has arrived. Never
   * rejects.
   */
  renew(signal: AbortSignal): Promise<boolean>;
  readonly loaded: boolean;
  /** The registry's chains, then the other chains of the listing. Each that is not disabled can be the destination. */
  chains(): readonly ChainRecord[];
  /** The chains of the service's live listing; empty until it has loaded. */
  listed(): readonly ChainRecord[];
  /** Finds an origin chain in the registry, or in the listing if there is no registry. */
  payable: (chainId: number) => ChainRecord | undefined;
  /** The registry that the guard checks a quote against. */
  registry(): Registry;
}

/** After this age in milliseconds, the next quote request or opening reloads the listing in parallel. */
const OLD_MS = 60_000;

/** If the listing is older than this many milliseconds, `load` waits for a newer one. */
const USABLE_MS = 600_000;

/**
 * Returns the origin chains that the merchant's options allow. The venue is allowed only if the merchant has set the
 * URL of its exchange, and not if the options name the venue itself as the destination.
 */
export const offeredChains = (
  chainList: ChainList,
  {
    origins,
    originChainId,
    destinationChainId,
    venueExchangeUrl,
  }: Pick<SessionOptions, 'origins' | 'originChainId' | 'destinationChainId' | 'venueExchangeUrl'>,
): ChainRecord[] =>
  chainList
    .chains()
    .filter(({ id }) => (origins?.includes(id) ?? true) && id === (originChainId ?? id))
    .filter((chain) => !isVenue(chain) || (venueExchangeUrl !== undefined && chain.id !== destinationChainId))
    .flatMap(({ id }) => chainList.payable(id) ?? []);

export const emptyListing = (): Listing => ({ at: 0 });

export function createChainList(
  client: Pick<HubClient, 'chains'>,
  registry: Registry | undefined,
  clock: Clock,
  listing: Listing = emptyListing(),
  venueInfoUrl?: string,
): ChainList {
  const start = (): NonNullable<Listing['loading']> => {
    const stop = new AbortController();
    const request = async (): Promise<void> => {
      try {
        listing.records = await client.chains({ signal: stop.signal });
        listing.at = clock.now();
      } finally {
        if (listing.loading === loading) listing.loading = undefined;
      }
    };
    const loading = { stop, waiting: 0, done: Promise.resolve().then(request) };
    return loading;
  };

  /**
   * Waits for the running request for the listing, or starts one. The request is aborted when no session waits for it
   * any more.
   */
  const request = async (signal: AbortSignal): Promise<void> => {
    const loading = (listing.loading ??= start());
    loading.waiting += 1;
    try {
      await rejectOnAbort(loading.done, signal);
    } finally {
      loading.waiting -= 1;
      if (loading.waiting === 0) {
        loading.stop.abort(new Error('nobody waits'));
        if (listing.loading === loading) listing.loading = undefined;
      }
    }
  };
  /**
   * Sets the merchant's `venueInfoUrl` as the URL from which the page reads the venue, because a venue has no RPC.
   * Without this URL, the page cannot read the venue.
   */
  const withInfo = ({ httpRpcUrl: _, ...venue }: ChainRecord): ChainRecord =>
    venueInfoUrl === undefined ? venue : { ...venue, httpRpcUrl: venueInfoUrl };
  const effective = (): Registry => {
    const pinned = effectiveRegistry(registry, listing.records);
    return { ...pinned, chains: pinned.chains.map((chain) => (isVenue(chain) ? withInfo(chain) : chain)) };
  };

  return {
    async load(signal) {
      try {
        const isUsable = listing.records && clock.now() - listing.at <= USABLE_MS;
        if (isUsable) signal.throwIfAborted();
        else await request(signal);
      } catch (error) {
        if (!registry || signal.aborted) throw error;
      }
    },
    renew: (signal) =>
      listing.records && clock.now() - listing.at > OLD_MS
        ? request(signal).then(
            () => true,
            () => false,
          )
        : Promise.resolve(false),
    get loaded() {
      return listing.records !== undefined;
    },
    chains() {
      const own = effective().chains;
      return [...own, ...(listing.records ?? []).filter(({ id }) => !own.some((chain) => chain.id === id))];
    },
    listed: () => listing.records ?? [],
    payable: (chainId) => effective().chains.find(({ id }) => id === chainId),
    registry: effective,
  };
}
