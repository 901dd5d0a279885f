/**
 * Creates the sessions of test mode, which reach no wallet of the browser, no real payment, and no server except the
 * merchant's `confirm-url`.
 */
import type { createPaymentSession, PaymentSession, SessionOptions } from '../payment/session/session.js';
import type { SessionEventMap } from '../events.js';
import { platformClock } from '../shared/time/clock.js';
import { deepFreeze } from '../shared/deep-freeze.js';
import type { KeyValueStore } from '../shared/memory-store.js';
import { randomName, type Platform } from '../shared/platform.js';
import { TEST_MODE } from '../shared/test-mode/test-mode.js';
import type { ChainCurrency, ChainRecord } from '../types.js';
import { payingTokens, testRegistry } from './chains.js';
import { testBaseUrl, testFetch, type OwnServer } from './fetch.js';
import { Ledger } from './ledger.js';
import type { TestPlan } from './outcome.js';
import { testDiscovery, testProvider } from './wallet.js';
import { toJson } from '../shared/builtins/to-json.js';

/**
 * What a session of test mode needs: `plan` returns how the next payment ends, `onPlan` listens for another plan and
 * returns a function that stops, and `send` reaches the merchant's server.
 */
export type TestPlatform = {
  storage: KeyValueStore;
  plan: () => TestPlan;
  onPlan?: (listener: () => void) => () => void;
} & Pick<OwnServer, 'send' | 'warn'> &
  Partial<Pick<Platform, 'clock' | 'locks'>>;

/**
 * Creates a session. A change of the options takes effect as in every session, except that a session of test mode never
 * becomes a real one.
 */
export function createTestSession(
  create: typeof createPaymentSession,
  options: SessionOptions,
  { plan, onPlan, send, warn, ...platform }: TestPlatform,
): PaymentSession {
  const { storage, clock = platformClock } = platform;
  const ledger = new Ledger(storage);
  const now = (): number => clock.now();
  let chains: readonly ChainRecord[] = testRegistry(options).chains;
  let { confirmUrl } = options;
  const provider = testProvider({ ledger, chains: () => chains, chainId: chains[0]?.id ?? 1, now });
  const random = (bytes: number): string =>
    randomName((length) => crypto.getRandomValues(new Uint8Array(length)), bytes);
  const toTest = (given: SessionOptions): SessionOptions => {
    const registry = testRegistry(given);
    chains = registry.chains;
    ({ confirmUrl } = given);
    const { attestation: _, statusStreamUrl: _stream, usePermit: _permit, ...real } = given;
    const { walletconnectProjectId: _project, walletconnectRelayUrl: _relay, ...kept } = real;
    return { ...kept, baseUrl: baseUrlOf(given, chains), registry, wallets: [provider] };
  };
  rememberAsset(storage, options, chains);
  const own = { confirmUrl: () => confirmUrl, send, warn };
  const fetch = testFetch({ ledger, chains: () => chains, now, plan, random }, own);
  const discovery = testDiscovery(provider);
  const session = create(toTest(options), { ...platform, fetch, WebSocket: undefined, discovery });
  // The request id contains the plan for the merchant's server, so another plan needs a quote with another id.
  const renewQuote = (): void => {
    const state = session.$state.get();
    if (state.name !== 'reviewing' || state.confirming) return;
    const planned = ledger.find(state.quote.requestId)?.plan;
    const { outcome, delayMs } = plan();
    if (planned && (planned.outcome !== outcome || planned.delayMs !== delayMs))
      session.dispatch({ type: 'quote-aged' });
  };
  session.$state.listen(renewQuote);
  const stopListening = onPlan?.(renewQuote);
  return Object.create(session, {
    configure: { value: (next: SessionOptions) => session.configure(toTest(next)) },
    on: { value: on },
    destroy: { value: destroy },
  }) as PaymentSession;

  function destroy(): void {
    stopListening?.();
    session.destroy();
  }

  /** Adds a listener whose details have the member `test`. */
  function on<K extends keyof SessionEventMap>(type: K, listener: (detail: SessionEventMap[K]) => void): () => void {
    return session.on(type, (detail) => listener(deepFreeze({ ...detail, test: true })));
  }
}

/**
 * Returns the base URL of test mode. If the options name another one, returns a text for which the session reports the
 * error `config`. A page must not turn a session of test mode into a real one.
 */
const baseUrlOf = ({ baseUrl }: SessionOptions, chains: readonly ChainRecord[]): string =>
  baseUrl === TEST_MODE ? testBaseUrl(chains) : `${TEST_MODE} cannot become ${baseUrl}`;

/** The storage key of the token that the payer used last. */
const LAST_ASSET = 'hub-pay/1/last-asset';

/**
 * Stores a token as the last used one, so that the first payment needs no choice. The payer can still change the token.
 * If possible, the token is on another chain than the destination, because such a payment shows more of the checkout.
 * Does nothing if the stored token is on one of these chains.
 */
function rememberAsset(storage: KeyValueStore, options: SessionOptions, chains: readonly ChainRecord[]): void {
  const last = storage.getItem(LAST_ASSET);
  if (last !== null && chains.some(({ id }) => last.includes(`"chainId":${id},`))) return;
  const { originChainId, origins = chains.map(({ id }) => id), destinationChainId } = options;
  const places = originChainId === undefined ? origins : [originChainId];
  const wanted = payingTokens(options).map(({ text }) => text?.toLowerCase());
  const isWanted = ({ symbol, address }: ChainCurrency): boolean =>
    wanted.length === 0 || wanted.includes(symbol.toLowerCase()) || wanted.includes(address);
  for (const chainId of [...places.filter((id) => id !== destinationChainId), ...places]) {
    const token = chains.find(({ id }) => id === chainId)?.erc20Currencies?.find(isWanted);
    if (token) {
      storage.setItem(LAST_ASSET, toJson({ chainId, currency: token.address }));
      return;
    }
  }
}
