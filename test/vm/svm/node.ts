/** A fake node of the SVM chain, whose answers a test sets, and the parameters to read the chain through it. */
import type { ChainAccess } from '../../../src/vm/family/sources.js';
import { toBase64 } from '../../../src/vm/svm/data/bytes.js';
import { VirtualClock } from '../../support/clock.js';
import { SYSTEM, svmChain } from '../../support/svm-quotes.js';

/** The answer of a method. An `Error` becomes an error of the JSON-RPC. */
export type Answer = (params: readonly unknown[]) => unknown;

export type Call = { method: string; params: readonly unknown[] };

export type SvmNode = {
  answers: Record<string, Answer>;
  calls: Call[];
  /** While true, every request fails. */
  isDown: boolean;
  clock: VirtualClock;
  stop: AbortController;
  access: ChainAccess;
  /** The methods that were called. */
  methods: () => string[];
};

/** The context of an answer, with a value. */
export const at = (value: unknown, slot = 5_000): unknown => ({ context: { slot }, value });

/** An account in the form of the JSON-RPC. */
export const accountOf = (data: Uint8Array, { owner = SYSTEM, lamports = 1_000_000 } = {}): unknown => ({
  lamports,
  owner,
  data: [toBase64(data), 'base64'],
  executable: false,
  rentEpoch: 0,
});

export const BLOCKHASH = 'GfVcyD4kkTrj4bKc7WA9sZCin9JDbdT4Zkd3EittNR1W';

export function svmNode(answers: Record<string, Answer> = {}): SvmNode {
  const stop = new AbortController();
  const clock = new VirtualClock();
  const node: SvmNode = {
    answers: {
      getLatestBlockhash: () => at({ blockhash: BLOCKHASH, lastValidBlockHeight: 5_150 }),
      getMultipleAccounts: ([keys]) => at((keys as unknown[]).map(() => null)),
      simulateTransaction: () => at({ err: null, logs: [] }),
      getMinimumBalanceForRentExemption: ([size]) => 890_880 + 6_960 * (size as number),
      ...answers,
    },
    calls: [],
    isDown: false,
    clock,
    stop,
    access: { chain: svmChain(), fetch: respond, signal: stop.signal, clock },
    methods: () => node.calls.map(({ method }) => method),
  };
  function respond(_url: unknown, init?: RequestInit): Promise<Response> {
    const { method, params } = JSON.parse(init?.body as string) as Call;
    node.calls.push({ method, params });
    if (node.isDown) return Promise.reject(new TypeError('Failed to fetch'));
    const answer = node.answers[method];
    if (!answer) return Promise.resolve(Response.json({ error: { code: -32601, message: `No method ${method}` } }));
    const result = answer(params);
    const error = result instanceof Error ? { code: -32000, message: result.message } : null;
    return Promise.resolve(Response.json(error ? { error } : { result }));
  }
  return node;
}
