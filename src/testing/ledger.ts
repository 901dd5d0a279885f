/** Stores the orders of test mode. The fake service, the fake chains and the test wallet share this ledger. */
import { isRecord } from '../shared/text/patterns.js';
import { testHash } from '../shared/test-mode/test-id.js';
import type { KeyValueStore } from '../shared/memory-store.js';
import type { TestPlan } from './outcome.js';
import { toJson } from '../shared/builtins/to-json.js';

/** An amount of a currency, in the smallest unit. */
export type TestAmount = { chainId: number; currency: string; amount: string };

/** An order of the fake service: a quote, and its payment if there is one. */
export type Order = {
  /** The request id. A server can read from it how the payment ends: see `readTestId`. */
  requestId: string;
  orderId: string;
  user: string;
  recipient: string;
  refundTo: string;
  pays: TestAmount;
  receives: TestAmount;
  topup?: TestAmount;
  /** Unix time in milliseconds. */
  createdAt: number;
  /** The plan of the element at the time of the quote. */
  plan: TestPlan;
  /** Absent if the payer pays with a wallet. */
  depositAddress?: string;
  /**
   * The payment; absent until there is one. For a deposit address, `at` is the later time at which the test exchange
   * pays.
   */
  payment?: Sent & { hash: string; nonce: number; at: number };
};

/** The transaction that the wallet was asked to send, or that the test exchange sends. `value` is a hex quantity. */
export type Sent = { from: string; to: string; data: string; value: string };

const KEY = 'orders';
const MOST_ORDERS = 50;

/** The orders, the one that was written last first. */
export class Ledger {
  readonly #storage: KeyValueStore;

  constructor(storage: KeyValueStore) {
    this.#storage = storage;
  }

  get orders(): readonly Order[] {
    try {
      const stored: unknown = JSON.parse(this.#storage.getItem(KEY) ?? '[]');
      return Array.isArray(stored) ? stored.filter((each): each is Order => isRecord(each)) : [];
    } catch {
      return [];
    }
  }

  find(requestId: string): Order | undefined {
    return this.orders.find((order) => order.requestId === requestId);
  }

  /**
   * Adds an order, or replaces the one with the same request id. Beyond `MOST_ORDERS`, forgets the orders that were
   * written longest ago.
   */
  write(order: Order): void {
    const others = this.orders.filter(({ requestId }) => requestId !== order.requestId);
    this.#storage.setItem(KEY, toJson([order, ...others].slice(0, MOST_ORDERS)));
  }

  /** Returns how many of the kept orders the account has paid on this chain: the account's next nonce. */
  nonce(chainId: number, from: string): number {
    return this.orders.filter(({ pays, payment }) => pays.chainId === chainId && payment?.from === from).length;
  }

  /**
   * Pays the order whose id is at the end of the calldata.
   * @returns the transaction's hash; null if no unpaid order of this chain has this id
   */
  pay(chainId: number, sent: Sent, at: number): string | null {
    const order = this.orders.find(
      ({ orderId, pays, payment }) => !payment && pays.chainId === chainId && sent.data.endsWith(orderId.slice(2)),
    );
    if (!order) return null;
    return this.writePaid(order, sent, at);
  }

  /** Writes the order with its payment, and returns the hash of the payment. */
  writePaid(order: Order, sent: Sent, at: number): string {
    const hash = testHash(order.requestId, 'deposit');
    const from = sent.from.toLowerCase();
    this.write({ ...order, payment: { ...sent, from, hash, nonce: this.nonce(order.pays.chainId, from), at } });
    return hash;
  }
}
