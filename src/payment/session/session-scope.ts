/** One configuration of a session: everything that depends on the merchant's options, from its start to its end. */
import { HubClient } from '../../api/client.js';
import { errorInfo, errorOf } from '../../errors.js';
import { attestationMode } from '../guard/attestation.js';
import { createCheckoutEffects, type CheckoutEffects } from './checkout-effects.js';
import type { Platform } from '../../shared/platform.js';
import type { PaymentContext } from '../context/context.js';
import { createTracker, type Trackers } from '../track/tracker.js';
import { checkPinned } from '../quote/parse-intent.js';
import { checkOptions, type SessionOptions } from '../model/options.js';
import { foreignKey, journalKey } from '../journal/keys.js';
import { createJournal } from '../journal/storage.js';
import { createChainList } from '../quote/chain-list.js';
import { locksOf } from '../journal/tab-lock.js';
import type { WalletConnection } from '../../wallets/connection.js';
import type { Effect, PaymentStore } from '../model/store.js';

export type SessionScope = {
  context: PaymentContext | null;
  /**
   * Where payments are followed.
   * @throws HubPayError where the options are wrong
   */
  trackers(): Trackers;
  effect: Effect;
  searchTokens: CheckoutEffects['searchTokens'];
  begin(): void;
  end(): void;
};

/**
 * What outlasts a change of the options: whether somebody sees the page, the services that were told to be ready, and
 * the wallets that cannot do several things at once.
 */
export type PageState = {
  visible: boolean;
  readonly ready: Set<string>;
  readonly walletsWithoutBatching: PaymentContext['walletsWithoutBatching'];
};

/** What depends on the options: the service, the listing, the journal's key. A wrong option leaves nothing running. */
export function createScope(
  options: SessionOptions,
  deps: Platform,
  store: PaymentStore,
  connection: WalletConnection,
  page: PageState,
): SessionScope {
  try {
    checkOptions(options);
    checkPinned(options.registry);
    attestationMode(options);
  } catch (error) {
    const problem = errorInfo(error);
    const unavailable = (): void => {
      store.dispatch({ type: 'unavailable', problem });
    };
    return {
      context: null,
      trackers() {
        throw errorOf(problem);
      },
      effect(next, _previous, event) {
        if (event.type === 'opened' && next.name === 'selecting') unavailable();
      },
      searchTokens: () => Promise.resolve(null),
      begin: unavailable,
      end: () => undefined,
    };
  }

  const life = new AbortController();
  const client = new HubClient({ baseUrl: options.baseUrl, fetch: deps.fetch, clock: deps.clock, random: deps.random });
  const chainList = createChainList(client, options.registry, life.signal);
  const key = journalKey(options);
  const wakes = new Set<() => void>();
  const context: PaymentContext = {
    options,
    deps,
    client,
    journal: createJournal(deps.storage, key, deps.clock),
    locks: locksOf(deps),
    key,
    signal: life.signal,
    state: store.state,
    dispatch(event) {
      if (!life.signal.aborted) store.dispatch(event);
    },
    // Not only while it lives: a listener that ends the session on hearing of a change must not lose the fact that
    // follows.
    emit(type, detail) {
      store.emit(type, Object.freeze(detail));
    },
    chain: (chainId) => chainList.payable(chainId) ?? chainList.chains().find(({ id }) => id === chainId),
    async wallet(id) {
      if (!connection.wallet) await connection.discover().catch(() => undefined);
      return connection.wallet?.id === id ? connection.wallet : null;
    },
    walletsWithoutBatching: page.walletsWithoutBatching,
    async chainsKnown() {
      await chainList.load(life.signal).catch(() => undefined);
      if (page.ready.has(options.baseUrl) || !chainList.loaded || life.signal.aborted) return;
      page.ready.add(options.baseUrl);
      store.emit('hub-ready', Object.freeze({ chains: chainList.chains().length }));
    },
    until: (reached) => store.until(reached, life.signal),
    visible: () => page.visible,
    onWake: (wake) => void wakes.add(wake),
  };
  const tracker = createTracker(context);
  // What is only followed must neither count as a payment of this order nor be found as one after a reload.
  const foreign = foreignKey(options);
  const foreignContext: PaymentContext = {
    ...context,
    key: foreign,
    journal: createJournal(deps.storage, foreign, deps.clock),
  };
  const places: Trackers = [
    { context, tracker },
    { context: foreignContext, tracker: createTracker(foreignContext) },
  ];
  const choosing = createCheckoutEffects(context, { chainList, connection, tracker });
  return {
    context,
    trackers: () => places,
    searchTokens: (text) => choosing.searchTokens(text),
    effect(next, previous, event) {
      if (event.type === 'visibility-changed') page.visible = event.visible;
      // Who starts over is to hear at once of a payment that is out all the same.
      const isAwake = event.type === 'woken' || event.type === 'abandoned';
      if (isAwake || (event.type === 'visibility-changed' && page.visible)) wakes.forEach((wake) => wake());
      choosing.effect(next, previous, event);
      tracker.effect(next, previous, event);
    },
    begin() {
      tracker.start(options.resume ?? 'auto');
    },
    end() {
      life.abort(new Error('other options, or the session ended'));
    },
  };
}
