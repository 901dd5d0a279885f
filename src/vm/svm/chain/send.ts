/** Sends a signed transaction to the chain. */
import type { SignedTransaction } from '../../family/abilities.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';
import { toBase64 } from '../data/bytes.js';

/** Matches the error message of a node that already has the transaction. */
const ALREADY = /already (been )?processed|AlreadyProcessed/i;

/**
 * Sends the transaction once, unless the wallet has sent it itself. The node neither simulates the transaction nor
 * sends it again, because the page has simulated the compiled transaction, and itself sends the signed one again.
 * @throws Error if the node does not answer or refuses the transaction
 */
export async function send({ bytes }: SignedTransaction, access: ChainAccess): Promise<void> {
  if (!bytes) return;
  try {
    await rpc(access, 'sendTransaction', [toBase64(bytes), { encoding: 'base64', skipPreflight: true, maxRetries: 0 }]);
  } catch (error) {
    access.signal.throwIfAborted();
    if (!ALREADY.test(String(error))) throw error;
  }
}
