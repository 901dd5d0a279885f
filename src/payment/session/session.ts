/**
 * The payment session: one payment from opening to its end. It works with or without a user interface. It uses no DOM,
 * no Lit and no chain library.
 */
import { parseRequestId } from '../../api/input.js';
import type { ReadableAtom } from 'nanostores';
import type { ErrorInfo } from '../../errors.js';
import { errorOf, HubPayError } from '../../errors.js';
import type { SessionEventMap } from '../../events.js';
import type { Account, Asset, ChainRecord, PaymentResult, QuoteSummary, RefundResult } from '../../types.js';
import type { WalletEntry } from '../../wallets/wallet.js';
import type { Platform } from '../../shared/platform.js';
import { platformDeps } from '../../shared/platform.js';
import { runEffects } from './run-effects.js';
import { type PageState, createScope } from './session-scope.js';
import type { HistoryPage, HistoryQuery } from '../history/list-payments.js';
import type { SessionOptions } from '../model/options.js';
import { createConnection } from '../../wallets/connection.js';
import { isBusy, isCommitted, isRunning, type AssetRef, type PayerEvent, type PaymentState } from '../model/state.js';
import type { TokenSearchResult } from '../assets/asset-picker.js';
import { createStore, type Effect } from '../model/store.js';

export type { Platform } from '../../shared/platform.js';
export type { SessionOptions } from '../model/options.js';

/**
 * A payment without user interface. Every promise rejects with a `HubPayError`, and its `code` names the reason. After
 * `destroy()` the code is `invalid-state`, or `outcome-unknown` if `confirm()` is waiting for a running payment.
 */
export interface PaymentSession {
  /** The state, as a nanostores atom: `$state.get()`, `$state.subscribe(…)`. Each change creates a new object. */
  readonly $state: ReadableAtom<PaymentState>;
  /** True if the payer's money may have been sent, or the payment has ended and is still shown. */
  readonly committed: boolean;
  /** False if the page cannot store this payment. The payment is then tracked only until the page is closed. */
  readonly durable: boolean;
  /** Handles an event of the payer or the page. An event that does not fit the state changes nothing. */
  dispatch(event: PayerEvent): void;
  /**
   * Sets new options. A running payment keeps its options until it is over. Otherwise the session restarts, except if
   * only `wallets` or `resume` changed.
   */
  configure(options: SessionOptions): void;
  /** The chain from the registry or the listing. Undefined before the listing is loaded, and for an unknown chain. */
  chain(chainId: number): ChainRecord | undefined;
  /**
   * Prompts a wallet to connect.
   * @param wallet Default: the first of `wallets`, else the first discovered wallet
   * @throws HubPayError `wallet-not-found`, `wallet-rejected`, `wallet-busy`, `wallet-locked`
   */
  connect(wallet?: WalletEntry): Promise<Account>;
  /**
   * Waits for a connected wallet, then resolves with the account's assets. Usable assets come first, by value.
   * @throws HubPayError `invalid-state` if a payment is running or has ended; `config`; the error of the service
   */
  assets(): Promise<Asset[]>;
  /**
   * Waits 300 ms, then finds other tokens by name or address, including tokens that the payer does not hold. Resolves
   * with null if another search follows, the text is too short, or no wallet is connected.
   */
  search(text: string): Promise<TokenSearchResult | null>;
  /**
   * Requests a quote for paying with this asset. Resolves with the quote after the guard has checked it.
   * @throws HubPayError `no-route` if the asset cannot pay or the payer must type something first; `quote-unsafe`,
   *   `insufficient-funds`, `insufficient-native`, `price-impact`, `amount-too-low`, `amount-too-high`,
   *   `chain-paused`; the error of the service
   */
  quote(pick: AssetRef): Promise<QuoteSummary>;
  /**
   * Pays the shown quote, and resolves with the payment's outcome.
   * @throws HubPayError The error that stopped the payment. The code is `failed` only if the failure is certain. The
   *   code is `outcome-unknown` if the payment may have been sent. `money` tells where the payer's money is.
   */
  confirm(): Promise<PaymentResult | RefundResult>;
  /**
   * Tracks any payment by its request id, and resolves with its outcome. No wallet prompts.
   * @throws HubPayError `config` for an id that is not 32 bytes of 0x-hex; `failed` if the payment failed; an error
   *   with `money: 'unknown'` if the service has no such id, or another payment is shown
   */
  resume(requestId: string): Promise<PaymentResult | RefundResult>;
  /**
   * Lists past payments: first those of this device, then those that the service lists for the connected account.
   * @throws HubPayError `config` for an invalid query; the error of the service if this device has no payment
   */
  history(query?: HistoryQuery): Promise<HistoryPage>;
  /** Adds a listener. Returns a function that removes this listener. */
  on<K extends keyof SessionEventMap>(type: K, listener: (detail: SessionEventMap[K]) => void): () => void;
  /** Ends the session and its polling. A running payment stays in the journal, and the next session resumes it. */
  destroy(): void;
}

