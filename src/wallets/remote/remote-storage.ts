/**
 * Stores what must survive a reload: the secret by which the relay recognizes this browser, the session with the
 * wallet, and which requests have no answer yet. The parameters of a request are not stored, because they contain
 * calldata (I23).
 */
import { toJson } from '../../shared/builtins/to-json.js';
import { memoryBehind, type KeyValueStore } from '../../shared/memory-store.js';
import { isRecord } from '../../shared/text/patterns.js';
import { appLinks } from './redirect.js';
import { bytes32 } from './bytes.js';
import { isTime, readNamespace, type Namespace, type Peer } from './messages.js';
import { KEY, readPending, readStored, type PendingRequest } from './pending.js';

/** A session with a wallet. */
export type StoredSession = {
  /** The key of its envelopes, in hex. */
  key: string;
  /** When the session ends, as Unix time in seconds. */
  expiry: number;
  namespace: Namespace;
  /** What the wallet can do by chain (EIP-5792). */
  capabilities: Readonly<Record<string, unknown>>;
  peer: Peer;
  /**
   * The id of the wallet's last message that changed the session. A message with the same or a lower id changes
   * nothing, because it can be a replay.
   */
  changedBy: number;
};

/** The longest session that the page keeps, in seconds: 31 days. Wallets usually offer 7 to 30 days. */
const LONGEST_SESSION_S = 31 * 86_400;

/** Returns the end of a session that a wallet offers until `expiry`. All times are Unix times in seconds. */
export const sessionEnd = (expiry: number, now: number): number => Math.min(expiry, now + LONGEST_SESSION_S);

/** Everything that is stored. */
export type RemoteRecord = {
  /** 32 random bytes in hex. */
  seed: string;
  session: StoredSession | null;
  /** The unanswered requests, by the id of the request. */
  pending: Readonly<Record<string, PendingRequest>>;
};

/** The maximum number of stored requests without an answer. The oldest ones are removed. */
const MOST_PENDING = 50;

/** Reads the record. Members of another form count as absent. Without a valid `seed`, the record is new. */
export function readRecord(storage: KeyValueStore, newSeed: () => string): RemoteRecord {
  const value = readStored(storage);
  const { seed, session, pending } = isRecord(value) ? value : {};
  if (typeof seed !== 'string' || !bytes32(seed)) return { seed: newSeed(), session: null, pending: {} };
  return { seed, session: readSession(session), pending: readPending(pending) };
}

/**
 * Stores the record for this page and later ones. If the browser cannot store it, keeps it in the memory of this page.
 * @param now the current time, as Unix time in seconds; requests that have run out by then are left out
 */
export function writeRecord(storage: KeyValueStore, record: RemoteRecord, now: number): void {
  const kept = Object.entries(record.pending).filter(([, { until }]) => until > now);
  const text = toJson({ ...record, pending: Object.fromEntries(kept.slice(-MOST_PENDING)) });
  const memory = memoryBehind(storage);
  try {
    storage.setItem(KEY, text);
  } catch {
    memory.setItem(KEY, text);
    return;
  }
  memory.removeItem(KEY);
}

function readSession(value: unknown): StoredSession | null {
  if (!isRecord(value)) return null;
  const { key, expiry, namespace, capabilities, peer, changedBy } = value;
  const read = readNamespace({ eip155: namespace });
  const { name, ...links } = isRecord(peer) ? peer : {};
  if (typeof key !== 'string' || !bytes32(key) || !isTime(expiry) || !read || typeof name !== 'string') return null;
  if (typeof changedBy !== 'number' || !isRecord(capabilities)) return null;
  return { key, expiry, namespace: read, capabilities, peer: { name, ...appLinks(links) }, changedBy };
}
