/**
 * Creates the sessions of test mode. They reach no wallet of the browser and no real payment, and no network except the
 * merchant's `confirm-url`.
 */
import type { createPaymentSession, PaymentSession, SessionOptions } from '../payment/session/session.js';
import type { SessionEventMap } from '../events.js';
import { platformClock } from '../shared/clock.js';
import { deepFreeze } from '../shared/deep-freeze.js';
import type { KeyValueStore } from '../shared/memory-store.js';
import { randomName, type Platform } from '../shared/platform.js';
import { TEST_MODE } from '../shared/test-mode.js';
import type { ChainRecord } from '../types.js';
import { testRegistry } from './chains.js';
import { testBaseUrl, testFetch, type OwnServer } from './fetch.js';
import { Ledger } from './ledger.js';
import type { TestPlan } from './outcome.js';
import { testDiscovery, testProvider } from './wallet.js';

/** What a session of test mode needs. `plan` tells how the next payment ends. `send` reaches the merchant's server. */
export type TestPlatform = { storage: KeyValueStore; plan: () => TestPlan } & Pick<OwnServer, 'send' | 'warn'> &
  Partial<Pick<Platform, 'clock' | 'locks'>>;

/**
 * Creates a session. A change of the options takes effect as in every session, except that a session of test mode never
 * becomes a real one.
 */
export function createTestSession(
  create: typeof createPaymentSession,
  options: SessionOptions,
  { plan, send, warn, ...platform }: TestPlatform,
): PaymentSession {
  const { storage, clock = platformClock } = platform;
  const ledger = new Ledger(storage);
  const now = (): number => clock.now();
  let chains: readonly ChainRecord[] = testRegistry(options).chains;
  let { confirmUrl } = options;
  const provider = testProvider({ ledger, chainId: chains[0]?.id ?? 1, now, plan });
  const random = (bytes: number): string =>
    randomName((length) => crypto.getRandomValues(new Uint8Array(length)), bytes);
  const toTest = (given: SessionOptions): SessionOptions => {
    const registry = testRegistry(given);
    chains = registry.chains;
    confirmUrl = given.confirmUrl;
    const { attestation: _, statusStreamUrl: _stream, usePermit: _permit, ...kept } = given;
    return { ...kept, baseUrl: baseUrlOf(given, chains), registry, wallets: [provider] };
  };
  rememberAsset(storage, options, chains);
  const own = { confirmUrl: () => confirmUrl, send, warn };
  const fetch = testFetch({ ledger, chains: () => chains, now, random, plan }, own);
  const discovery = testDiscovery(provider);
  const session = create(toTest(options), { ...platform, fetch, WebSocket: undefined, discovery });
  return Object.create(session, {
    configure: { value: (next: SessionOptions) => session.configure(toTest(next)) },
    on: { value: on },
  }) as PaymentSession;

  /** Adds a listener whose details have the member `test`. */
  function on<K extends keyof SessionEventMap>(type: K, listener: (detail: SessionEventMap[K]) => void): () => void {
    return session.on(type, (detail) => listener(deepFreeze({ ...detail, test: true })));
  }
}

/** A page must not turn a session of test mode into a real one. The session then reports the error `config`. */
const baseUrlOf = ({ baseUrl }: SessionOptions, chains: readonly ChainRecord[]): string =>
  baseUrl === TEST_MODE ? testBaseUrl(chains) : `${TEST_MODE} cannot become ${baseUrl}`;

/** The storage key of the token that the payer used last. */
const LAST_ASSET = 'hub-pay/1/last-asset';

/** Names a token as the last used one, so that the first payment needs no choice. The payer can change the token. */
function rememberAsset(storage: KeyValueStore, options: SessionOptions, chains: readonly ChainRecord[]): void {
  if (storage.getItem(LAST_ASSET) !== null) return;
  const { originChainId, origins = chains.map(({ id }) => id), destinationChainId } = options;
  const others = origins.filter((id) => id !== destinationChainId);
  const chainId = originChainId ?? others[0] ?? origins[0];
  const token = chains.find(({ id }) => id === chainId)?.erc20Currencies?.[0];
  if (token) storage.setItem(LAST_ASSET, JSON.stringify({ chainId, currency: token.address }));
}
