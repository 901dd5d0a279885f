/** Puts requests before the wallet's owner, one window at a time, and does what was approved, even after a reload. */
import { activeChainId, drop, keep, log, pending, remembered, type LogEntry, type Pending } from './memory.js';
import { ProviderError } from './provider-error.js';
import { ask, type Question } from './window.js';

export interface Desk {
  /** Asks the owner; resolves with what the page is told, rejects with a `ProviderError`. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Opens the windows of requests that were put away, or that a reload interrupted. */
  open(): void;
}

type Answer = { resolve(result: unknown): void; reject(error: unknown): void };

/** `perform` does what the owner approved; `changed` is called whenever a request was asked, answered or put away. */
export function createDesk(o: {
  questionOf(request: Pending): Question;
  perform(request: Pending): Promise<unknown>;
  changed(): void;
}): Desk {
  /** The pages' promises. A request from before a reload has none: its page is gone, the request is not. */
  const answers = new Map<string, Answer>();
  const putAway = new Set<string>();
  let busy = false;

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let next = first(); next; next = first()) await settle(next);
    busy = false;
  }

  const first = (): Pending | undefined => pending().find(({ id }) => !putAway.has(id));

  async function settle(request: Pending): Promise<void> {
    const { id } = request;
    const decision = request.approved
      ? 'approve'
      : remembered().decision === 'reject'
        ? 'reject'
        : await ask(o.questionOf(request));
    const answer = answers.get(id);
    if (decision === 'later') {
      putAway.add(id);
    } else if (decision === 'reject') {
      done(request, 'rejected');
      answer?.reject(new ProviderError(4001, 'User rejected the request.'));
    } else {
      keep({ ...request, approved: true });
      try {
        const result = await o.perform(request);
        done(request, 'approved');
        tell(answer, request, result);
      } catch (error) {
        done(request, 'failed');
        answer?.reject(error);
      }
    }
    o.changed();
  }

  function done({ id, method, params }: Pending, outcome: LogEntry['outcome']): void {
    drop(id);
    log({ id, method, params, outcome });
  }

  return {
    request(method, params) {
      const asked = { account: remembered().account, chainId: activeChainId() };
      const request: Pending = { id: crypto.randomUUID(), method, params, ...asked, approved: false };
      keep(request);
      log({ id: request.id, method, params, outcome: 'asked' });
      o.changed();
      return new Promise((resolve, reject) => {
        answers.set(request.id, { resolve, reject });
        void work();
      });
    },
    open() {
      putAway.clear();
      void work();
    },
  };
}

/** The owner may have told the wallet to treat pages badly. */
function tell(answer: Answer | undefined, { method }: Pending, result: unknown): void {
  const manner = remembered().answer;
  if (manner === 'late') setTimeout(() => answer?.resolve(result), LATE);
  else if (manner === 'wrong-hash' && method === 'eth_sendTransaction') answer?.resolve(`0x${'5'.repeat(64)}`);
  else if (manner !== 'never') answer?.resolve(result);
}

/** Milliseconds. */
const LATE = 5_000;
