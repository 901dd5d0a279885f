/** Defines the ids of the chains that the code must recognize even where it has no list of chains. */

/** The service's chain id of Solana. */
export const SOLANA_CHAIN = 792_703_809;

/** The service's chain id of the perps venue. */
export const VENUE_CHAIN = 1337;
