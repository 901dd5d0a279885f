/**
 * Sends one JSON-RPC request to a chain's RPC or to the wallet's provider, with a time limit. A node can send a wrong
 * result, so one result of one node proves nothing.
 */
import { PRIVATE_REQUEST } from '../../shared/page/private-request.js';
import { inTime } from '../../shared/time/clock.js';
import type { ChainAccess } from './sources.js';
import { toJson } from '../../shared/builtins/to-json.js';

/** Maximum time from a request to the chain's RPC until the answer is parsed, in milliseconds. */
const RPC_TIMEOUT_MS = 10_000;

/** Maximum time of one read through the wallet's provider, in milliseconds. */
const WALLET_TIMEOUT_MS = 3_000;

/**
 * Sends the request to the chain's RPC, or to the wallet's provider if `access.request` is set.
 * @throws Error if there is no response in time, or if it is not a JSON-RPC result; the error of `fetch` or of the
 *   wallet; after an abort, the signal's reason
 */
export async function rpc(access: ChainAccess, method: string, params: readonly unknown[]): Promise<unknown> {
  const ms = access.request ? WALLET_TIMEOUT_MS : RPC_TIMEOUT_MS;
  const late = (): Error => new Error(`${method} gave no answer in ${ms} ms`);
  return inTime({ ms, clock: access.clock, signal: access.signal, late }, async (signal) =>
    access.request ? access.request(method, params) : postRpc(access, method, params, signal),
  );
}

async function postRpc(
  access: ChainAccess,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const url = access.chain.httpRpcUrl;
  if (!url) throw new Error(`The record of chain ${access.chain.id} has no httpRpcUrl`);
  const response = await access.fetch(url, {
    ...PRIVATE_REQUEST,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: toJson({ jsonrpc: '2.0', id: 1, method, params }),
    signal,
  });
  if (!response.ok) throw new Error(`${method} answered ${response.status}`);
  const answer: unknown = await response.json();
  const { result, error } = Object(answer) as { result?: unknown; error?: unknown };
  if (error !== undefined && error !== null) throw new Error(`${method}: ${toJson(error).slice(0, 200)}`);
  if (result === undefined) throw new Error(`${method} answered without a result`);
  return result;
}
