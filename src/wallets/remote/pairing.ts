/** Pairs the page with a wallet: shows codes, and waits until the holder of a wallet scans one and agrees. */
import { HubPayError } from '../../errors.js';
import type { Platform } from '../../shared/platform.js';
import { onAbort } from '../../shared/time/on-abort.js';
import { walletFailure } from '../wallet-errors.js';
import { toHex } from './bytes.js';
import type { Cryptography, KeyPair } from './cryptography-types.js';
import type { Line } from './line.js';
import { errorOf, EVENTS, METHODS, readApproval, readSettlement } from './messages.js';
import { CODE_S } from './relay-socket.js';
import { sessionEnd, type StoredSession } from './remote-storage.js';

/** What the wallet shows its holder about the page. */
export type Metadata = {
  name: string;
  description: string;
  /** The page's origin. Wallets compare it with the origin that the relay has seen. */
  url: string;
  icons: readonly string[];
};

/** Options of `pair`. */
export type PairingOptions = Pick<Platform, 'clock' | 'random'> & {
  line: Line;
  cryptography: Cryptography;
  metadata: Metadata;
  /** The ids of the chains to ask for. The wallet approves those that it knows. */
  chains: readonly number[];
  /** An abort ends the wait. If a wallet then answers a code that has not run out, the page ends its session. */
  signal: AbortSignal;
  /** Receives each code that a wallet can scan or open, and null when the attempt to pair ends without a session. */
  onCode?: ((code: string | null) => void) | undefined;
};

/** When a new code replaces the shown one, in milliseconds. An answer to the earlier one still counts. */
const RENEW_MS = 270_000;

/** The maximum number of codes of one attempt, so that a page that stays open does not use the relay forever. */
const MOST_CODES = 4;

/** How long the relay may take to accept the first code, in milliseconds. */
const RELAY_MS = 20_000;

/** The code and the message with which the page ends a session. */
export const LEFT = { code: 6000, message: 'The page has left this connection' };

/**
 * Resolves with the session after the holder has agreed.
 * @throws HubPayError `wallet-rejected` if the holder declines; the error of `walletFailure` if the wallet refuses for
 *   another reason; `wallet-unable` if the wallet cannot pay for this page; `wallet-failed` with the reason
 *   `wallet-silent` if no wallet answers the codes, or with `relay-silent` if the first code could not be sent; after
 *   an abort, the signal's reason
 */
