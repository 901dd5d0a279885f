/** Creates and ends the parts that depend on the merchant's options, for example client, journal and trackers. */
import { HubClient } from '../../api/client.js';
import type { EndpointPauses } from '../../api/endpoint-pauses.js';
import { errorInfo, errorOf } from '../../errors.js';
import { attestationMode } from '../guard/attestation.js';
import { createCheckoutEffects, type CheckoutEffects } from './checkout-effects.js';
import { sharedOnPage } from '../../shared/memory-store.js';
import type { Platform } from '../../shared/platform.js';
import { noSendingWallets } from '../context/wallet-changed.js';
import type { PaymentContext } from '../context/context.js';
import { createTracker, type Trackers } from '../track/tracker.js';
import { checkPinned } from '../quote/parse-intent.js';
import { checkOptions, withoutPayer, type SessionOptions } from '../model/options.js';
import { foreignKey, journalKey, orderHashes } from '../journal/keys.js';
import { isCommitted } from '../model/state.js';
import type { Journal } from '../journal/entry.js';
import { isOfOrder, settledEntryIds } from '../journal/lifecycle.js';
import { createJournal } from '../journal/storage.js';
import { restoredTerms, type Restore } from '../journal/page-terms.js';
import { currencyAddress, fixedIntent, fixedQuote } from '../context/order-terms.js';
import { QuestionBudget } from '../context/question-budget.js';
import { transactionRef } from '../context/readers.js';
import { createChainList, emptyListing, offeredChains } from '../quote/chain-list.js';
import { DEFAULT_FAMILY } from '../../shared/chain.js';
import type { ChainRecord } from '../../types.js';
import { familyOf } from '../../vm/families.js';
import { locksOf } from '../journal/tab-lock.js';
import type { WalletConnection } from '../../wallets/connection.js';
import type { EffectTable, PaymentStore } from '../model/store.js';

export type SessionScope = {
  context: PaymentContext | null;
  /**
   * The journal of the order. It exists even if the options are invalid, and is undefined only if no storage key can be
   * computed from them.
   */
  journal: Journal | undefined;
  /**
   * Returns the trackers of this scope, for this order and for payments resumed by id.
   * @throws HubPayError if the options are invalid
   */
  trackers(): Trackers;
  effects: readonly EffectTable[];
  searchTokens: CheckoutEffects['searchTokens'];
  /** Resolves with the ids of the EVM chains that the options allow as the origin; empty if the options are invalid. */
  walletChains(): Promise<readonly number[]>;
  begin(): void;
  end(): void;
};

/** The data of a session that remains when the options change. */
export type PageState = {
  visible: boolean;
  readonly ready: Set<string>;
  /**
   * For each order, the ids of the settled payments that count as seen by the payer. They are read from the journal
   * again when the checkout opens, when the payer starts over after the end of a payment, and when new options replace
   * an ended payment.
   */
  readonly ended: Map<string, ReadonlySet<string>>;
  readonly walletsWithoutBatching: PaymentContext['walletsWithoutBatching'];
  readonly sendingWallets: PaymentContext['sendingWallets'];
  readonly accountsWithoutPermits: PaymentContext['accountsWithoutPermits'];
  readonly walletsPromptingAlone: PaymentContext['walletsPromptingAlone'];
};

export const newPageState = (): PageState => ({
  visible: true,
  ready: new Set(),
  ended: new Map(),
  walletsWithoutBatching: new WeakSet(),
  sendingWallets: noSendingWallets(),
  accountsWithoutPermits: new Set(),
  walletsPromptingAlone: new Set(),
});

/**
 * Creates the client, the chain list, the journal and the trackers for these options. If the options are invalid,
 * creates only the journal, because its entries tell where the money of an earlier payment is.
 */
