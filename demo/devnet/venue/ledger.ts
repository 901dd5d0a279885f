/** The perps venue: the balances of its accounts, the history of transfers, and the nonces of orders. */

import { keccak256, stringToHex, type Hex } from 'viem';

/** A transfer between two accounts. Amounts have 8 decimals. */
export interface VenueTransfer {
  readonly hash: Hex;
  /** Position in the history. The first transfer has the position 1. */
  readonly place: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** The nonce that the payer signed. The value is undefined for a transfer from the solver. */
  readonly nonce?: number;
  /** The id of the order to which the nonce belongs. The value is undefined if no order has this nonce. */
  readonly orderId?: Hex;
  /** Unix time in milliseconds. */
  readonly time: number;
}

export interface Venue {
  /** All transfers, the oldest first. */
  readonly history: readonly VenueTransfer[];
  balanceOf(account: string): bigint;
  /** Gives money to an account at the start of the devnet. */
  fund(account: string, amount: bigint): void;
  /** @throws if the sender's balance is too low, or if the sender has used this nonce before */
  transfer(transfer: { from: string; to: string; amount: bigint; nonce?: number }): VenueTransfer;
  /** Ties the next transfer with this nonce to an order. */
  mapNonce(account: string, nonce: number, orderId: Hex): void;
  /** Calls `listener` for each transfer. Returns a function that removes the listener. */
  onTransfer(listener: (transfer: VenueTransfer) => void): () => void;
}

export function createVenue(): Venue {
  const balances = new Map<string, bigint>();
  const orders = new Map<string, Hex>();
  const used = new Set<string>();
  const history: VenueTransfer[] = [];
  const listeners = new Set<(transfer: VenueTransfer) => void>();
  const keyOf = (account: string, nonce: number): string => `${account.toLowerCase()}:${nonce}`;
  const balanceOf = (account: string): bigint => balances.get(account.toLowerCase()) ?? 0n;
  const change = (account: string, amount: bigint): void =>
    void balances.set(account.toLowerCase(), balanceOf(account) + amount);
  return {
    history,
    balanceOf,
    fund: change,
    transfer({ from, to, amount, nonce }) {
      const key = nonce === undefined ? undefined : keyOf(from, nonce);
      if (key !== undefined && used.has(key)) throw new Error(`Invalid nonce: duplicate nonce ${nonce}`);
      if (balanceOf(from) < amount) throw new Error('Insufficient balance for token transfer');
      change(from, -amount);
      change(to, amount);
      if (key !== undefined) used.add(key);
      const place = history.length + 1;
      const orderId = key === undefined ? undefined : orders.get(key);
      const transfer: VenueTransfer = {
        hash: keccak256(stringToHex(`venue transfer ${place}`)),
        place,
        from: from.toLowerCase(),
        to: to.toLowerCase(),
        amount,
        ...(nonce !== undefined && { nonce }),
        ...(orderId && { orderId }),
        time: Date.now(),
      };
      history.push(transfer);
      for (const listener of listeners) listener(transfer);
      return transfer;
    },
    mapNonce: (account, nonce, orderId) => void orders.set(keyOf(account, nonce), orderId),
    onTransfer(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
