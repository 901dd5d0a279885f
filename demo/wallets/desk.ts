/** Shows requests to the wallet's owner, one window at a time, and executes approved ones, even after a reload. */
import { activeChainId, drop, keep, log, pending, remembered, type LogEntry, type Pending } from './memory.js';
import { ProviderError } from './provider-error.js';
import { ask, type Question } from './window.js';

export interface Desk {
  /** Shows a request to the owner. Resolves with the answer for the page, rejects with a `ProviderError`. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Opens the windows of requests that the owner postponed or that a reload interrupted. */
  open(): void;
}

type Answer = { resolve(result: unknown): void; reject(error: unknown): void };

/** `perform` executes an approved request. `changed` is called whenever a request is added, answered or postponed. */
export function createDesk(o: {
  questionOf(request: Pending): Question;
  perform(request: Pending): Promise<unknown>;
  changed(): void;
}): Desk {
  /** Promises of the pages. A request from before a reload has none, because its page has ended. */
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

/** A setting of the wallet may delay, falsify or omit the answer. */
function tell(answer: Answer | undefined, { method }: Pending, result: unknown): void {
  const manner = remembered().answer;
  if (manner === 'late') setTimeout(() => answer?.resolve(result), LATE);
  else if (manner === 'wrong-hash' && method === 'eth_sendTransaction') answer?.resolve(`0x${'5'.repeat(64)}`);
  else if (manner !== 'never') answer?.resolve(result);
}

/** Unix time in milliseconds. */
const LATE = 5_000;
