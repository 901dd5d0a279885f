/** Defines how the page reads a chain: through the chain's RPC, and through the payer's wallet as a second source. */
import type { Clock } from '../../shared/time/clock.js';
import type { ChainRecord } from '../../types.js';

/** The parameters for a read of a chain. After an abort of `signal`, a request rejects with the signal's reason. */
export type ChainAccess = {
  /**
   * The chain's record. A read that does not use the wallet sends its request to `httpRpcUrl`, and fails if
   * `httpRpcUrl` is absent.
   */
  chain: ChainRecord;
  fetch: typeof fetch;
  signal: AbortSignal;
  /** The clock for the time limit of each request and for the pauses of a poll. */
  clock: Clock;
  /** Called before each round of a poll, to wait until the page may send requests; absent if the poll does not wait. */
  turn?: () => Promise<void> | undefined;
  /** Sends a request to the wallet's provider instead of `httpRpcUrl`; set only by `walletAccess`. */
  request?: (method: string, params: readonly unknown[]) => Promise<unknown>;
};

/**
 * The final result of a submitted transaction. `hash` is the hash of the mined transaction in the chain's own form. For
 * `expired`, and if only the allowance confirms an approval, it is the hash of the submitted transaction.
 * `confirmed`: the submitted transaction was mined and succeeded, or the chain shows the allowance that it asks for.
 * `reverted`: the transaction was mined, but it failed.
 * `repriced`: a transaction with the requested content but another hash was mined, and this transaction is the payment.
 * `cancelled`: an empty transfer from the payer's account to itself used the nonce of the payment.
 * `replaced`: another transaction used the nonce of the payment, so the payment can no longer be mined.
 * `expired`: the chain has not executed the transaction, and no longer accepts it.
 */
export type Receipt = { outcome: 'confirmed' | 'repriced' | UnpaidOutcome; hash: string };

/** The outcomes of a submitted transaction that did not pay. */
export type UnpaidOutcome = 'reverted' | 'cancelled' | 'replaced' | 'expired';

/** A second source of data about a chain, which usually does not depend on the chain's RPC. */
export type SecondSource = {
  /**
   * Returns an access that reads the chain through the payer's wallet, or null if the page cannot read through the
   * wallet now.
   */
  access(): Promise<ChainAccess | null>;
  /**
   * Decides about a result that only one source shows: the chain's RPC or the wallet, but not both, shows that the
   * transaction did not pay. Returns true if another source agrees. If this member is absent, the caller accepts a
   * result that only one source shows.
   * @param o.lasts how long the first source has shown that the transaction did not pay, in milliseconds
   * @param o.isDisputed true if the RPC and the wallet show different results for the transaction
   */
  confirms?(receipt: Receipt, o: { lasts: number; isDisputed: boolean }): Promise<boolean>;
};

/** The amounts that a mined transaction brought to an address. */
export type Arrivals = {
  /** The time of the transaction's block, as Unix time in seconds. */
  at: bigint;
  /** The amounts in the smallest units, by the currency's address, which is in lower case on EVM chains. */
  amounts: Readonly<Record<string, bigint>>;
  /** The account that signed the transaction and pays its network fee; empty if the node does not name it. */
  signer: string;
  /**
   * The accounts from which each amount came, by the currency's address, as far as the chain shows them. Empty if the
   * address is `signer`, or if the chain shows that the address paid something in the transaction, because the amounts
   * can then be its own money. Other signers of an SVM transaction are not compared with the address.
   */
  senders: Readonly<Record<string, readonly string[]>>;
};

/**
 * Reads how much of `currency` a mined transaction brought to `to`, in the smallest unit. Returns null if the amount is
 * unknown or zero, or if the transaction is older than `maxAge`.
 * @param hash the transaction's hash
 * @param maxAge the maximum age of the transaction: the seconds from its block to the newest block
 * @throws only after an abort
 */
export type ReceivedAmount = (
  hash: string,
  to: string,
  currency: string,
  access: ChainAccess,
  maxAge?: bigint,
) => Promise<bigint | null>;
