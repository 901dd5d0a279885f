/**
 * Creates a payment session, which makes one payment at a time from its start to its end. It needs no user interface
 * and no DOM.
 */
import { isRecord } from '../../shared/text/patterns.js';
import { parseRequestId } from '../../api/input.js';
import type { ReadableAtom } from 'nanostores';
import { config, errorOf, HubPayError, type ErrorInfo, type Money } from '../../errors.js';
import type { SessionEventMap } from '../../events.js';
import type { Account, Asset, ChainRecord, PaymentResult, QuoteSummary, RefundResult } from '../../types.js';
import type { WalletEntry } from '../../wallets/wallet.js';
import { isSameToken } from '../../shared/chain.js';
import { loaded } from '../../shared/load-code.js';
import type { Platform } from '../../shared/platform.js';
import { platformDeps } from '../../shared/platform.js';
import { runEffects } from './run-effects.js';
import { createScope, newPageState } from './session-scope.js';
import { isSameOrder, isSamePayment } from '../model/order.js';
import type { HistoryPage, HistoryQuery } from '../history/list-payments.js';
import { listedWallets, relayProject, type SessionOptions } from '../model/options.js';
import { orderMoney, withOrderMoney } from '../context/order-money.js';
import { walletDiscoveries } from '../../vm/families.js';
import { createConnection, type ConnectionOptions } from '../../wallets/connection.js';
import { isBusy, isCommitted, isRunning, type AssetRef, type PayerEvent, type PaymentState } from '../model/state.js';
import type { TokenSearchResult } from '../assets/asset-picker.js';
import { hasOutcome } from '../model/committed.js';
import { holderOf } from '../model/selection.js';
import { feeWarningIn } from '../model/fee-warning.js';
import { createStore, type Effect } from '../model/store.js';
import { logWarning } from '../../shared/log-warning.js';

export { hasPaymentInMemory } from '../journal/storage.js';
export type { Platform } from '../../shared/platform.js';
export type { SessionOptions } from '../model/options.js';

/**
 * A payment without a user interface. A method that fails rejects with a `HubPayError`, whose `code` gives the reason.
 * `configure()` throws this error instead. After `destroy()`, every method that can reject does so with
 * `invalid-state`, and the others have no effect. If `destroy()` is called during a payment, `confirm()` rejects with
 * `outcome-unknown`.
 */
