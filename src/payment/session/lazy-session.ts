/**
 * A session whose flow loads when it is first needed: when it is opened, or when the journal holds a payment to be
 * watched.
 */
import { parseRequestId } from '../../api/input.js';
import { atom } from 'nanostores';
import { errorInfo, HubPayError } from '../../errors.js';
import { platformDeps, type Deps } from '../../shared/platform.js';
import { moneyLeft } from '../journal/entry.js';
import { isWatched, paidBefore } from '../journal/entry.js';
import { readEntries } from '../journal/storage.js';
import { journalKey } from '../journal/keys.js';
import { checkOptions, type SessionOptions } from '../model/options.js';
import type { createPaymentSession, PaymentSession } from './session.js';
import type { PaymentEvent, PaymentState } from '../model/state.js';

type Listening = { type: string; listener: (detail: unknown) => void; off?: (() => void) | undefined };

export type LoadFlow = () => Promise<typeof createPaymentSession>;

/** Behaves as the session that it loads; until then it is `idle`, and tells a wrong option at once. */
export function createLazySession(given: SessionOptions, givenDeps: Partial<Deps>, load: LoadFlow): PaymentSession {
  const deps = platformDeps(givenDeps);
  const $state = atom<PaymentState>({ name: 'idle' });
  const listening = new Set<Listening>();
  const queue: PaymentEvent[] = [];
  let options = given;
  let session: PaymentSession | undefined;
  let loading: Promise<PaymentSession> | undefined;
  /** The code could not be loaded, and the page has heard so. */
  let isDown = false;
  let ended = false;

  const refuse = (error: unknown): void => {
    const problem = errorInfo(error);
    $state.set({ name: 'idle', problem });
    for (const { type, listener } of listening) if (type === 'hub-error') listener(problem);
  };

  const start = async (): Promise<PaymentSession> => {
    const create = await load().catch((cause: unknown) => {
      const money = moneyLeft(readEntries(deps.storage, journalKey(options)));
      throw new HubPayError('service-down', 'The code of the payment could not be loaded.', { money, cause });
    });
    if (ended) throw new HubPayError('service-refused', 'The session has ended.');
    const loaded = create(options, deps);
    session = loaded;
    for (const heard of listening) heard.off = loaded.on(heard.type, heard.listener);
    loaded.$state.subscribe((state) => {
      $state.set(state);
    });
    for (const event of queue.splice(0)) loaded.dispatch(event);
    return loaded;
  };

  const loaded = (isAgain = false): Promise<PaymentSession> =>
    (loading ??= start().catch((error: unknown) => {
      loading = undefined;
      // Who had opened it still waits for it to open; what else was asked for is void.
      queue.splice(0, queue.length, ...queue.filter(({ type }) => type === 'opened'));
      isDown = true;
      if (!ended && !isAgain) refuse(error);
      throw error;
    }));

  const wake = (isAgain?: boolean): void => {
    loaded(isAgain).catch(() => undefined);
  };

  const look = (isAgain?: boolean): void => {
    if (ended || session) return;
    try {
      checkOptions(options);
    } catch (error) {
      refuse(error);
      return;
    }
    const entries = readEntries(deps.storage, journalKey(options));
    const isLeft = options.resume !== 'off' && entries.some((entry) => isWatched(entry, deps.clock.now()));
    if (isLeft || paidBefore(entries, options)) wake(isAgain);
  };

  // Whoever made the session is to hear what it finds first.
  queueMicrotask(() => {
    look();
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
      if (event.type === 'opened') wake();
      const isBack = event.type === 'woken' || (event.type === 'visibility-changed' && event.visible);
      if (isBack && isDown) look(true);
    },
    configure(next) {
      options = next;
      if (session) session.configure(next);
      else {
        $state.set({ name: 'idle' });
        look();
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
      const heard: Listening = { type, listener, off: session?.on(type, listener) };
      listening.add(heard);
      return () => {
        listening.delete(heard);
        heard.off?.();
      };
    },
    destroy() {
      ended = true;
      session?.destroy();
    },
  };
}
