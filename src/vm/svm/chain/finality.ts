/** Reads whether a transaction of an SVM chain can still disappear. */
import { isRecord } from '../../../shared/text/patterns.js';
import type { Finality } from '../../family/finality.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';

/**
 * Reads the finality of a transaction.
 * @param wanted the number of blocks from the transaction's block on, itself included, or `finalized`
 * @throws Error if the chain cannot be read
 */
export async function finalityOf(hash: string, wanted: number | 'finalized', access: ChainAccess): Promise<Finality> {
  const answer = await rpc(access, 'getSignatureStatuses', [[hash], { searchTransactionHistory: true }]);
  const values: unknown = isRecord(answer) ? answer['value'] : undefined;
  if (!Array.isArray(values) || values.length !== 1) throw new Error('The node returned no status');
  const status: unknown = values[0];
  if (status === null) return 'absent';
  if (!isRecord(status)) throw new Error('The node returned no status');
  if (status['err'] === undefined) throw new Error('The node returned a status without its error');
  if (status['err'] !== null) return 'failed';
  if (status['confirmationStatus'] === 'finalized') return 'final';
  // A node counts the blocks after the transaction's own only until the transaction is finalized.
  const { confirmations } = status;
  return wanted !== 'finalized' && typeof confirmations === 'number' && confirmations + 1 >= wanted
    ? 'final'
    : 'waiting';
}
