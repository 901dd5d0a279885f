/** Starts the fake service of test mode without a session, at a time that the test sets. */
import { MemoryStore } from '../../src/shared/memory-store.js';
import { answerChain } from '../../src/testing/chain.js';
import { testRegistry } from '../../src/testing/chains.js';
import { testFetch, type OwnServer } from '../../src/testing/fetch.js';
import { Ledger } from '../../src/testing/ledger.js';
import { answerService, type Answer } from '../../src/testing/service.js';
import { TEST_ACCOUNT, testProvider } from '../../src/testing/wallet.js';

/** The chains of test mode. */
export const { chains } = testRegistry({});
/** The page's `confirm-url`. */
export const CONFIRM_URL = 'https://shop.example/confirm';

/** A quote request: 25 USDC on Base Sepolia for Ether on Sepolia. */
export const REQUEST = {
  user: TEST_ACCOUNT,
  originChainId: 11155111,
  originCurrency: `0x${'00'.repeat(20)}`,
  destinationChainId: 84532,
  destinationCurrency: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  amount: '25000000',
  tradeType: 'EXACT_OUTPUT',
};

export type Quoted = { requestId: string; steps: { items: { data: Record<string, string> }[] }[] };

/** `now` is the time of the service, of the chains and of the wallet, in milliseconds of Unix time. */
export function started(): {
  ledger: Ledger;
  at: { now: number };
  ask: (method: string, path: string, body?: unknown) => Answer;
  fetch: typeof fetch;
  /** The requests to the merchant's server, and what the console says about them. `status` is its answer. */
  own: { asked: string[]; warned: string[]; status: number };
  provider: ReturnType<typeof testProvider>;
  /** Asks the node of a chain. */
  askChain: (chainId: number, method: string, ...params: unknown[]) => unknown;
} {
  const at = { now: 1_800_000_000_000 };
  let serial = 0;
  const now = (): number => at.now;
  const ledger = new Ledger(new MemoryStore());
  const random = (bytes: number): string => (serial += 1).toString(16).padStart(bytes * 2, '0');
  const own = { asked: [] as string[], warned: [] as string[], status: 204 };
  const server: OwnServer = {
    confirmUrl: () => CONFIRM_URL,
    send(input, init) {
      own.asked.push(`${init?.method} ${input as string} ${init?.body as string}`);
      if (own.status === 0) return Promise.reject(new Error('offline'));
      return Promise.resolve(new Response(null, { status: own.status }));
    },
    warn: (text) => void own.warned.push(text),
  };
  const plan = (): { outcome: 'success'; delayMs: number } => ({ outcome: 'success', delayMs: 1_000 });
  const options = { ledger, chains: () => chains, now, plan, random };
  return {
    ledger,
    at,
    ask(method, text, body) {
      const [path = '', query = ''] = text.split('?');
      return answerService(method, path, new URLSearchParams(query), body, options);
    },
    fetch: testFetch(options, server),
    own,
    provider: testProvider({ ledger, chains: () => chains, chainId: 11155111, now }),
    askChain: (chainId, method, ...params) => answerChain(chainId, method, params, options),
  };
}

/** Returns the transaction of a quote that the wallet is asked to send. */
export function transactionOf(quote: Quoted): Record<string, string> {
  const data = quote.steps[0]?.items[0]?.data ?? {};
  return { ...data, value: `0x${BigInt(data['value'] ?? 0).toString(16)}` };
}
