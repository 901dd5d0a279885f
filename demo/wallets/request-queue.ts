/**
 * Shows requests to the wallet's owner one after the other, and executes the approved requests. The queue survives a
 * reload.
 */
import {
  activeChainId,
  removeRequest,
  saveRequest,
  addToLog,
  pendingRequests,
  walletState,
  type LogEntry,
  type PendingRequest,
} from './wallet-state.js';
import { ProviderError } from './provider-error.js';
import { showRequest, type Decision, type RequestSummary } from './request-dialog.js';

export interface RequestQueue {
  /**
   * Shows a request to the owner. Resolves with the answer for the page. Rejects if the owner or the network refuses
   * the request.
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Shows the requests that the owner postponed or that a reload interrupted. */
  open(): void;
}

type PagePromise = { resolve(result: unknown): void; reject(error: unknown): void };

/** `execute` runs an approved request. The queue calls `changed` after a request is added, answered or postponed. */
export function createRequestQueue(o: {
  describe(request: PendingRequest): RequestSummary;
  execute(request: PendingRequest): Promise<unknown>;
  changed(): void;
}): RequestQueue {
  /** The promises for which the page waits, by request id. A request from before a reload has no promise. */
  const answers = new Map<string, PagePromise>();
  const postponed = new Set<string>();
  let busy = false;

  async function showNext(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let next = first(); next; next = first()) await settle(next);
    busy = false;
  }

  const first = (): PendingRequest | undefined => pendingRequests().find(({ id }) => !postponed.has(id));

  async function decide(request: PendingRequest): Promise<Decision> {
    if (request.approved) return 'approve';
    return walletState().decision === 'reject' ? 'reject' : showRequest(o.describe(request));
  }

  async function settle(request: PendingRequest): Promise<void> {
    const { id } = request;
    const decision = await decide(request);
    const answer = answers.get(id);
    if (decision === 'postpone') {
      postponed.add(id);
    } else if (decision === 'reject') {
      done(request, 'rejected');
      answer?.reject(new ProviderError(4001, 'User rejected the request.'));
    } else {
      saveRequest({ ...request, approved: true });
      try {
        const result = await o.execute(request);
        done(request, 'approved');
        respond(answer, request, result);
      } catch (error) {
        done(request, 'failed');
        answer?.reject(error);
      }
    }
    o.changed();
  }

  function done({ id, method, params }: PendingRequest, outcome: LogEntry['outcome']): void {
    removeRequest(id);
    addToLog({ id, method, params, outcome });
  }

  return {
    request(method, params) {
      const context = { account: walletState().account, chainId: activeChainId() };
      const request: PendingRequest = { id: crypto.randomUUID(), method, params, ...context, approved: false };
      saveRequest(request);
      addToLog({ id: request.id, method, params, outcome: 'pending' });
      o.changed();
      return new Promise((resolve, reject) => {
        answers.set(request.id, { resolve, reject });
        void showNext();
      });
    },
    open() {
      postponed.clear();
      void showNext();
    },
  };
}

/** Answers the page. The setting `answer` can delay, falsify or suppress the answer. */
function respond(answer: PagePromise | undefined, { method }: PendingRequest, result: unknown): void {
  const mode = walletState().answer;
  if (mode === 'delayed') setTimeout(() => answer?.resolve(result), DELAY_MS);
  else if (mode === 'wrong-hash' && method in WRONG_HASHES) answer?.resolve(WRONG_HASHES[method]);
  else if (mode !== 'never') answer?.resolve(result);
}

/** False hashes by method. No transaction has these hashes. The second hash is base64 of 64 bytes. */
const WRONG_HASHES: Readonly<Record<string, string>> = {
  eth_sendTransaction: `0x${'5'.repeat(64)}`,
  'solana:signAndSendTransaction': `${'5'.repeat(85)}Q==`,
};

/** Delay of an answer in milliseconds, if the setting `answer` is `delayed`. */
const DELAY_MS = 5_000;
