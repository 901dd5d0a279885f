/** The requests that a remote wallet has not answered, and for how long it can still approve them. */
import { memoryBehind, type KeyValueStore } from '../../shared/memory-store.js';
import { isRecord } from '../../shared/text/patterns.js';

/** The key under which the browser stores everything about remote wallets. */
export const KEY = 'hub-pay/walletconnect';

/** A request that the wallet has not answered. */
export type PendingRequest = {
  method: string;
  chainId: number;
  /** When the wallet may no longer answer, as Unix time in seconds. */
  until: number;
  /** The topic of the session. Only the wallet of this session can answer. */
  topic: string;
};

/**
 * How long the wallet may think about a request, in seconds. The page sends it for 300 seconds, and the relay then
 * keeps it for 300 more, so that no phone gets it later. The payer may have to wait as long before another payment.
 */
export const REQUEST_S = 600;

/** The requests with which a wallet pays by itself. A signature alone pays nothing until the page sends it. */
export const PAYING: readonly string[] = ['eth_sendTransaction', 'wallet_sendCalls'];

/**
 * Returns for how many minutes a wallet can still approve a payment on this chain that it has not answered; 0 if there
 * is none. A phone that sleeps gets its request late, so until then an app that shows nothing proves nothing.
 * @param now the current time, as Unix time in milliseconds
 */
export function minutesUnanswered(storage: KeyValueStore, chainId: number, now: number): number {
  const { pending } = Object(readStored(storage)) as { pending?: unknown };
  const open = Object.values(readPending(pending)).flatMap((each) =>
    PAYING.includes(each.method) && each.chainId === chainId ? each.until - now / 1_000 : [],
  );
  // More than this is left only after the device's clock was set back, and then nobody knows how long to wait.
  return Math.max(0, ...open.filter((left) => left <= REQUEST_S).map((left) => Math.ceil(left / 60)));
}

/** Reads what the browser stores about remote wallets, or what the memory of this page does in its place. */
export function readStored(storage: KeyValueStore): unknown {
  try {
    return JSON.parse(memoryBehind(storage).getItem(KEY) ?? storage.getItem(KEY) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Reads the requests without an answer, by their id. Leaves out what this code has not written so. */
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
