/** A payment from opening to its end, for any user interface or none: no DOM, no Lit, no chain library. */
import { parseRequestId } from '../../api/input.js';
import type { ReadableAtom } from 'nanostores';
import type { ErrorInfo } from '../../errors.js';
import { errorOf, HubPayError } from '../../errors.js';
import type { Account, Asset, ChainRecord, PaymentResult, QuoteSummary, RefundResult } from '../../types.js';
import type { WalletEntry } from '../../wallets/wallet.js';
import type { Platform } from '../../shared/platform.js';
import { platformDeps } from '../../shared/platform.js';
import { type PageState, createScope } from './session-scope.js';
import type { HistoryPage, HistoryQuery } from '../history/list-payments.js';
import type { SessionOptions } from '../model/options.js';
import { createConnection } from '../../wallets/connection.js';
import { isBusy, isCommitted, isRunning, type AssetRef, type PaymentEvent, type PaymentState } from '../model/state.js';
import type { TokenSearchResult } from '../assets/asset-picker.js';
import { createStore, type Effect } from '../model/store.js';

export type { Platform } from '../../shared/platform.js';
export type { SessionOptions } from '../model/options.js';

export interface PaymentSession {
  readonly $state: ReadableAtom<PaymentState>;
  /** The payer's money may be out. */
  readonly committed: boolean;
  /** False while the page cannot store what it knows of this payment: who leaves the page then loses sight of it. */
  readonly durable: boolean;
  dispatch(event: PaymentEvent): void;
  /** Other options: what is not committed starts anew; a running payment goes on as it was confirmed. */
  configure(options: SessionOptions): void;
  /** The chain by the registry or the listing, once loaded. */
  chain(chainId: number): ChainRecord | undefined;
  /** Asks a wallet to connect; by default the first of `wallets`. */
  connect(wallet?: WalletEntry): Promise<Account>;
  /** What the connected account can pay with. */
  assets(): Promise<Asset[]>;
  /** Other tokens by name or address, held or not, once 300 ms went by; null where another call came meanwhile. */
  search(text: string): Promise<TokenSearchResult | null>;
  /** A guarded quote for paying with this asset. */
  quote(pick: AssetRef): Promise<QuoteSummary>;
  /** Pays what was quoted. Rejects with the HubPayError that stopped it; with `failed` only where that is known. */
  confirm(): Promise<PaymentResult | RefundResult>;
  /** Follows any payment by its id to its end; the element's `resumePayment` says how. */
  resume(requestId: string): Promise<PaymentResult | RefundResult>;
  /** Past payments: this device's first, then the service's list of the connected account. */
  history(query?: HistoryQuery): Promise<HistoryPage>;
  /**
   * The element's event names and details; `hub-confirm`'s detail has a `preventDefault()` beside its `waitUntil()`.
   */
  on: (type: string, listener: (detail: unknown) => void) => () => void;
  destroy(): void;
}

export function createPaymentSession(options: SessionOptions, deps: Partial<Platform> = {}): PaymentSession {
  const platform = platformDeps(deps);
  const life = new AbortController();
  let effect: Effect = () => undefined;
  let waiting: SessionOptions | null = null;
  const store = createStore((next, previous, event) => {
    effect(next, previous, event);
    // The payment that kept the new options waiting is over: those it was confirmed by must not be paid again.
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
  effect = scope.effect;
  let open = false;
  // Whoever made the session is to hear what it finds first.
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
    effect = scope.effect;
    scope.begin();
    if (open) store.dispatch({ type: 'opened' });
  };

  const reached = async (...names: PaymentState['name'][]): Promise<PaymentState> => {
    await store.until((state) => names.includes(state.name) || (state.name === 'idle' && !!state.problem), life.signal);
    return store.state();
  };

  const outcome = async (): Promise<PaymentResult | RefundResult> => {
    let state = store.state();
    let wasOut = false as boolean;
    // As it was when it was reached: a listener of the page may have reset it since.
    await store.until((reachedNow) => {
      state = reachedNow;
      wasOut ||= state.name === 'processing';
      return hasOutcome(reachedNow);
    }, life.signal);
    if (state.name === 'succeeded') return state.receipt;
    if (state.name === 'refunded') return state.refund;
    if (isRunning(state)) {
      throw new HubPayError(
        'outcome-unknown',
        'The session has ended; the payment goes on, and its journal knows of it.',
      );
    }
    const problem = 'problem' in state ? state.problem : undefined;
    // Given up by the payer alone; or another payment of the order stands here now in its place.
    if (!problem && (wasOut || isCommitted(store.state())))
      throw new HubPayError('outcome-unknown', 'A payment of this order may be out: look before paying again.');
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
          'service-refused',
          'A payment is under way or has ended here: reset it for another one.',
          {
            money: 'unknown',
          },
        );
      }
      if (state.name === 'selecting') return [...state.assets];
      // The one that the merchant fixed has been chosen already.
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
      if (store.state().name !== 'reviewing') throw new HubPayError('service-refused', 'There is no quote to confirm.');
      store.dispatch({ type: 'confirmed' });
      return outcome();
    },
    async resume(text) {
      const requestId = parseRequestId(text);
      const places = scope.trackers();
      const { resumePayment } = await import('../history/resume-payment.js').catch(notLoaded);
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

/** Which wallets the page has, and what it does with payments of before, is no part of one. */
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

/** An end, or a way back that says why. */
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
  return info ? errorOf(info) : new HubPayError('service-refused', 'The payment was given up before it was sent.');
}
