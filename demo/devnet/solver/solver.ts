/** The solver detects and checks deposits. The solver then pays the recipient or refunds the deposit. */

import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { keccak256, type Address, type Hex, type SignedAuthorization } from 'viem';
import type { Faults } from '../orders/faults.js';
import { furtherRequest, refusalOf, secondRequest, worthOf } from './deposit-rules.js';
import type { DestinationCall } from '../orders/quote-fields.js';
import { statusOf, type Deposit, type Order, type PlainPayment, type State } from '../orders/order-state.js';

/** The functions of a chain that the solver needs. Amounts are in the smallest unit of the currency. */
export interface SolverChain extends Partial<EvmAbilities> {
  readonly id: number;
  /** Reports each deposit at least once. Returns a function that stops the reports. */
  watchDeposits(onDeposit: (deposit: Deposit) => void): () => void;
  /**
   * Returns the deposits in one transaction. The list is empty if the transaction is unknown, not mined or reverted.
   */
  depositsIn(hash: string): Promise<Deposit[]>;
  /** Returns the amount that the solver can pay out now. */
  liquidity(currency: string): Promise<bigint>;
  /** Pays from the solver's own funds. Resolves with the hash after confirmation. */
  fill(currency: string, recipient: string, amount: bigint, calls?: readonly DestinationCall[]): Promise<string>;
  /** Refunds deposited money. Resolves with the hash after confirmation. */
  refund(currency: string, refundTo: string, amount: bigint): Promise<string>;
}

/** Functions that only EVM chains have. */
export interface EvmAbilities {
  /** Reports each new transaction at least once, even if it reverted. */
  watchTransactions(onTransaction: (transaction: SentTransaction) => void): () => void;
  /** Finds a transaction. Returns undefined if the transaction is unknown, not mined or reverted. */
  transaction(hash: string): Promise<SentTransaction | undefined>;
  /** Takes this amount of USDC from the sponsor. Resolves with the hash after confirmation. */
  charge(amount: bigint): Promise<string>;
  /**
   * Sends calls for an account that signed EIP-7702 authorizations. `cost` is the network cost in the native currency,
   * or null if the calls reverted on the chain.
   * @throws if the calls revert in the gas estimate
   */
  execute(calls: SolverExecution): Promise<{ hash: string; cost: Promise<bigint | null> }>;
  /** Submits a signed permit. Resolves with the hash after confirmation. */
  usePermit(to: string, data: string): Promise<string>;
}

export interface SolverExecution {
  readonly to: Address;
  readonly data: Hex;
  readonly authorizationList: readonly SignedAuthorization[];
}

/** A mined transaction. Addresses and data are in lower case. */
export type SentTransaction = Omit<PlainPayment, 'completes'> & {
  readonly chainId: number;
  readonly hash: string;
  readonly block: bigint;
};

export interface Solver {
  chain(id: number): SolverChain | undefined;
  /** Whether this transfer has already paid a request. */
  isTaken(chainId: number, hash: string): boolean;
  /** Checks a transaction immediately, for `POST /transactions/index`. */
  check(chainId: number, hash: string): Promise<void>;
  /** Submits the payer's permit for this order. After that, the solver fills the order. */
  usePermit(order: Order, signature: Hex): Promise<void>;
  stop(): void;
}

/** Time from `failure` to the refund, unless a fault changes it. */
const REFUND_AFTER_MS = 2_500;