export function pair(o: PairingOptions): Promise<StoredSession> {
  const { line, clock, signal, onCode } = o;
  return new Promise((resolve, reject) => {
    const timers = new Set<unknown>();
    let isOver = false;
    let codes = 0;

    const after = (ms: number, run: () => void): unknown => {
      const timer = clock.setTimeout(() => {
        timers.delete(timer);
        run();
      }, ms);
      timers.add(timer);
      return timer;
    };
    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      for (const timer of timers) clock.clearTimeout(timer);
      free();
      settle();
    };
    const fail = (error: Error): void => {
      end(() => {
        // After an agreement, the code stays on the screen until the page has opened the session. Otherwise the screen
        // would show the list of wallets for a moment, and a press in it would ask another wallet.
        onCode?.(null);
        reject(error);
      });
    };
    const free = onAbort(signal, () => {
      fail(signal.reason as Error);
    });

    /** Ends a session that this page does not use. Otherwise, the wallet would still list the session. */
    const leave = (topic: string): void => {
      line.tell(topic, { id: line.nextId(), method: 'wc_sessionDelete', params: LEFT }, 'delete');
      line.forget(topic);
    };

    /** Waits for the message with which the wallet begins the session. */
    const settled = async (keys: KeyPair, approval: NonNullable<ReturnType<typeof readApproval>>): Promise<void> => {
      const key = await keys.sharedKey(approval.key);
      let isSettled = false;
      const topic = await line.listen(key, (message) => {
        if (isSettled || !('method' in message) || message.method !== 'wc_sessionSettle') return;
        const settlement = readSettlement(message.params);
        const now = clock.now() / 1_000;
        if (settlement?.controller !== approval.hex || settlement.expiry <= now) return;
        isSettled = true;
        line.tell(topic, { id: message.id, result: true }, 'settled');
        const { namespace, peer, capabilities } = settlement;
        if (isOver) {
          leave(topic);
        } else if (namespace.accounts.length === 0 || !namespace.methods.includes('eth_sendTransaction')) {
          leave(topic);
          fail(new HubPayError('wallet-unable', 'The wallet approved no account that can pay from an EVM chain.'));
        } else {
          const expiry = sessionEnd(settlement.expiry, Math.floor(now));
          end(() => {
            resolve({ key: toHex(key), expiry, namespace, peer, capabilities, changedBy: message.id });
          });
        }
      });
    };

    const offer = async (onSilence: (cause?: unknown) => void): Promise<void> => {
      const keys = await o.cryptography.keyPair();
      const key = Uint8Array.from(o.random(32));
      const id = line.nextId();
      let isAnswered = false;
      let lapse: unknown = null;
      const stopListening = (): void => {
        isAnswered = true;
        clock.clearTimeout(lapse);
        line.forget(topic);
      };
      const topic = await line.listen(key, (message) => {
        if (isAnswered || 'method' in message || message.id !== id) return;
        if ('failure' in message) {
          stopListening();
          fail(walletFailure(errorOf(message.failure), 'The wallet did not connect'));
          return;
        }
        const approval = readApproval(message.result);
        if (!approval) return;
        stopListening();
        settled(keys, approval).catch(() => undefined);
      });
      // Until the code runs out, a wallet can answer it late, and its session must then be ended.
      lapse = clock.setTimeout(stopListening, CODE_S * 1_000);
      const expiryTimestamp = Math.floor(clock.now() / 1_000) + CODE_S;
      const silent = after(RELAY_MS, onSilence);
      await line.send(topic, { id, ...proposal(o, keys, topic, expiryTimestamp) }, 'propose');
      clock.clearTimeout(silent);
      if (!isOver) onCode?.(codeOf(topic, key, expiryTimestamp));
    };

    const next = (): void => {
      if (codes === MOST_CODES) {
        after(CODE_S * 1_000 - RENEW_MS, () => {
          fail(new HubPayError('wallet-failed', 'No wallet answered the code.', { reason: 'wallet-silent' }));
        });
        return;
      }
      codes += 1;
      after(RENEW_MS, next);
      const isFirst = codes === 1;
      const onSilence = (cause?: unknown): void => {
        // A failed renewal ends nothing, because a wallet can still answer an earlier code, or have just answered it.
        if (isFirst)
          fail(new HubPayError('wallet-failed', 'The relay took no code.', { reason: 'relay-silent', cause }));
      };
      offer(onSilence).catch(onSilence);
    };
    if (signal.aborted) fail(signal.reason as Error);
    else next();
  });
}

/** Returns the text of the code, as the protocol defines it. */
const codeOf = (topic: string, key: Uint8Array, expiry: number): string =>
  `wc:${topic}@2?expiryTimestamp=${expiry}&relay-protocol=irn&symKey=${toHex(key)}`;

function proposal({ chains, metadata }: PairingOptions, keys: KeyPair, topic: string, expiryTimestamp: number): object {
  const eip155 = { chains: chains.map((id) => `eip155:${id}`), methods: METHODS, events: EVENTS };
  return {
    method: 'wc_sessionPropose',
    params: {
      requiredNamespaces: {},
      optionalNamespaces: { eip155 },
      relays: [{ protocol: 'irn' }],
      proposer: { publicKey: toHex(keys.publicKey), metadata },
      expiryTimestamp,
      pairingTopic: topic,
    },
  };
}