/**
 * Creates a session. It starts in a microtask, so the caller can add listeners first.
 * @param options The merchant's options. Invalid ones set the state `idle` with a `config` problem.
 * @param deps Replaces parts of the platform. Default: the platform's own.
 */
export function createPaymentSession(options: SessionOptions, deps: Partial<Platform> = {}): PaymentSession {
  const platform = platformDeps(deps);
  const life = new AbortController();
  let runScope: Effect = () => undefined;
  let waiting: SessionOptions | null = null;
  const store = createStore((next, previous, event) => {
    runScope(next, previous, event);
    // The payment that delayed the new options is over. Apply them now, so the payer cannot pay the old options again.
    if (waiting && !isCommitted(next) && !isRunning(next)) restart(waiting);
  });
  let current = options;
  let wallets = options.wallets ?? [];
  const connection = createConnection({
    discovery: () => import('../../wallets/discover.js'),
    entries: () => wallets,
    signal: life.signal,
    clock: platform.clock,
    dispatch: store.dispatch,
    emit: store.emit,
  });
  const page: PageState = { visible: true, ready: new Set(), walletsWithoutBatching: new WeakSet() };
  let scope = createScope(options, platform, store, connection, page);
  runScope = runEffects(...scope.effects);
  let open = false;
  // Give the caller time to add listeners first.
  const first = scope;
  queueMicrotask(() => {
    if (scope === first && !life.signal.aborted) first.begin();
  });
  const start = (): void => {
    open = true;
    store.dispatch({ type: 'opened' });
  };

  const restart = (next: SessionOptions): void => {
    waiting = null;
    store.dispatch({ type: 'intent-changed' });
    scope.end();
    current = next;
    scope = createScope(next, platform, store, connection, page);
    runScope = runEffects(...scope.effects);
    scope.begin();
    if (open) store.dispatch({ type: 'opened' });
  };

  const reached = async (...names: PaymentState['name'][]): Promise<PaymentState> => {
    await store.until((state) => names.includes(state.name) || (state.name === 'idle' && !!state.problem), life.signal);
    return store.state();
  };

  const outcome = async (): Promise<PaymentResult | RefundResult> => {
    let state = store.state();
    let wasSent = false as boolean;
    // Keep the state that ended the wait. A listener of the page may reset the session before this code continues.
    await store.until((reachedNow) => {
      state = reachedNow;
      wasSent ||= state.name === 'processing';
      return hasOutcome(reachedNow);
    }, life.signal);
    if (state.name === 'succeeded') return state.receipt;
    if (state.name === 'refunded') return state.refund;
    if (isRunning(state)) {
      throw new HubPayError(
        'outcome-unknown',
        'The session has ended; the payment continues and is stored in the journal.',
      );
    }
    const problem = 'problem' in state ? state.problem : undefined;
    // The payer started over, or another payment of the order is shown now.
    if (!problem && (wasSent || isCommitted(store.state())))
      throw new HubPayError(
        'outcome-unknown',
        'A payment of this order may have been sent: check it before paying again.',
      );
    if (!problem && state.name === 'quoting')
      throw new HubPayError('price-moved', 'This quote is no longer confirmed: quote() again, and look at it.');
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
    dispatch(event) {
      if (life.signal.aborted) return;
      if (event.type === 'opened' || event.type === 'closed') open = event.type === 'opened';
      store.dispatch(event);
    },
    configure(next) {
      wallets = next.wallets ?? [];
      connection.refresh();
      if (isSamePayment(next, waiting ?? current)) return;
      if (!isRunning(store.state())) {
        restart(next);
        return;
      }
      if (!waiting) console.warn('hub-pay: a payment is under way; the new attributes count after reset().');
      waiting = next;
    },
    chain: (chainId) => scope.context?.chain(chainId),
    async connect(wallet) {
      start();
      return connection.connect({ entry: wallet });
    },
    async assets() {
      start();
      await store.until(isListed, life.signal);
      const state = store.state();
      if (isBusy(state)) {
        throw new HubPayError(
          'invalid-state',
          'A payment is running or has ended here: call reset() before another one.',
          { money: 'unknown' },
        );
      }
      if (state.name === 'selecting') return [...state.assets];
      // The merchant's fixed asset is chosen already.
      if (state.name === 'quoting' || state.name === 'reviewing') return [...state.selection.assets];
      throw stopped('problem' in state ? state.problem : undefined);
    },
    search: (text) => scope.searchTokens(text),
    async quote(pick) {
      await this.assets();
      store.dispatch({ type: 'back' });
      store.dispatch({ type: 'asset-picked', ...pick });
      if (store.state().name !== 'quoting')
        throw new HubPayError('no-route', 'This asset cannot pay, or something is left to type.');
      const state = await reached('reviewing', 'selecting');
      if (state.name !== 'reviewing') throw stopped('problem' in state ? state.problem : undefined);
      return state.quote;
    },
    async confirm() {
      const state = store.state();
      if (state.name !== 'reviewing') {
        const money = isBusy(state) ? 'unknown' : 'not-sent';
        throw new HubPayError('invalid-state', 'There is no quote to confirm.', { money });
      }
      store.dispatch({ type: 'confirmed' });
      return outcome();
    },
    async resume(text) {
      const requestId = parseRequestId(text);
      const places = scope.trackers();
      const { resumePayment } = await import('../history/resume-by-id.js').catch(notLoaded);
      return resumePayment(places, requestId);
    },
    async history(query) {
      const [{ context }] = scope.trackers();
      const { listPayments: readHistory } = await import('../history/list-payments.js').catch(notLoaded);
      return readHistory(context, connection.account?.address, query);
    },
    on: store.on,
    destroy() {
      scope.end();
      life.abort(new Error('session ended'));
    },
  };
}

