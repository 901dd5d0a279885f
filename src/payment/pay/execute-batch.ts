/** Sends approval and payment as one atomic batch (EIP-5792), for which the wallet prompts only once. */
import { isAborted, within } from '../../shared/time/clock.js';
import { HubPayError } from '../../errors.js';
import type { Batches, SendCallsResult, TransactionRequest } from '../../vm/family/abilities.js';
import { asEvmWallet } from '../../vm/family/as-wallet.js';
import {
  journalBeforePrompt,
  expectedTransaction,
  latestEntry,
  nextNonce,
  assertStillPayable,
  prepareStep,
  showSubmitted,
  stepReporter,
  applyEvent,
  type Execution,
} from './execution.js';
import { learning } from './await-press.js';
import type { CallBatch } from '../journal/entry.js';
import { isAbandoned, isPrompted } from '../journal/lifecycle.js';
import type { PlannedStep } from '../quote/plan-steps.js';

const CAPABILITIES_MS = 1_000;

/** Returns the transactions of all steps, or an empty list if a step is not a transaction. */
function transactionsOf({ plan }: Execution): TransactionRequest[] {
  const calls = plan.steps.flatMap(({ request }) => (request.kind === 'transaction' ? [request] : []));
  return calls.length === plan.steps.length ? calls : [];
}

/**
 * Sends all steps as one batch. Returns false if a step is no transaction, or if this session sends no batch to the
 * wallet, for example because the wallet does not support batches. The caller must then prompt for each step
 * separately. Returns true if the wallet has accepted the batch, or if the payer has left.
 * @throws HubPayError if the wallet refused or its answer is unclear, or if the payment is no longer allowed; the
 *   errors of `prepareStep` and of `journalBeforePrompt`
 */
export async function runBatch(execution: Execution, step: PlannedStep): Promise<boolean> {
  const { context, adapter, wallet, signal } = execution;
  const { batches } = adapter;
  const { clock } = context.deps;
  const calls = transactionsOf(execution);
  const paying = calls.at(-1);
  if (!paying || !batches || context.walletsWithoutBatching.has(asEvmWallet(wallet).provider)) return false;
  if (!(await within(CAPABILITIES_MS, clock, signal, () => batches.canBatch(paying, wallet)))) return false;
  // All steps of a batch complete together. With the index 0 and the id of the paying step, the screen shows all of
  // them as current.
  const ref = { ...step.ref, index: 0 };
  const report = stepReporter(execution, ref);
  const { chainId, from, data } = paying;
  const nonce = await nextNonce(execution, from);
  await prepareStep(execution, { ...step, ref }, report);
  if (isAborted(signal)) return true;
  assertStillPayable(execution);
  const prompt = { step: ref, chainId, nonce, expected: expectedTransaction(execution, paying), wallet: wallet.id };
  const batch: CallBatch = { size: (data.length - 2) / 2, id: adapter.hashText(execution.entry.id) };
  journalBeforePrompt(execution, { type: 'prompted', prompt: { ...prompt, calls: batch } }, report);

  const result = await learning(execution, () => sendBatch(execution, batches, batch.id, calls));
  if (result === 'unsupported') return fallBackToSingleSteps(execution);
  if (result === 'upgrade-rejected')
    throw new HubPayError('wallet-rejected', 'The payer rejected the account upgrade for the batch.');

  const before = latestEntry(execution);
  const { payment } = before;
  applyEvent(execution, {
    type: 'batch-accepted',
    prompt: { ...prompt, calls: { ...batch, id: result.id, isAccepted: true, pendingInWallet: true } },
    payment: { ...payment, ...(payment.payingHash === undefined && { batched: true }) },
  });
  showSubmitted(execution, before, true);
  report('submitted');
  return true;
}

/**
 * Sends the batch. This session sends no further batch to this wallet after the answers `unsupported` and
 * `upgrade-rejected`, and after an unknown outcome. The same holds if the payer leaves before the wallet answers.
 */
async function sendBatch(
  { context, wallet, signal }: Execution,
  batches: Batches,
  id: string,
  calls: readonly TransactionRequest[],
): Promise<SendCallsResult> {
  const stopBatching = (): void => void context.walletsWithoutBatching.add(asEvmWallet(wallet).provider);
  signal.addEventListener('abort', stopBatching, { once: true });
  try {
    const result = await batches.sendCalls(id, calls, wallet);
    if (typeof result === 'string') stopBatching();
    return result;
  } catch (error) {
    if (error instanceof HubPayError && error.code === 'outcome-unknown') stopBatching();
    throw error;
  } finally {
    signal.removeEventListener('abort', stopBatching);
  }
}

/**
 * Resets the journal entry to `prepared`, because the wallet has not sent the batch. Each step then gets its own
 * prompt. Always returns false.
 * @throws HubPayError if the payer has left, or if the payment was already sent or is no longer allowed
 */
function fallBackToSingleSteps(execution: Execution): false {
  const entry = latestEntry(execution);
  // The chain or the service has already seen the payment, so the wallet's answer is wrong.
  if (!isPrompted(entry) && !isAbandoned(entry))
    throw new HubPayError('outcome-unknown', 'The wallet refused the batch, but the payment was sent.');
  // The payer left during the prompt, so the payment ends like a rejected payment.
  if (isAborted(execution.signal))
    throw new HubPayError('wallet-rejected', 'The wallet does not send batches, and the payer has left.');
  applyEvent(execution, { type: 'batch-refused' });
  assertStillPayable(execution);
  return false;
}
