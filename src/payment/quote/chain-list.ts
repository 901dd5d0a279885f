/** The chains that a payment may use: the service's live listing, restricted by the merchant's registry. */
import type { HubClient } from '../../api/client.js';
import { rejectOnAbort } from '../../shared/clock.js';
import type { ChainRecord, Registry } from '../../types.js';
import { effectiveRegistry } from '../../vm/registry.js';
import type { SessionOptions } from '../model/options.js';

export interface ChainList {
  /**
   * Loads the listing once; after a failure, the next call retries.
   * @throws HubPayError if the listing cannot be loaded and there is no registry
   */
  load(signal: AbortSignal): Promise<void>;
  readonly loaded: boolean;
  /** Every chain that can be the destination: the registry's chains, then the other chains of the listing. */
  chains(): readonly ChainRecord[];
  /** The service's live listing. */
  listed(): readonly ChainRecord[];
  /** Finds an origin chain in the registry. Without a registry, finds it in the listing. */
  payable(chainId: number): ChainRecord | undefined;
  /** The registry that the guard checks a quote against. */
  registry(): Registry;
}

/** The origin chains that the merchant's options allow. */
export const offeredChains = (
  chainList: ChainList,
  { origins, originChainId }: Pick<SessionOptions, 'origins' | 'originChainId'>,
): ChainRecord[] =>
  chainList
    .chains()
    .filter(({ id }) => (origins?.includes(id) ?? true) && id === (originChainId ?? id))
    .flatMap(({ id }) => chainList.payable(id) ?? []);

/** @param life cancels the request for the listing. The signal of `load` does not cancel this request. */
export function createChainList(
  client: Pick<HubClient, 'chains'>,
  registry: Registry | undefined,
  life: AbortSignal,
): ChainList {
  let live: readonly ChainRecord[] | undefined;
  let loading: Promise<void> | undefined;

  const request = async (): Promise<void> => {
    try {
      live = await client.chains({ signal: life });
    } catch (error) {
      loading = undefined;
      if (!registry) throw error;
    }
  };
  const effective = (): Registry => effectiveRegistry(registry, live);

  return {
    load: (signal) => rejectOnAbort((loading ??= request()), signal),
    get loaded() {
      return live !== undefined || (registry !== undefined && loading !== undefined);
    },
    chains() {
      const own = effective().chains;
      return [...own, ...(live ?? []).filter(({ id }) => !own.some((chain) => chain.id === id))];
    },
    listed: () => live ?? [],
    payable: (chainId) => effective().chains.find(({ id }) => id === chainId),
    registry: effective,
  };
}
