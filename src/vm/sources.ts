/** Defines how a chain is read: through its RPC, and through the payer's wallet as a second source. */
import type { Clock } from '../shared/clock.js';
import type { ChainRecord } from '../types.js';

/** The parameters for a read of a chain. After an abort of `signal`, every read rejects with the signal's reason. */
export type ChainAccess = {
  /** The chain's record. Reads use its `httpRpcUrl` and fail without it. */
  chain: ChainRecord;
  fetch: typeof fetch;
  signal: AbortSignal;
  /** Limits the time of each RPC request. */
  clock: Clock;
  /** Reads through the wallet's provider instead of `httpRpcUrl`. Set by `walletAccess`. */
  request?: (method: string, params: readonly unknown[]) => Promise<unknown>;
};

/**
 * Outcome of a submitted transaction. `hash` is the mined transaction in lower case.
 * `confirmed`: mined as submitted.
 * `reverted`: mined, but it failed.
 * `repriced`: mined with another hash but the same content, so it is the payment.
 * `cancelled`: an empty transfer from the payer's account to itself used the nonce.
 * `replaced`: another transaction used the nonce, so the payment can no longer be mined.
 */
export type Receipt = { outcome: 'confirmed' | 'repriced' | UnpaidOutcome; hash: string };

/** The outcomes of a submitted transaction that did not pay. */
export type UnpaidOutcome = 'reverted' | 'cancelled' | 'replaced';

/** A source that does not depend on the chain's RPC. */
export type SecondSource = {
  /** Access to the chain through the payer's wallet. Null if the wallet cannot be asked now. */
  access(): Promise<ChainAccess | null>;
  /**
   * Called if only one of RPC and wallet shows that the transaction did not pay. Returns true if a third source
   * confirms it. Absent if one source is enough.
   * @param o.lasts how long the source has shown this outcome, in milliseconds
   * @param o.isDisputed true if the other source shows another outcome
   */
  confirms?(receipt: Receipt, o: { lasts: number; isDisputed: boolean }): Promise<boolean>;
};

/** What a mined transaction brought to an address. */
export type Transfers = {
  /** Time of the transaction's block: Unix time in seconds. */
  at: bigint;
  /** The amounts in the smallest units, by the currency's address in lower case. */
  amounts: Readonly<Record<string, bigint>>;
};

/**
 * Reads how much of `currency` a mined transaction brought to `to`, in the smallest unit. Null if this is unknown or
 * zero, or if the transaction is too old.
 * @param hash the transaction's hash
 * @param maxAge the most seconds from the transaction's block to the newest block
 * @throws only after an abort
 */
export type ReceivedAmount = (
  hash: string,
  to: string,
  currency: string,
  access: ChainAccess,
  maxAge?: bigint,
) => Promise<bigint | null>;
