/** Data about the devnet. The demo's server embeds it in its pages as JSON, so that no request is needed. */
import type { Registry } from '../../src/types.js';

export type DevnetData = {
  /** Id of this devnet run. Data that a page stored in an earlier run is invalid. */
  run: string;
  /** The reviewed chains listing, in the format of `<hub-pay>`. */
  registry: Registry;
  /** URL of the service itself, for the fault switches. A proxy at `base-url` does not forward `/devnet/faults`. */
  serviceUrl: string;
  /** URL of the service's status websocket. */
  statusStreamUrl: string;
  /** Names of attacks for the fault `tamper`. */
  attacks: readonly string[];
  /**
   * Private keys of the demo wallet's accounts. They come from anvil's public mnemonic: never use them with real money.
   */
  keys: readonly `0x${string}`[];
  /** Address of the smart account, which the first key controls. */
  smartAccount: `0x${string}`;
};

export const { run, registry, serviceUrl, statusStreamUrl, attacks, keys, smartAccount } = JSON.parse(
  document.querySelector('script#devnet-data')?.textContent ?? '',
) as DevnetData;
