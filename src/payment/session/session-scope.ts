/** One configuration of a session: everything that depends on the merchant's options, from its start to its end. */
import { HubClient } from '../../api/client.js';
import { errorInfo, errorOf } from '../../errors.js';
import { attestationMode } from '../guard/attestation.js';
import { createChoosing, type Choosing } from './checkout-effects.js';
import type { Deps } from '../../shared/platform.js';
import type { Flow } from '../context/context.js';
import { createFollowing, type Places } from '../track/tracker.js';
import { checkPinned } from '../quote/parse-intent.js';
import { checkOptions, type SessionOptions } from '../model/options.js';
import { foreignKey, journalKey } from '../journal/keys.js';
import { createJournal } from '../journal/storage.js';
import { createListing } from '../quote/chain-list.js';
import { locksOf } from '../journal/tab-lock.js';
import type { Payers } from '../../wallets/connection.js';
import type { React, Store } from '../model/store.js';

export type Course = {
  flow: Flow | null;
  /**
   * Where payments are followed.
   * @throws HubPayError where the options are wrong
   */
  places(): Places;
  react: React;
  find: Choosing['find'];
  begin(): void;
  end(): void;
};

/**
 * What outlasts a change of the options: whether somebody sees the page, the services that were told to be ready, and
 * the wallets that cannot do several things at once.
 */
export type Page = { visible: boolean; readonly ready: Set<string>; readonly singly: Flow['singly'] };

/** What depends on the options: the service, the listing, the journal's key. A wrong option leaves nothing running. */
export function startCourse(options: SessionOptions, deps: Deps, store: Store, payers: Payers, page: Page): Course {
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
      flow: null,
      places() {
        throw errorOf(problem);
      },
      react(next, _previous, event) {
        if (event.type === 'opened' && next.name === 'selecting') unavailable();
      },
      find: () => Promise.resolve(null),
      begin: unavailable,
      end: () => undefined,
    };
  }

  const life = new AbortController();
  const client = new HubClient({ baseUrl: options.baseUrl, fetch: deps.fetch, clock: deps.clock, random: deps.random });
  const listing = createListing(client, options.registry, life.signal);
  const key = journalKey(options);
  const wakes = new Set<() => void>();
  const flow: Flow = {
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
    chain: (chainId) => listing.payable(chainId) ?? listing.chains().find(({ id }) => id === chainId),
    async wallet(id) {
      if (!payers.wallet) await payers.look().catch(() => undefined);
      return payers.wallet?.id === id ? payers.wallet : null;
    },
    singly: page.singly,
    async chainsKnown() {
      await listing.load(life.signal).catch(() => undefined);
      if (page.ready.has(options.baseUrl) || !listing.loaded || life.signal.aborted) return;
      page.ready.add(options.baseUrl);
      store.emit('hub-ready', Object.freeze({ chains: listing.chains().length }));
    },
    until: (reached) => store.until(reached, life.signal),
    visible: () => page.visible,
    onWake: (wake) => void wakes.add(wake),
  };
  const following = createFollowing(flow);
  // What is only followed must neither count as a payment of this order nor be found as one after a reload.
  const foreign = foreignKey(options);
  const elsewhere: Flow = { ...flow, key: foreign, journal: createJournal(deps.storage, foreign, deps.clock) };
  const places: Places = [
    { flow, following },
    { flow: elsewhere, following: createFollowing(elsewhere) },
  ];
  const choosing = createChoosing(flow, { listing, payers, following });
  return {
    flow,
    places: () => places,
    find: (text) => choosing.find(text),
    react(next, previous, event) {
      if (event.type === 'visibility-changed') page.visible = event.visible;
      // Who starts over is to hear at once of a payment that is out all the same.
      const isAwake = event.type === 'woken' || event.type === 'abandoned';
      if (isAwake || (event.type === 'visibility-changed' && page.visible)) wakes.forEach((wake) => wake());
      choosing.react(next, previous, event);
      following.react(next, previous, event);
    },
    begin() {
      following.start(options.resume ?? 'auto');
    },
    end() {
      life.abort(new Error('other options, or the session ended'));
    },
  };
}
