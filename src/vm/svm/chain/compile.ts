/** Compiles instructions to a transaction that is ready for the wallet's prompt (G40, G45). */
import { HubPayError } from '../../../errors.js';
import type { CompiledTransaction, InstructionsRequest } from '../../family/abilities.js';
import { depositoryOf } from '../../registry/registry.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';
import {
  decodeTransaction,
  encodeTransaction,
  isSameMessage,
  MAX_BYTES,
  type Tables,
  type Version,
} from '../data/message.js';
import { isRecord } from '../../../shared/text/patterns.js';
import { readTables, unsafe } from './lookup-tables.js';
import { CONFIRMED, naturalOf, valueOf } from './read-accounts.js';
import { simulate } from './simulate.js';

/**
 * The number of bytes that must stay free in a transaction, because many wallets set its fee. A wallet needs them if
 * the transaction has no limits of its own. It then adds the address of the program, and three instructions: the limit
 * of compute units, their price, and one other limit. Each has three bytes for the index of the program and for the
 * lengths of its accounts and its data. The data has five bytes, or nine for the price.
 */
const WALLET_BYTES = 32 + (3 + 5) + (3 + 9) + (3 + 5);

/** The wallet that signs: its name, and the form of transactions that it signs. */
export type Signer = { name: string; version: Version };

/**
 * Compiles the request with a new blockhash, checks the compiled transaction, and simulates it.
 * @param signer null if the wallet is not known yet; the transaction then has version 0
 * @throws HubPayError the errors of `InstructionRequests.compile`; after an abort, the signal's reason
 */
export async function compile(
  request: InstructionsRequest,
  access: ChainAccess,
  signer: Signer | null = null,
): Promise<CompiledTransaction> {
  try {
    const [latest, tables] = await Promise.all([latestBlockhash(access), readTables(request, access)]);
    const { blockhash, lastValidBlockHeight, slot } = latest;
    const bytes = compiledBytes(request, blockhash, tables, signer);
    await simulate(request, bytes, slot, access);
    const { from, orderId, instructions } = request;
    const isDeposit = instructions.some(({ programId }) => programId === depositoryOf(access.chain));
    const since = isDeposit ? {} : { since: String(slot) };
    return { request, bytes, expected: { from, orderId, blockhash, lastValidBlockHeight, ...since } };
  } catch (cause) {
    access.signal.throwIfAborted();
    if (cause instanceof HubPayError) throw cause;
    throw new HubPayError('service-down', 'The page could not read the chain before the wallet’s prompt.', { cause });
  }
}

/**
 * Builds the transaction. Also decodes it again, and checks that it equals the request.
 * @throws HubPayError `transaction-too-large`, `quote-unsafe`
 */
export function compiledBytes(
  request: InstructionsRequest,
  blockhash: string,
  tables: Tables,
  signer: Signer | null = null,
): Uint8Array {
  const { name = '', version = 0 } = signer ?? {};
  const bytes = encodeTransaction(request, blockhash, tables, version);
  if (!bytes || bytes.length + WALLET_BYTES > MAX_BYTES) {
    const size = bytes ? `${bytes.length} bytes` : 'more bytes than a message can have';
    throw new HubPayError('transaction-too-large', `The transaction has ${size}, and ${WALLET_BYTES} must stay free.`, {
      // The payer reads that another wallet, which supports lookup tables, can perhaps sign this payment.
      ...(version === 'legacy' && { values: { old: name } }),
    });
  }
  if (!isSameMessage(decodeTransaction(bytes, tables, version), request)) {
    throw unsafe('G45', 'The compiled transaction differs from the quote.');
  }
  return bytes;
}

type Latest = { blockhash: string; lastValidBlockHeight: string; slot: number };

/**
 * Reads the newest blockhash, and the last block height at which the chain accepts this blockhash.
 * @throws Error if the chain cannot be read
 */
export async function latestBlockhash(access: ChainAccess): Promise<Latest> {
  const answer = await rpc(access, 'getLatestBlockhash', [CONFIRMED]);
  const { context } = Object(answer) as { context?: unknown };
  const { blockhash, lastValidBlockHeight } = Object(valueOf(answer)) as Record<string, unknown>;
  if (typeof blockhash !== 'string' || !isRecord(context)) throw new Error('The node returned no blockhash');
  const { slot } = context;
  // A payment without a deposit stores the slot, and a search that cannot read it would never end.
  naturalOf(slot);
  return { blockhash, lastValidBlockHeight: String(naturalOf(lastValidBlockHeight)), slot: slot as number };
}
