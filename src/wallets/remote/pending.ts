/** Reads the requests that a remote wallet has not answered, and for how long the wallet can still approve them. */
import { memoryBehind, type KeyValueStore } from '../../shared/memory-store.js';
import { isRecord } from '../../shared/text/patterns.js';

/** The key under which the browser stores everything about remote wallets. */
export const KEY = 'hub-pay/walletconnect';

/** A request that the wallet has not answered. */
export type PendingRequest = {
  method: string;
  chainId: number;
  /** From when on the wallet must not approve the request, as Unix time in seconds. */
  until: number;
  /** The topic of the session. Only the wallet of this session can answer. */
  topic: string;
};

/**
 * How long the wallet may take to answer a request, in seconds. The page tries for 300 seconds to send it, and the
 * relay then keeps it for at most 300 more, so no phone gets it later. Before another payment, the payer may have to
 * wait for this time.
 */
export const REQUEST_S = 600;

/** The methods with which a wallet pays by itself. A signature alone pays nothing until the page sends it. */
export const PAYING: readonly string[] = ['eth_sendTransaction', 'wallet_sendCalls'];

/**
 * Returns for how many minutes a wallet can still approve an unanswered request to pay on this chain. Returns 0 if
 * there is no such request. Ignores a request for which more than `REQUEST_S` is left. A phone that sleeps gets its
 * request late. So within this time, it proves nothing if the wallet's app shows no request.
 * @param now the current time, as Unix time in milliseconds
 */
export function minutesUnanswered(storage: KeyValueStore, chainId: number, now: number): number {
  const { pending } = Object(readStored(storage)) as { pending?: unknown };
  const open = Object.values(readPending(pending)).flatMap((each) =>
    PAYING.includes(each.method) && each.chainId === chainId ? each.until - now / 1_000 : [],
  );
  // A longer time is left only after the device's clock was set back, and then nobody knows how long to wait.
  return Math.max(0, ...open.filter((left) => left <= REQUEST_S).map((left) => Math.ceil(left / 60)));
}

/** Reads the stored data about remote wallets: from the page's memory if it is there, or else from the storage. */
export function readStored(storage: KeyValueStore): unknown {
  try {
    return JSON.parse(memoryBehind(storage).getItem(KEY) ?? storage.getItem(KEY) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Reads the unanswered requests, by their id. Leaves out entries of another form. */
export function readPending(value: unknown): Record<string, PendingRequest> {
  const entries = Object.entries(isRecord(value) ? value : {}).filter(([, each]) => isPending(each));
  return Object.fromEntries(entries) as Record<string, PendingRequest>;
}

const isPending = (value: unknown): value is PendingRequest =>
  isRecord(value) &&
  typeof value['method'] === 'string' &&
  typeof value['chainId'] === 'number' &&
  Number.isSafeInteger(value['until']) &&
  typeof value['topic'] === 'string';
