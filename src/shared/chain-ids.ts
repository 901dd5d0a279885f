/** Names the chains that the code must recognize by their id, where it has no list of chains. */

/** The service's chain id of Solana. */
export const SOLANA_CHAIN = 792_703_809;

/** The service's chain id of the perps venue. */
export const VENUE_CHAIN = 1337;

/** The ids of some chains, by the words with which the service's orders name them. */
export const CHAIN_NAMES: Readonly<Record<string, number>> = {
  ethereum: 1,
  optimism: 10,
  polygon: 137,
  base: 8453,
  arbitrum: 42_161,
};
