/** What the demo's server tells its pages about the devnet: JSON inside the page, so that nothing is fetched. */
import type { Registry } from '../../src/types.js';

export type Facts = {
  /** Another one at every start: what a page kept of an earlier devnet is worthless. */
  run: string;
  /** The reviewed listing of the chains, in the shape that `<hub-pay>` takes. */
  registry: Registry;
  /** The devnet's own address, where its switches are: a proxy at `base-url` passes no such path on. */
  serviceUrl: string;
  /** The service's websocket of statuses. */
  statusStreamUrl: string;
  /** What `tamper` of the devnet's faults may be. */
  attacks: readonly string[];
  /** Private keys of the demo wallet's accounts. They are anvil's well-known ones: never for real money. */
  keys: readonly `0x${string}`[];
  /** An account that is a contract: the first key's own. */
  smartAccount: `0x${string}`;
};

export const { run, registry, serviceUrl, statusStreamUrl, attacks, keys, smartAccount } = JSON.parse(
  document.querySelector('script#facts')?.textContent ?? '',
) as Facts;