export interface PaymentSession {
  /** The state as a nanostores atom with `$state.get()` and `$state.subscribe(…)`. Each change creates a new object. */
  readonly $state: ReadableAtom<PaymentState>;
  /**
   * True while the wallet is asked to pay, while the payment runs, and after its end until the payer starts over or new
   * options restart the session. False while a deposit address waits for money, although the payer may have sent some.
   */
  readonly committed: boolean;
  /**
   * False if the page has no storage, or could not store a payment of this order, which is then tracked only while the
   * page is open. True until the session has loaded. A full storage shows only when the page stores a payment.
   */
  readonly durable: boolean;
  /**
   * `unknown` if money of an earlier payment of the order may be on its way, or if a stored payment cannot be read.
   * Otherwise `not-sent`. Each read looks into the storage.
   */
  readonly orderMoney: Money;
  /** Handles an event of the payer or the page. An event that does not fit the state changes nothing. */
  dispatch(event: PayerEvent): void;
  /**
   * Sets new options, and restarts the session if an option other than `wallets`, `resume`, `walletconnectProjectId`
   * and `walletconnectRelayUrl` changed. If a payment runs, the restart waits until the payment has ended, or the payer
   * has left it. If the screen then shows the ended payment, the restart also waits until the checkout is closed or
   * opened again. If this payment is of the same order as the new options, the restart waits until the payer starts
   * over.
   * @throws HubPayError `config` if `options` is no object
   */
  configure(options: SessionOptions): void;
  /**
   * Finds a chain in the merchant's registry or in the service's list. Returns undefined if neither contains it, for
   * example before the list is loaded, or if the options are invalid.
   */
  chain(chainId: number): ChainRecord | undefined;
  /**
   * Prompts a wallet to connect, and resolves with its account.
   * @param wallet the wallet to connect; by default, the first of `wallets`
   * @throws HubPayError `wallet-not-found`, `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wallet-failed`;
   *   `service-down` if the code for wallets could not be loaded
   */
  connect(wallet?: WalletEntry): Promise<Account>;
  /**
   * Resolves with the assets of the connected accounts. Their prices can arrive later. First waits until a running
   * `connect()` has ended, and until the attempt to reconnect the last visit's wallet has ended.
   * @throws HubPayError `wallet-not-found` if no wallet is connected; `wallet-locked` if the connected wallet shares no
   *   account; `invalid-state` if a payment is running or has ended; the problem that prevents every payment, such as
   *   `config` or the error of the service
   */
  assets(): Promise<Asset[]>;
  /**
   * Waits 300 ms, then finds tokens by name or address, including tokens that the payer does not hold. Resolves with
   * null if the search is stopped, for example by another one. Also resolves with null if the text, without spaces
   * around it, has fewer than 2 characters, or if no account is connected.
   */
  search(text: string): Promise<TokenSearchResult | null>;
  /**
   * Requests a quote for a payment with this asset of `assets`, or of the last result of `search`. Resolves after the
   * guard has checked the quote.
   * @throws HubPayError the errors of `assets`; `no-route` if the asset cannot pay or the payer must type something
   *   first; `quote-unsafe`, `insufficient-funds`, `price-impact`, `amount-too-low`, `amount-too-high`,
   *   `chain-paused`; from an SVM chain also `transaction-too-large`, `wallet-unable`, `reverted`; the error of the
   *   service
   */
  quote(pick: AssetRef): Promise<QuoteSummary>;
  /**
   * Pays the shown quote, and resolves with the payment's outcome. If the account perhaps cannot pay the network costs
   * and the quote has no warning about these costs, the call rejects with `insufficient-native`. The next call then
   * pays all the same.
   * @throws HubPayError the error that stopped the payment. The code is `failed` only if the failure is certain, and
   *   `outcome-unknown` if the payment was perhaps sent. `money` tells where the payer's money is.
   */
  confirm(): Promise<PaymentResult | RefundResult>;
  /**
   * Tracks any payment by its request id without a prompt of a wallet, and resolves with its outcome.
   * @throws HubPayError `config` for an id that is not 32 bytes in hex; the problem of a payment that failed or was
   *   cancelled, such as `failed`; `invalid-state` if this device has stored that the payment was not sent; an error
   *   with `money: 'unknown'` for an unknown id, or if the screen shows another payment and this page does not know the
   *   outcome
   */
  resume(requestId: string): Promise<PaymentResult | RefundResult>;
  /**
   * Lists past payments: first those of this device, then the others that the service lists for the connected accounts.
   * @throws HubPayError `config` for an invalid query; the error of the service if there is no payment of this device
   *   to return
   */
  history(query?: HistoryQuery): Promise<HistoryPage>;
  /** Adds a listener, and returns a function that removes it. */
  on<K extends keyof SessionEventMap>(type: K, listener: (detail: SessionEventMap[K]) => void): () => void;
  /**
   * Ends the session and its polling. The next session of the same order can resume a running payment from the journal.
   */
  destroy(): void;
}

type SessionDeps = Partial<Platform> & Partial<Pick<ConnectionOptions, 'discovery'>>;

/**
 * Creates a session, which starts in a microtask, so that the caller can add listeners first.
 * @param options the merchant's options; invalid options lead to the state `idle` with a `config` problem
 * @param deps replaces parts of the platform, for example `clock`, and the discovery of wallets
 */
