/** Reads accounts of an SVM chain. */
import { isRecord } from '../../../shared/text/patterns.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';
import { fromBase64 } from '../data/bytes.js';
import { batchesOf } from '../../../shared/builtins/batches.js';

/** An account on the chain, with the program that owns it in `owner`. */
export type ChainAccount = { lamports: bigint; owner: string; data: Uint8Array };

/** The maximum number of accounts that a node returns for one request. */
const BATCH = 100;

/** The option with which the node answers from the blocks that most validators have confirmed. */
export const CONFIRMED = { commitment: 'confirmed' } as const;

/**
 * Reads accounts in the order of `addresses`, with null for an account that does not exist.
 * @throws Error if the chain cannot be read
 */
export async function readAccounts(
  addresses: readonly string[],
  access: ChainAccess,
  options: Readonly<Record<string, unknown>> = {},
): Promise<(ChainAccount | null)[]> {
  const batches = batchesOf(addresses, BATCH);
  const params = { ...CONFIRMED, encoding: 'base64', ...options };
  const answers = await Promise.all(
    batches.map(async (batch) => {
      const list = valueOf(await rpc(access, 'getMultipleAccounts', [batch, params]));
      if (!Array.isArray(list) || list.length !== batch.length) throw new Error('The node returned other accounts');
      return list.map(readAccount);
    }),
  );
  return answers.flat();
}

/**
 * Reads an account from the JSON value of the RPC, or returns null if there is no account.
 * @throws Error if the value is not an account
 */
export function readAccount(value: unknown): ChainAccount | null {
  if (value === null) return null;
  const { lamports, owner, data } = Object(value) as Record<string, unknown>;
  const text: unknown = Array.isArray(data) ? data[0] : undefined;
  if (typeof owner !== 'string' || typeof text !== 'string') throw new Error('Not an account');
  return { lamports: naturalOf(lamports), owner, data: fromBase64(text) };
}

/**
 * Reads a natural number, such as an amount of native currency or a slot. It must be below 2^53, because larger JSON
 * numbers are not exact.
 * @throws Error if the value is not an exact natural number
 */
export function naturalOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  throw new Error('Not an exact number');
}

/** Returns the member `value` of a node's answer. Most answers have it beside the slot. */
export const valueOf = (answer: unknown): unknown => (isRecord(answer) ? answer['value'] : undefined);
