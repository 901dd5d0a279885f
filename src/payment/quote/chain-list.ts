/** The chains as this payment may use them: the service's live listing, narrowed to what the merchant pinned. */
import type { HubClient } from '../../api/client.js';
import { rejectOnAbort } from '../../shared/clock.js';
import type { ChainRecord, Registry } from '../../types.js';
import { effectiveRegistry } from '../../vm/registry.js';
import type { SessionOptions } from '../model/options.js';

export interface ChainList {
  /**
   * Asks for the listing once; after a failure the next call asks again.
   * @throws HubPayError where it cannot be loaded and no registry stands in for it
   */
  load(signal: AbortSignal): Promise<void>;
  readonly loaded: boolean;
  /** Every chain that can be paid to: as it is pinned, the others as the service lists them. */
  chains(): readonly ChainRecord[];
  /** What the service lists. */
  listed(): readonly ChainRecord[];
  /** The chain as it is pinned, for paying from it. */
  payable(chainId: number): ChainRecord | undefined;
  /** What the guard holds a quote against. */
  registry(): Registry;
}

/** The chains that the merchant lets a payer pay from, as they are pinned. */
export const offeredChains = (
  chainList: ChainList,
  { origins, originChainId }: Pick<SessionOptions, 'origins' | 'originChainId'>,
): ChainRecord[] =>
  chainList
    .chains()
    .filter(({ id }) => (origins?.includes(id) ?? true) && id === (originChainId ?? id))
    .flatMap(({ id }) => chainList.payable(id) ?? []);

/** @param life ends the question itself; who waits for its answer may leave earlier */
export function createChainList(
  client: Pick<HubClient, 'chains'>,
  registry: Registry | undefined,
  life: AbortSignal,
): ChainList {
  let live: readonly ChainRecord[] | undefined;
  let loading: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    try {
      live = await client.chains({ signal: life });
    } catch (error) {
      loading = undefined;
      if (!registry) throw error;
    }
  };
  const effective = (): Registry => effectiveRegistry(registry, live);

  return {
    load: (signal) => rejectOnAbort((loading ??= ask()), signal),
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
