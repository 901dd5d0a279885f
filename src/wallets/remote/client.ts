/**
 * The page's side of WalletConnect: one client for all elements of the page with the same project, relay and `fetch`.
 * It loads as a separate chunk.
 */
import { HubPayError } from '../../errors.js';
import type { Platform } from '../../shared/platform.js';
import { childController } from '../../shared/time/on-abort.js';
import type { EIP1193Provider } from '../wallet.js';
import { keyBytes, toHex } from './bytes.js';
import { loadCryptography } from './cryptography.js';
import type { Cryptography } from './cryptography-types.js';
import { openLine, type Line } from './line.js';
import type { Namespace, Peer } from './messages.js';
import { pair, type Metadata } from './pairing.js';
import { remoteProvider } from './provider.js';
import { readRecord, writeRecord, type RemoteRecord, type StoredSession } from './remote-storage.js';
import { openSession, type LateListener, type RemoteSession } from './session.js';
import { openTabChannel, type TabChannel } from './tab-channel.js';

/** The page's side of WalletConnect. */
export interface RemoteClient {
  /** The wallet as an EIP-1193 provider. It shares no account while there is no session. */
  readonly provider: EIP1193Provider;
  /** How the wallet describes itself; null while there is no session. */
  readonly peer: Peer | null;
  /**
   * Creates codes, and resolves after the holder of a wallet has scanned one and agreed. Then the provider has
   * accounts.
   * @throws HubPayError the errors of `pair`; `config` if the relay refuses the page; after an abort, the signal's
   *   reason
   */
  pair(o: PairRequest): Promise<void>;
  /** Ends the session. Resolves at the latest after 3 seconds. */
  disconnect(): Promise<void>;
  /**
   * Adds a listener for answers to requests that this page does not wait for, such as those of an earlier page. Returns
   * a function that removes the listener.
   */
  onLate(listener: LateListener): () => void;
  /** Checks the connection to the relay, for example after the phone has slept. */
  wake(): void;
}

/** The parameters of one attempt to pair. */
export type PairRequest = {
  /** What the wallet shows about the page. */
  metadata: Metadata;
  /** The ids of the chains to ask for. */
  chains: readonly number[];
  signal: AbortSignal;
  /** Receives each code, and null when the attempt ends without a session. */
  onCode?: ((code: string | null) => void) | undefined;
};

/** Options of `createRemoteClient`. */
export type RemoteClientOptions = Pick<Platform, 'clock' | 'random' | 'storage' | 'WebSocket'> & {
  projectId: string;
  /** The URL of the relay. */
  relayUrl: string;
  /** Called when the relay refuses the page. No further attempt to pair can then succeed. */
  onRefused: (error: HubPayError) => void;
  /** The channel to the other tabs; by default that of the browser. */
  tabs?: TabChannel;
  /** The cryptography; by default that of the browser. */
  cryptography?: Cryptography;
};

/** Creates the client, and restores the session of an earlier page without a message to the wallet. */
export async function createRemoteClient(o: RemoteClientOptions): Promise<RemoteClient> {
  const { clock, random, storage, tabs = openTabChannel() } = o;
  const cryptography = o.cryptography ?? (await loadCryptography(random));
  const lateListeners = new Set<LateListener>();
  const attempts = new Set<AbortController>();
  let refusal: HubPayError | undefined;
  let session: RemoteSession | undefined;

  const read = (): RemoteRecord => readRecord(storage, () => toHex(random(32)));
  const change = (changed: Partial<RemoteRecord>): void => {
    writeRecord(storage, { ...read(), ...changed }, Math.floor(clock.now() / 1_000));
  };
  // The first visit creates the secret by which the relay recognizes this browser.
  change({});
  const signer = await cryptography.signer(keyBytes(read().seed));
  const current = (): StoredSession | null => {
    const stored = read().session;
    return stored && stored.expiry * 1_000 > clock.now() ? stored : null;
  };

  /** The stored session, if this page uses it. Another tab can have stored another one. */
  const own = (): StoredSession | null => {
    const stored = current();
    return stored && stored.key === session?.key ? stored : null;
  };

  const provider = remoteProvider({
    namespace: (): Namespace | null => own()?.namespace ?? null,
    capabilities: () => own()?.capabilities ?? {},
    send(chainId, request) {
      if (!session) return Promise.reject(new Error('There is no session'));
      return session.request(chainId, request);
    },
  });
  const line: Line = openLine({
    clock,
    random,
    cryptography,
    tabs,
    relay: {
      url: o.relayUrl,
      projectId: o.projectId,
      signer,
      WebSocket: o.WebSocket,
      onRefused(why) {
        refusal = new HubPayError('config', `The relay of WalletConnect refuses this page: ${why}`, {
          attribute: 'walletconnectProjectId',
          reason: 'relay-refused',
          details: why,
        });
        for (const each of attempts) each.abort(refusal);
        o.onRefused(refusal);
      },
    },
  });

  const ended = (): void => {
    session = undefined;
    // Keep the unanswered requests, because the end of the session does not show whether the wallet has paid.
    if (current()) change({ session: null });
    provider.ended();
  };
  const leave = async (): Promise<void> => {
    const leaving = session;
    ended();
    tabs.post({});
    await leaving?.leave();
  };
  const use = async (stored: StoredSession): Promise<void> => {
    session?.stop();
    session = await openSession({
      line,
      clock,
      stored,
      provider,
      read,
      change,
      onLate(...late) {
        for (const listener of lateListeners) listener(...late);
      },
      onEnd: ended,
    });
    provider.updated();
  };
  /** Follows another tab that has paired, or has left the wallet. */
  const follow = async (): Promise<void> => {
    const stored = current();
    if (stored && stored.key !== session?.key) {
      if (session) {
        // No tab listens for the answers to this page's requests any more, so reject them as the other tab does.
        session.stop();
        provider.ended();
      }
      await use(stored);
    } else if (!stored && session) {
      session.stop();
      ended();
    }
  };
  tabs.listen(({ envelope }) => {
    if (envelope === undefined) void follow();
  });

  const known = current();
  if (known) await use(known);

  return {
    provider,
    get peer() {
      return own()?.peer ?? null;
    },
    async pair({ metadata, chains, signal, onCode }) {
      if (refusal) throw refusal;
      const attempt = childController(signal);
      attempts.add(attempt);
      try {
        const options = { line, cryptography, clock, random, metadata, chains, onCode };
        const stored = await pair({ ...options, signal: attempt.signal });
        if (session) {
          void session.leave();
          provider.ended();
        }
        change({ session: stored });
        await use(stored);
        tabs.post({});
        // The payer has given up after the holder of the wallet had agreed.
        if (attempt.signal.aborted) {
          await leave();
          attempt.signal.throwIfAborted();
        }
      } finally {
        attempts.delete(attempt);
        attempt.abort();
      }
    },
    disconnect: leave,
    onLate(listener) {
      lateListeners.add(listener);
      return () => {
        lateListeners.delete(listener);
      };
    },
    wake() {
      line.wake();
    },
  };
}
