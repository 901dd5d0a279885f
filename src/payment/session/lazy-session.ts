/**
 * Creates a session that loads its code on first use: on `opened`, on a call such as `connect()`, or if the journal
 * holds a payment to show.
 */
import { parseRequestId } from '../../api/input.js';
import { atom } from 'nanostores';
import { errorInfo, HubPayError, type Money } from '../../errors.js';
import { platformDeps, type Platform } from '../../shared/platform.js';
import { moneyWhenUnreadable, isWatched, paidEntry } from '../journal/entry.js';
import { readEntries } from '../journal/read-entries.js';
import { journalKey } from '../journal/keys.js';
import { checkOptions, type SessionOptions } from '../model/options.js';
import type { createPaymentSession, PaymentSession } from './session.js';
import { createEmitter } from '../model/emitter.js';
import type { PayerEvent, PaymentState } from '../model/state.js';

/** A listener. `attach` adds it to the loaded session. `detach` removes it from that session. */
type Subscription = { attach: (session: PaymentSession) => () => void; detach?: (() => void) | undefined };

export type LoadSession = () => Promise<typeof createPaymentSession>;

/**
 * Creates a session that loads its code later. Until the code is loaded, the state is `idle`. Invalid options are
 * reported before the code is loaded.
 */
export function createLazySession(
  given: SessionOptions,
  givenDeps: Partial<Platform>,
  load: LoadSession,
): PaymentSession {
  const deps = platformDeps(givenDeps);
  const $state = atom<PaymentState>({ name: 'idle' });
  /** Emits the errors that occur before the session is loaded. */
  const early = createEmitter();
  const subscriptions = new Set<Subscription>();
  const queue: PayerEvent[] = [];
  let options = given;
  let session: PaymentSession | undefined;
  let loading: Promise<PaymentSession> | undefined;
  /** True after the code could not be loaded and the error was reported. */
  let isDown = false;
  let ended = false;

  const reportError = (error: unknown): void => {
    const problem = errorInfo(error);
    $state.set({ name: 'idle', problem });
    early.emit('hub-error', problem);
  };

  const moneyInJournal = (): Money => moneyWhenUnreadable(readEntries(deps.storage, journalKey(options)));

  const start = async (): Promise<PaymentSession> => {
    const create = await load().catch((cause: unknown) => {
      const money = moneyInJournal();
      throw new HubPayError('service-down', 'The code of the payment could not be loaded.', { money, cause });
    });
    if (ended) throw new HubPayError('invalid-state', 'The session has ended.', { money: moneyInJournal() });
    const loaded = create(options, deps);
    session = loaded;
    for (const subscription of subscriptions) subscription.detach = subscription.attach(loaded);
    loaded.$state.subscribe((state) => {
      $state.set(state);
    });
    for (const event of queue.splice(0)) loaded.dispatch(event);
    return loaded;
  };

  const loaded = (isAgain = false): Promise<PaymentSession> =>
    (loading ??= start().catch((error: unknown) => {
      loading = undefined;
      // Keep `opened`, because the payer still waits for the session. Drop all other events.
      queue.splice(0, queue.length, ...queue.filter(({ type }) => type === 'opened'));
      isDown = true;
      if (!ended && !isAgain) reportError(error);
      throw error;
    }));

  const loadNow = (isAgain?: boolean): void => {
    loaded(isAgain).catch(() => undefined);
  };

  const checkJournal = (isAgain?: boolean): void => {
    if (ended || session) return;
    try {
      checkOptions(options);
    } catch (error) {
      reportError(error);
      return;
    }
    const entries = readEntries(deps.storage, journalKey(options));
    const isLeft = options.resume !== 'off' && entries.some((entry) => isWatched(entry, deps.clock.now()));
    if (isLeft || paidEntry(entries, options)) loadNow(isAgain);
  };

  // Give the caller time to add listeners first.
  queueMicrotask(() => {
    checkJournal();
  });

  return {
    $state,
    get committed() {
      return session?.committed ?? false;
    },
    get durable() {
      return session?.durable ?? true;
    },
    dispatch(event) {
      if (session) {
        session.dispatch(event);
        return;
      }
      if (ended) return;
      if (event.type === 'closed') queue.length = 0;
      else queue.push(event);
      if (event.type === 'opened') loadNow();
      const isBack = event.type === 'woken' || (event.type === 'visibility-changed' && event.visible);
      if (isBack && isDown) checkJournal(true);
    },
    configure(next) {
      options = next;
      if (session) session.configure(next);
      else {
        $state.set({ name: 'idle' });
        checkJournal();
      }
    },
    chain: (chainId) => session?.chain(chainId),
    connect: async (wallet) => (await loaded()).connect(wallet),
    assets: async () => (await loaded()).assets(),
    search: (text) => session?.search(text) ?? Promise.resolve(null),
    quote: async (pick) => (await loaded()).quote(pick),
    confirm: async () => (await loaded()).confirm(),
    async resume(requestId) {
      const id = parseRequestId(requestId);
      return (await loaded()).resume(id);
    },
    history: async (query) => (await loaded()).history(query),
    on(type, listener) {
      const attach = (to: PaymentSession): (() => void) => to.on(type, listener);
      const subscription: Subscription = { attach, detach: session && attach(session) };
      const detachEarly = early.on(type, listener);
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
        detachEarly();
        subscription.detach?.();
      };
    },
    destroy() {
      ended = true;
      session?.destroy();
    },
  };
}
