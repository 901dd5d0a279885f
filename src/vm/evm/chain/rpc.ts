/**
 * Sends one JSON-RPC request to a chain's RPC or to the wallet's provider, with a time limit. Callers must not trust a
 * single result, because a node can be wrong.
 */
import { pause } from '../../../shared/clock.js';
import type { ChainAccess } from '../../adapter.js';

/** Maximum time of one request in milliseconds, from sending to the parsed answer. */
const RPC_TIMEOUT_MS = 10_000;

/** Maximum time of one request through the wallet's provider in milliseconds. */
const WALLET_TIMEOUT_MS = 3_000;

/** @throws Error if the response is not a JSON-RPC result; after an abort, the signal's reason */
export async function rpc(access: ChainAccess, method: string, params: readonly unknown[]): Promise<unknown> {
  const end = new AbortController();
  const signal = AbortSignal.any([access.signal, end.signal]);
  const limit = access.request ? WALLET_TIMEOUT_MS : RPC_TIMEOUT_MS;
  const late = pause(limit, access.clock, signal).then(() => {
    throw new Error(`${method} gave no answer in ${limit} ms`);
  });
  try {
    const result = access.request ? access.request(method, params) : postRpc(access, method, params, signal);
    return await Promise.race([result, late]);
  } finally {
    end.abort();
  }
}

async function postRpc(
  access: ChainAccess,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const url = access.chain.httpRpcUrl;
  if (!url) throw new Error(`No RPC address is known for chain ${access.chain.id}`);
  const response = await access.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal,
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(`${method} answered ${response.status}`);
  const answer: unknown = await response.json();
  const { result, error } = Object(answer) as { result?: unknown; error?: unknown };
  if (error !== undefined && error !== null) throw new Error(`${method}: ${JSON.stringify(error).slice(0, 200)}`);
  if (result === undefined) throw new Error(`${method} answered without a result`);
  return result;
}

/**
 * Parses a JSON-RPC quantity.
 * @throws Error if the value is not a quantity
 */
export function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw new Error('Not a quantity');
  return BigInt(value);
}

/** A number as a JSON-RPC quantity, such as `0x1f`. */
export const hex = (value: bigint | number | string): `0x${string}` => `0x${BigInt(value).toString(16)}`;

/** An address as a 32-byte word in lower-case hex, without the prefix `0x`. */
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');