export function createScope(
  given: SessionOptions,
  deps: Platform,
  store: PaymentStore,
  connection: WalletConnection,
  page: PageState,
): SessionScope {
  const options = withoutPayer(given);
  try {
    checkOptions(given);
    checkPinned(options.registry);
    attestationMode(options);
  } catch (error) {
    const problem = errorInfo(error);
    const unavailable = (): void => {
      store.dispatch({ type: 'unavailable', problem });
    };
    return {
      context: null,
      journal: journalOfInvalid(options, deps),
      trackers() {
        throw errorOf(problem);
      },
      effects: [
        {
          on: {
            opened(next) {
              if (next.name === 'selecting') unavailable();
            },
          },
        },
      ],
      searchTokens: () => Promise.resolve(null),
      walletChains: () => Promise.resolve([]),
      begin: unavailable,
      end: () => undefined,
    };
  }

  const life = new AbortController();
  const { baseUrl } = options;
  const sender = deps.sender?.() ?? deps.fetch;
  const pauses = sharedOnPage(sender, `pauses ${baseUrl}`, (): EndpointPauses => new Map());
  const client = new HubClient({ baseUrl, fetch: deps.fetch, clock: deps.clock, random: deps.random, pauses });
  const listing = sharedOnPage(sender, `listing ${baseUrl}`, emptyListing);
  const chainList = createChainList(client, options.registry, deps.clock, listing, options.venueInfoUrl);
  const key = journalKey(options);
  const wakes = new Set<() => void>();
  const ownHashes = orderHashes(options, (chainId, text) => currencyAddress(chainList.chains(), chainId, text));
  const transaction: Restore['transaction'] = (chainId, hash) => transactionRef({ options }, chainId, hash);
  const journal = createJournal(deps.storage, key, deps.clock, {
    isOwn: (entry) => options.reference !== undefined || isOfOrder(entry, ownHashes()),
    terms: (stored) => ({
      ...restoredTerms(stored, fixedQuote(options, chainList.chains()), fixedIntent(options)),
      reference: options.reference ?? null,
    }),
    transaction,
  });
  // Without `reference`, orders in different currencies have the same storage key, so add the hash of the order's name.
  const order = options.reference === undefined ? `${key} ${ownHashes().at(0)}` : key;
  const markSettledSeen = (): void => void page.ended.set(order, settledEntryIds(journal.read()));
  if (!page.ended.has(order)) markSettledSeen();
  const context: PaymentContext = {
    options,
    deps,
    client,
    journal,
    locks: locksOf(deps),
    key,
    orderHashes: ownHashes,
    signal: life.signal,
    state: store.state,
    dispatch(event) {
      if (!life.signal.aborted) store.dispatch(event);
    },
    // Emit even after the abort, so that the page still receives `hub-success` if a `hub-statechange` listener destroys
    // the session.
    emit: store.emit,
    chain: (chainId) => chainList.payable(chainId) ?? chainList.chains().find(({ id }) => id === chainId),
    async wallet(id, chainId) {
      const chain = context.chain(chainId);
      const family = chain && familyOf(chain.vmType)?.wallets;
      const wallet = family ? await connection.reconnected(family) : null;
      return wallet?.id === id ? wallet : null;
    },
    walletsWithoutBatching: page.walletsWithoutBatching,
    sendingWallets: page.sendingWallets,
    accountsWithoutPermits: page.accountsWithoutPermits,
    walletsPromptingAlone: page.walletsPromptingAlone,
    questions: sharedOnPage(sender, 'questions', () => new QuestionBudget(deps.clock)),
    askedAbout: new Set(),
    notified: new Set(),
    settledBefore: () => page.ended.get(order) ?? new Set(),
    markSettledSeen,
    async loadChains() {
      await chainList.load(life.signal).catch(() => undefined);
      if (page.ready.has(options.baseUrl) || !chainList.loaded || life.signal.aborted) return;
      page.ready.add(options.baseUrl);
      store.emit('hub-ready', { chains: chainList.chains().length });
    },
    until: (reached) => store.until(reached, life.signal),
    visible: () => page.visible,
    onWake(wake) {
      wakes.add(wake);
      return () => {
        wakes.delete(wake);
      };
    },
  };
  const tracker = createTracker(context);
  // A payment that was resumed by its request id can belong to another order. A separate journal stores it, so that a
  // reload does not show it for this order.
  const foreign = foreignKey(options);
  const foreignContext: PaymentContext = {
    ...context,
    key: foreign,
    journal: createJournal(deps.storage, foreign, deps.clock, { isOwn: () => true, terms: restoredTerms, transaction }),
    // If the screen is committed to a payment, do not show a payment of another order as a second one of this order.
    dispatch(event) {
      if (event.type !== 'resumed' || !isCommitted(store.state())) context.dispatch(event);
    },
  };
  const trackers: Trackers = [
    { context, tracker },
    { context: foreignContext, tracker: createTracker(foreignContext) },
  ];
  const checkoutEffects = createCheckoutEffects(context, { chainList, connection, tracker });
  const wake = (): void => {
    connection.wake();
    wakes.forEach((each) => each());
  };
  const pageEffects: EffectTable = {
    on: {
      'visibility-changed': (_next, _previous, { visible }) => {
        page.visible = visible;
        if (visible) wake();
      },
      woken: wake,
      // Poll immediately, in case the abandoned payment was sent.
      abandoned: wake,
    },
  };
  return {
    context,
    journal,
    trackers: () => trackers,
    searchTokens: (text) => checkoutEffects.searchTokens(text),
    async walletChains() {
      await context.loadChains();
      const isOfWallet = ({ vmType }: ChainRecord): boolean => {
        const family = familyOf(vmType);
        return family?.wallets === DEFAULT_FAMILY && family.hasLedger;
      };
      return offeredChains(chainList, options)
        .filter(isOfWallet)
        .map(({ id }) => id);
    },
    effects: [pageEffects, checkoutEffects.effects, tracker.effects],
    begin() {
      tracker.start(options.resume ?? 'auto');
    },
    end() {
      life.abort(new Error('other options, or the session ended'));
    },
  };
}

/** Returns the journal for invalid options, or undefined if no storage key can be computed from them. */
function journalOfInvalid(options: SessionOptions, { storage, clock }: Platform): Journal | undefined {
  try {
    return createJournal(storage, journalKey(options), clock);
  } catch {
    return undefined;
  }
}