/** True if the options differ at most in `wallets` and `resume`. */
function isSamePayment(a: SessionOptions, b: SessionOptions): boolean {
  const text = (value: unknown): string | undefined => JSON.stringify(value);
  const names = Object.keys({ ...a, ...b }) as (keyof SessionOptions)[];
  return names
    .filter((name) => name !== 'wallets' && name !== 'resume')
    .every((name) => a[name] === b[name] || text(a[name]) === text(b[name]));
}

const isListed = (state: PaymentState): boolean => {
  if (state.name === 'selecting') return state.accounts.length > 0 && state.loading === null;
  return state.name !== 'idle' || !!state.problem;
};

/** True if the payment has ended, or if the session is in a state before the confirmation. */
const hasOutcome = (state: PaymentState): boolean => {
  switch (state.name) {
    case 'succeeded':
    case 'refunded':
    case 'failed':
    case 'idle':
    case 'selecting':
    case 'quoting':
      return true;
    case 'reviewing':
      return !state.confirming;
    case 'authorizing':
    case 'awaiting-deposit':
    case 'processing':
      return false;
  }
};

function notLoaded(cause: unknown): never {
  throw new HubPayError('service-down', 'The code for past payments could not be loaded.', { money: 'unknown', cause });
}

function stopped(info: ErrorInfo | undefined): HubPayError {
  if (info) return errorOf(info);
  return new HubPayError('invalid-state', 'The payer left the payment before it was sent.', { money: 'not-sent' });
}
