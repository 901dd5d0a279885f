/**
 * A session whose flow loads when it is first needed: when it is opened, or when the journal holds a payment to be
 * watched.
 */
import { atom } from 'nanostores';
import { errorInfo, HubPayError } from '../errors.js';
import { platformDeps, type Deps } from './deps.js';
import { isWatched, journalKey, paidBefore, readEntries } from './journal.js';
import { checkOptions, requestIdOf, type SessionOptions } from './options.js';
import type { createPaymentSession, PaymentSession } from './session.js';
import type { PaymentEvent, PaymentState } from './state.js';

export type LoadFlow = () => Promise<typeof createPaymentSession>;

/** Behaves as the session that it loads; until then it is `idle`, and tells a wrong option at once. */
export function createLazySession(given: SessionOptions, givenDeps: Partial<Deps>, load: LoadFlow): PaymentSession {
  const deps = platformDeps(givenDeps);
  const $state = atom<PaymentState>({ name: 'idle' });
  const listening: [type: string, listener: (detail: unknown) => void][] = [];
  const queue: PaymentEvent[] = [];
  let options = given;
  let session: PaymentSession | undefined;
  let loading: Promise<PaymentSession> | undefined;
  let ended = false;

  const refuse = (error: unknown): void => {
    const problem = errorInfo(error);
    $state.set({ name: 'idle', problem });
    for (const [type, listener] of listening) if (type === 'hub-error') listener(problem);
  };

  const start = async (): Promise<PaymentSession> => {
    const create = await load().catch((cause: unknown) => {
      throw new HubPayError('service-down', 'The code of the payment could not be loaded.', { cause });
    });
    if (ended) throw new HubPayError('service-refused', 'The session has ended.');
    const loaded = create(options, deps);
    session = loaded;
    for (const [type, listener] of listening) loaded.on(type, listener);
    loaded.$state.subscribe((state) => {
      $state.set(state);
    });
    for (const event of queue.splice(0)) loaded.dispatch(event);
    return loaded;
  };

  const loaded = (): Promise<PaymentSession> =>
    (loading ??= start().catch((error: unknown) => {
      loading = undefined;
      queue.length = 0;
      if (!ended) refuse(error);
      throw error;
    }));

  const wake = (): void => {
    loaded().catch(() => undefined);
  };

  const look = (): void => {
    if (ended || session) return;
    try {
      checkOptions(options);
    } catch (error) {
      refuse(error);
      return;
    }
    const entries = readEntries(deps.storage, journalKey(options));
    const isLeft = options.resume !== 'off' && entries.some((entry) => isWatched(entry, deps.clock.now()));
    if (isLeft || paidBefore(entries, options)) wake();
  };

  // Whoever made the session is to hear what it finds first.
  queueMicrotask(look);

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
    quote: async (pick) => (await loaded()).quote(pick),
    confirm: async () => (await loaded()).confirm(),
    async resume(requestId) {
      const id = requestIdOf(requestId);
      return (await loaded()).resume(id);
    },
    on(type, listener) {
      listening.push([type, listener]);
      return session?.on(type, listener) ?? (() => undefined);
    },
    destroy() {
      ended = true;
      session?.destroy();
    },
  };
}
