/** Data about the devnet. The demo's server writes this data into the pages as JSON. */
import type { Registry } from '../../src/types.js';

export type DevnetData = {
  /** Id of this devnet run. Data that a page stored in an earlier run is invalid. */
  run: string;
  /** The chains listing in the format of the element's property `registry`. */
  registry: Registry;
  /**
   * JSON-RPC URLs of the chains themselves, by chain id. The demo wallet uses these URLs, and not the registry's nodes.
   */
  chainUrls: Readonly<Record<number, string>>;
  /** URL of the service. The fault switches need this URL, because the proxy does not forward `/devnet/faults`. */
  serviceUrl: string;
  /** URL of the service's status websocket. */
  statusStreamUrl: string;
  /** Names of attacks for the fault `tamper`. */
  attacks: readonly string[];
  /** Private keys of the demo wallet. These keys are public, so never use them with real money. */
  keys: readonly `0x${string}`[];
  /** Secret keys of the demo wallet for the SVM chain, in base64. They are public too. */
  svmSecretKeys: readonly string[];
  /** Addresses of the perps venue for the element's properties of the same names. */
  venueExchangeUrl: string;
  venueInfoUrl: string;
  /** URL of the relay between the pages and the phone. */
  relayUrl: string;
  /** Address of the smart account. The first key controls this account. */
  smartAccount: `0x${string}`;
};

export const {
  run,
  registry,
  chainUrls,
  serviceUrl,
  statusStreamUrl,
  attacks,
  keys,
  svmSecretKeys,
  venueExchangeUrl,
  venueInfoUrl,
  relayUrl,
  smartAccount,
} = JSON.parse(document.querySelector('script#devnet-data')?.textContent ?? '') as DevnetData;
