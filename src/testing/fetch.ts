/**
 * Creates the network of test mode: a `fetch` that answers in the page. It sends only the request to the merchant's
 * `confirm-url`, because a merchant tests that server too.
 */
import type { ChainRecord } from '../types.js';
import { answerChain } from './chain.js';
import { TEST_ORIGIN } from '../shared/test-mode/test-chains.js';
import { answerService, type TestServiceOptions } from './service.js';
import { jsonResponse } from '../shared/builtins/to-json.js';

/** The merchant's own server. `confirmUrl` returns undefined if the page names none. */
export type OwnServer = { confirmUrl: () => string | undefined; send: typeof fetch; warn: (text: string) => void };

/** Creates the `fetch`. A request that is neither to `TEST_ORIGIN` nor to `confirmUrl` gets the status 200 and `{}`. */
export function testFetch(service: TestServiceOptions, own: OwnServer): typeof fetch {
  const answer = (input: RequestInfo | URL, init: RequestInit): Response | Promise<Response> => {
    init.signal?.throwIfAborted();
    const url = new URL(input instanceof Request ? input.url : input);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const [, kind, chainId, ...rest] = url.pathname.split('/');
    if (input === own.confirmUrl()) return confirmed(input, init, own);
    if (url.origin !== TEST_ORIGIN) return jsonResponse({});
    if (kind === 'rpc') return jsonResponse(answerRpc(Number(chainId), body, service));
    const { status, json } = answerService(init.method ?? 'GET', `/${rest.join('/')}`, url.searchParams, body, service);
    return jsonResponse(json, status);
  };
  return (input, init = {}) => Promise.resolve().then(() => answer(input, init));
}

/** Sends the request to the merchant's server. If no answer arrives, warns the developer with the cause. */
async function confirmed(url: string, init: RequestInit, { send, warn }: OwnServer): Promise<Response> {
  try {
    return await send(url, init);
  } catch (error) {
    warn(`confirm-url: ${url} gave no answer, or redirected (${String(error)}): the payment did not start`);
    throw error;
  }
}

/**
 * Returns the base URL of a session. Lists of different chains have different URLs, because the session uses the same
 * list for the same base URL.
 */
export const testBaseUrl = (chains: readonly ChainRecord[]): string =>
  `${TEST_ORIGIN}/service/${chains.map(({ id }) => id).join('-')}`;

function answerRpc(chainId: number, body: unknown, service: TestServiceOptions): unknown {
  const { method, params } = body as { method: string; params: readonly unknown[] };
  try {
    return { jsonrpc: '2.0', id: 1, result: answerChain(chainId, method, params, service) };
  } catch (error) {
    return { jsonrpc: '2.0', id: 1, error: { code: -32601, message: String(error) } };
  }
}