/** Waits this number of milliseconds. Rejects if `signal` is aborted. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

export function createSolver(
  chains: readonly SolverChain[],
  state: State,
  faults: Faults,
  wait: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
): Solver {
  const byId = new Map(chains.map((chain) => [chain.id, chain]));
  const handled = new Set<string>();
  /** The transfers without a depository event that have paid a request. */
  const taken = new Set<string>();
  /** When the solver first saw each transaction. Unix time in milliseconds. */
  const seenAt = new Map<string, number>();
  const stopped = new AbortController();
  const { signal } = stopped;
  // Removes the limit for listeners, because each running payment adds a listener to `signal`.
  setMaxListeners(0, signal);

  function onDeposit(deposit: Deposit): void {
    // A later poll reports an ignored deposit again.
    if (faults.on.ignoreDeposits) return;
    const order = state.byOrderId(deposit.orderId);
    const key = `${deposit.chainId}:${deposit.hash}:${deposit.orderId}`;
    if (!order || handled.has(key)) return;
    handled.add(key);
    settle(order, deposit).catch((error: unknown) => {
      if (!signal.aborted) console.error('devnet: settling a deposit failed:', error);
    });
  }

  /**
   * Handles payments without a depository event. If several quotes expect the same transfer, the transfer pays only the
   * newest of these quotes. It never pays a second request, or one that is younger than the transfer.
   */
  async function onTransaction(sent: SentTransaction): Promise<void> {
    const key = `${sent.chainId}:${sent.hash}`;
    const isCareless = faults.on.reuseTransfers === true;
    const seen = seenAt.get(key) ?? Date.now();
    seenAt.set(key, seen);
    const mayPay = (order: Order): boolean =>
      statusOf(order) === 'waiting' && (isCareless || (!taken.has(key) && order.createdAt <= seen));
    const order = faults.on.ignoreDeposits
      ? undefined
      : state.byPayment(sent).findLast((each) => each.origin.chainId === sent.chainId && mayPay(each));
    if (!order?.plain) return;
    const mined = await byId.get(sent.chainId)!.transaction!(sent.hash);
    if (!mined || signal.aborted || !mayPay(order)) return;
    taken.add(key);
    const { requestId, orderId, origin } = order;
    const held = sent.to === origin.currency || order.plain.completes ? {} : { heldBy: 'solver' as const };
    const { chainId, hash, block } = sent;
    const deposit = { orderId, chainId, currency: origin.currency, amount: origin.amount, hash, block, ...held };
    if (!order.plain.completes) {
      onDeposit(deposit);
      return;
    }
    handled.add(`${chainId}:${hash}:${orderId}`);
    state.move(requestId, 'pending', { deposits: [deposit] });
    state.move(requestId, 'success', { payouts: [{ chainId, hash }] });
  }

  /**
   * Handles a payment to a deposit address. The money stays at this address, and the solver pays the recipient from its
   * own account.
   */
  async function onArrival({ chainId, hash, to, value, block }: SentTransaction): Promise<void> {
    const key = `${chainId}:${hash}`;
    const isExpected = state.byDepositAddress(to)?.origin.chainId === chainId && value > 0n;
    if (!isExpected || faults.on.ignoreDeposits || handled.has(key)) return;
    handled.add(key);
    const mined = await byId.get(chainId)!.transaction!(hash);
    if (!mined) handled.delete(key);
    if (!mined || signal.aborted) return;
    const order = state.byDepositAddress(to)!;
    const { orderId, origin, depositAddress } = order;
    const { currency } = origin;
    const deposit = { orderId, chainId, currency, amount: value, hash, block, heldBy: 'solver' as const };
    await (depositAddress?.type === 'open' ? settleOpen(order, deposit) : settleStrict(order, deposit));
  }

  /**
   * If the deposit is too large, fills the order and refunds the excess. If the deposit is too small or too late,
   * refunds the whole deposit.
   */
  async function settleStrict(order: Order, deposit: Deposit): Promise<void> {
    const { amount } = order.origin;
    const excess = deposit.amount - amount;
    if (statusOf(order) !== 'waiting' || excess <= 0n || Date.now() > order.deadline) return settle(order, deposit);
    await settle(order, { ...deposit, amount });
    const rest = { ...deposit, amount: excess };
    const { requestId } = state.add(secondRequest(order, rest));
    return giveBack(state.move(requestId, 'pending', { deposits: [rest] }), rest);
  }

  /** Handles one payment to an open address. Pays out the value of the received amount. */
  async function settleOpen(order: Order, deposit: Deposit): Promise<void> {
    const { requestId } = statusOf(order) === 'waiting' ? order : state.add(furtherRequest(order, deposit));
    const own = state.reprice(requestId, worthOf(order, deposit.amount));
    return settle(own, { ...deposit, orderId: own.orderId });
  }

  async function settle(order: Order, deposit: Deposit): Promise<void> {
    if (!isUnpaid(order)) {
      const again = state.add(secondRequest(order, deposit));
      return giveBack(state.move(again.requestId, 'pending', { deposits: [deposit] }), deposit);
    }
    const { requestId, destination } = state.move(order.requestId, 'pending', { deposits: [deposit] });
    await wait(faults.on.fillDelayMs ?? 0, signal);
    const reason = refusalOf(order, deposit) ?? (faults.on.failFills ? 'DESTINATION_TX_FAILED' : undefined);
    const { chainId, currency, recipient, amount, calls } = destination;
    try {
      if (reason) throw new Error(reason);
      const hash = await byId.get(chainId)!.fill(currency, recipient, faults.on.shortFill ? 1n : amount, calls);
      await payAlso(order);
      state.move(requestId, 'success', { payouts: [{ chainId, hash }] });
    } catch (error) {
      const failed = state.move(requestId, 'failure', { failReason: reason ?? reasonOf(error) });
      if (faults.on.neverRefund) return;
      await wait(faults.on.refundAfterMs ?? REFUND_AFTER_MS, signal);
      await giveBack(state.move(failed.requestId, 'pending'), deposit);
    }
  }

  /** Makes the additional payments after a fill. If one of them fails, the order still succeeds. */
  async function payAlso({ also = [], sponsorPayment, requestId }: Order): Promise<void> {
    const paid = also.map(({ chainId, currency, recipient, amount }) =>
      byId.get(chainId)!.fill(currency, recipient, amount),
    );
    if (sponsorPayment) paid.push(byId.get(sponsorPayment.chainId)!.charge!(sponsorPayment.amount));
    for (const result of await Promise.allSettled(paid)) {
      if (result.status === 'rejected')
        console.error(`devnet: a payment in addition to the fill of ${requestId} failed:`, result.reason);
    }
  }

  /** Refunds the deposited amount in the same currency on the same chain. */
  async function giveBack({ requestId, origin }: Order, { chainId, currency, amount, heldBy }: Deposit): Promise<void> {
    if (faults.on.falseRefund) {
      state.move(requestId, 'refund', { payouts: [{ chainId, hash: keccak256(requestId) }] });
      return;
    }
    try {
      const chain = byId.get(chainId)!;
      const held = heldBy === 'solver';
      const { refundTo } = origin;
      const hash = await (held ? chain.fill(currency, refundTo, amount) : chain.refund(currency, refundTo, amount));
      state.move(requestId, 'refund', { payouts: [{ chainId, hash }] });
    } catch (error) {
      state.move(requestId, 'failure', { refundFailReason: reasonOf(error) });
    }
  }

  const onSent = (sent: SentTransaction): void =>
    void Promise.all([onTransaction(sent), onArrival(sent)]).catch((error: unknown) => {
      if (!signal.aborted) console.error('devnet: reading a transaction failed:', error);
    });
  const stops = chains.flatMap((chain) => [chain.watchDeposits(onDeposit), chain.watchTransactions?.(onSent)]);
  return {
    chain: (id) => byId.get(id),
    isTaken: (chainId, hash) => taken.has(`${chainId}:${hash}`),
    async check(chainId, hash) {
      const chain = byId.get(chainId);
      for (const deposit of (await chain?.depositsIn(hash)) ?? []) onDeposit(deposit);
      const sent = await chain?.transaction?.(hash);
      if (sent) await Promise.all([onTransaction(sent), onArrival(sent)]);
    },
    async usePermit({ orderId, origin, permit }, signature) {
      const { chainId, currency, amount } = origin;
      const chain = byId.get(chainId)!;
      const { to, data } = permit!.use(signature);
      const hash = await chain.usePermit!(to, data);
      const sent = permit!.toSolver ? await chain.transaction!(hash) : undefined;
      if (sent) onDeposit({ orderId, chainId, currency, amount, hash, block: sent.block, heldBy: 'solver' });
      else await this.check(chainId, hash);
    },
    stop() {
      stopped.abort();
      for (const stop of stops) stop?.();
    },
  };
}

/**
 * Returns true if the solver has not detected a deposit. At the status `depositing`, the solver has only sent the calls
 * of `/execute`.
 */
const isUnpaid = (order: Order): boolean => ['waiting', 'depositing'].includes(statusOf(order));

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /^[A-Z_]+$/.test(text) ? text : 'DESTINATION_TX_FAILED';
}