export function createPaymentSession(options: SessionOptions, deps?: SessionDeps): PaymentSession {
  const platform = platformDeps(deps);
  const life = new AbortController();
  let runScope: Effect = () => undefined;
  let waiting: SessionOptions | null = null;
  /** Why the last load of the assets failed; undefined if it did not fail. */
  let unlisted: ErrorInfo | undefined;
  const store = createStore(
    (next, previous, event) => {
      if (event.type === 'assets-failed') unlisted = event.problem;
      else if (event.type === 'assets-loaded') unlisted = undefined;
      runScope(next, previous, event);
      if (waiting && mayRestart(waiting, next, open)) restart(waiting);
    },
    (event) => withOrderMoney(event, scope.journal),
  );
  let current = options;
  let wallets = listedWallets(options);
  let remote = relayProject(options);
  const connection = createConnection({
    ...deps,
    discovery: deps?.discovery ?? walletDiscoveries(),
    entries: () => wallets,
    remote: () => remote && { ...remote, platform, chains: () => scope.walletChains() },
    signal: life.signal,
    clock: platform.clock,
    dispatch: store.dispatch,
    emit: store.emit,
  });
  const page = newPageState();
  let scope = createScope(options, platform, store, connection, page);
  runScope = runEffects(...scope.effects);
  let open = false;
  /** The result of the last search, which can contain tokens that the list of assets lacks. */
  let searched: { scope: typeof scope; assets: readonly Asset[] } | undefined;
  // Give the caller time to add listeners first.
  const first = scope;
  queueMicrotask(() => {
    if (scope === first && !life.signal.aborted) first.begin();
  });
  const assertAlive = (): void => {
    if (life.signal.aborted) throw new HubPayError('invalid-state', 'The session has ended.');
  };

  /** Runs the call. If `destroy()` or new options abort it, rejects with `invalid-state` instead of a plain error. */
  const alive = async <T>(call: () => Promise<T>): Promise<T> => {
    assertAlive();
    const begun = scope;
    try {
      return await call();
    } catch (error) {
      if (error instanceof HubPayError) throw error;
      assertAlive();
      if (begun === scope) throw error;
      throw new HubPayError('invalid-state', 'The session has got new options: call this method again.');
    }
  };

  const start = (): void => {
    if (waiting && mayRestart(waiting, store.state(), false)) restart(waiting);
    open = true;
    if (store.state().name === 'idle') scope.context?.markSettledSeen();
    store.dispatch({ type: 'opened' });
  };

  /**
   * False while a payment runs, and while an ended payment stays on the screen: in an open checkout, or if `next` is
   * for the same order.
   */
  const mayRestart = (next: SessionOptions, state: PaymentState, isOpen: boolean): boolean =>
    !isRunning(state) && !(isCommitted(state) && (isOpen || isSameOrder(current, next)));

  const restart = (next: SessionOptions): void => {
    waiting = null;
    // The screen shows the end of a payment, so the payer has seen it.
    if (isCommitted(store.state())) scope.context?.markSettledSeen();
    store.dispatch({ type: 'intent-changed' });
    scope.end();
    current = next;
    scope = createScope(next, platform, store, connection, page);
    runScope = runEffects(...scope.effects);
    scope.begin();
    if (open && !('unfinished' in store.state())) store.dispatch({ type: 'opened' });
  };

  const reached = async (...names: PaymentState['name'][]): Promise<PaymentState> => {
    await store.until((state) => names.includes(state.name) || (state.name === 'idle' && !!state.problem), life.signal);
    return store.state();
  };

  const outcome = async (): Promise<PaymentResult | RefundResult> => {
    let state = store.state();
    const wasWarned = feeWarningIn(state) !== undefined;
    let wasSent = false as boolean;
    // Keep the state at the payment's end, because a listener can reset the session before the next line runs.
    await store.until((reachedNow) => {
      state = reachedNow;
      wasSent ||= state.name === 'processing';
      return hasOutcome(reachedNow);
    }, life.signal);
    if (state.name === 'succeeded') return state.receipt;
    if (state.name === 'refunded') return state.refund;
    if (isRunning(state)) {
      throw new HubPayError('outcome-unknown', 'The session has ended, but the payment continues.');
    }
    const problem = 'problem' in state ? state.problem : undefined;
    // The payer started over after the payment was perhaps sent, or the screen now shows another payment of the order.
    if (!problem && (wasSent || isCommitted(store.state())))
      throw new HubPayError(
        'outcome-unknown',
        'A payment of this order may have been sent: check before paying again.',
      );
    if (!problem && state.name === 'quoting')
      throw new HubPayError('quote-expired', 'The quote is outdated: call quote() again.');
    const lack = problem || wasWarned ? undefined : feeWarningIn(state);
    if (lack)
      throw new HubPayError(
        'insufficient-native',
        `Not paid yet, because ${lack.message}: call confirm() again to pay.`,
        {
          ...(lack.values && { values: lack.values }),
        },
      );
    throw stopped(problem);
  };

  return {
    $state: store.$state,
    get committed() {
      return isCommitted(store.state());
    },
    get durable() {
      return scope.context?.journal.durable ?? true;
    },
    get orderMoney() {
      return orderMoney(scope.journal);
    },
    dispatch(event) {
      if (life.signal.aborted) return;
      if (event.type === 'closed') open = false;
      if (event.type === 'opened') start();
      else store.dispatch(event);
    },
    configure(next) {
      if (!isRecord(next)) throw config('options', 'must be an object with the options of the session');
      if (life.signal.aborted) return;
      wallets = listedWallets(next);
      remote = relayProject(next);
      connection.refresh();
      if (isSamePayment(next, waiting ?? current)) return;
      const isLater = !mayRestart(next, store.state(), false);
      if (isLater && !waiting) logWarning('<hub-pay> new attributes or options wait for the payment');
      if (isLater) waiting = next;
      else restart(next);
    },
    chain: (chainId) => scope.context?.chain(chainId),
    connect: (wallet) =>
      alive(() => {
        start();
        return connection.connect({ entry: wallet });
      }),
    async assets() {
      assertAlive();
      start();
      // Wait for the chain list, because this list decides which wallets of the last visit connect again.
      await store.until((state) => state.name !== 'selecting' || state.loading !== 'chains', life.signal);
      await connection.settled();
      const hasNoWallet = (state: PaymentState): boolean =>
        state.name === 'selecting' && !state.accounts.length && !connection.accounts.length;
      await store.until((state) => isListed(state) || hasNoWallet(state), life.signal);
      assertAlive();
      const state = store.state();
      if (hasNoWallet(state)) {
        throw connection.wallets.length > 0
          ? new HubPayError('wallet-locked', 'The wallet is locked: unlock it.')
          : new HubPayError('wallet-not-found', 'No wallet is connected: call connect() first.');
      }
      if (isBusy(state)) {
        throw new HubPayError('invalid-state', 'A payment is running or has ended: call reset() first.', {
          money: 'unknown',
        });
      }
      // In `quoting` and `reviewing`, the session or the payer has already chosen an asset.
      if (state.name === 'selecting' || state.name === 'quoting' || state.name === 'reviewing') {
        const { assets } = state.name === 'selecting' ? state : state.selection;
        if (unlisted && assets.length === 0) throw errorOf(unlisted);
        return [...assets];
      }
      throw stopped('problem' in state ? state.problem : undefined);
    },
    async search(text) {
      const begun = scope;
      const result = await begun.searchTokens(text);
      if (result) searched = { scope: begun, assets: result.assets };
      return result;
    },
    async quote(pick) {
      await this.assets();
      store.dispatch({ type: 'back' });
      const isPick = (each: Asset): boolean => isSameToken(each, pick) && !!holderOf(connection.accounts, each);
      const found = searched?.scope === scope && searched.assets.find(isPick);
      // A token from a search cannot replace the one that the merchant has fixed.
      const isOpen = current.originCurrency === undefined;
      store.dispatch({ type: 'asset-picked', ...pick, ...(found && isOpen && { found }) });
      if (store.state().name !== 'quoting')
        throw new HubPayError('no-route', 'This asset cannot pay, or the payer must type something first.', {
          details: `chain ${pick.chainId}, currency ${pick.currency}`,
        });
      const state = await reached('reviewing', 'selecting');
      if (state.name !== 'reviewing') throw stopped('problem' in state ? state.problem : undefined);
      return state.quote;
    },
    async confirm() {
      assertAlive();
      const state = store.state();
      if (state.name !== 'reviewing') {
        const money = isBusy(state) ? 'unknown' : orderMoney(scope.context?.journal);
        throw new HubPayError('invalid-state', 'There is no quote to confirm.', { money });
      }
      store.dispatch({ type: 'confirmed' });
      return outcome();
    },
    resume: (text) =>
      alive(async () => {
        const requestId = parseRequestId(text);
        const trackers = scope.trackers();
        const { resumePayment } = await loaded(import('../history/resume-by-id.js'), PAST, 'unknown');
        assertAlive();
        return resumePayment(trackers, requestId);
      }),
    history: (query) =>
      alive(async () => {
        const [{ context }] = scope.trackers();
        const { listPayments: readHistory } = await loaded(import('../history/list-payments.js'), PAST, 'unknown');
        assertAlive();
        return readHistory(context, connection.accounts, query);
      }),
    on: store.on,
    destroy() {
      waiting = null;
      scope.end();
      life.abort(new Error('session ended'));
    },
  };
}

const isListed = (state: PaymentState): boolean => {
  if (state.name === 'selecting') return state.accounts.length > 0 && state.loading === null;
  return state.name !== 'idle' || !!state.problem;
};

/** Part of the error message if the code for `resume` or `history` could not be loaded. */
const PAST = 'reads past payments';

function stopped(info: ErrorInfo | undefined): HubPayError {
  if (info) return errorOf(info);
  return new HubPayError('invalid-state', 'The payer left the payment before it was sent.', { money: 'not-sent' });
}
