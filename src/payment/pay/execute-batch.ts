/** Sends approval and payment as one atomic batch (EIP-5792). The wallet then prompts only once. */
import { isAborted, within } from '../../shared/clock.js';
import { HubPayError } from '../../errors.js';
import type { SendCallsResult, TransactionRequest } from '../../vm/adapter.js';
import {
  journalBeforePrompt,
  expectedTransaction,
  latestEntry,
  nextNonce,
  assertStillPayable,
  sentPatch,
  prepareStep,
  showSubmitted,
  stepReporter,
  updateEntry,
  type Execution,
} from './execution.js';
import type { CallBatch } from '../journal/entry.js';
import type { PlannedStep } from '../quote/plan-steps.js';

const CAPABILITIES_MS = 1_000;

/** Returns an empty list if one step is not a transaction. */
function transactionsOf({ plan }: Execution): TransactionRequest[] {
  const calls = plan.steps.flatMap(({ request }) => (request.kind === 'transaction' ? [request] : []));
  return calls.length === plan.steps.length ? calls : [];
}

/** Returns false if the wallet cannot send the batch. In that case, each step needs its own prompt. */
export async function runBatch(execution: Execution, step: PlannedStep): Promise<boolean> {
  const { context, adapter, wallet, signal } = execution;
  const { clock } = context.deps;
  const calls = transactionsOf(execution);
  const paying = calls.at(-1);
  if (!paying || context.walletsWithoutBatching.has(wallet.provider)) return false;
  if (!(await within(CAPABILITIES_MS, clock, signal, () => adapter.canBatch(paying, wallet)))) return false;
  // All steps of a batch complete together, so show the first step as the current step.
  const ref = { ...step.ref, index: 0 };
  const report = stepReporter(execution, ref);
  const { chainId, from, data } = paying;
  const nonce = await nextNonce(execution, from);
  await prepareStep(execution, { ...step, ref }, report);
  if (isAborted(signal)) return true;
  assertStillPayable(execution);
  const prompt = { step: ref, chainId, nonce, expected: expectedTransaction(execution, paying), wallet: wallet.id };
  const batch: CallBatch = { size: (data.length - 2) / 2, id: adapter.hashText(execution.entry.id) };
  journalBeforePrompt(execution, 'prompted', { ...prompt, calls: batch }, report);

  const result = await sendBatch(execution, batch.id, calls);
  if (result === 'unsupported') return fallBackToSingleSteps(execution);
  if (result === 'upgrade-rejected')
    throw new HubPayError('wallet-rejected', 'The payer rejected the account upgrade for the batch.');

  const { payment, stage } = latestEntry(execution);
  updateEntry(execution, {
    ...sentPatch(stage),
    prompt: { ...prompt, calls: { ...batch, id: result.id, isAccepted: true, pendingInWallet: true } },
    payment: { ...payment, ...(payment.payingHash === undefined && { batched: true }) },
  });
  showSubmitted(execution, stage, true);
  report('submitted');
  return true;
}

/**
 * Sends the batch. This wallet gets no more batches if it refuses, if the outcome is unknown, or if the payer leaves
 * before the answer.
 */
async function sendBatch(
  { context, adapter, wallet, signal }: Execution,
  id: string,
  calls: readonly TransactionRequest[],
): Promise<SendCallsResult> {
  const stopBatching = (): void => void context.walletsWithoutBatching.add(wallet.provider);
  signal.addEventListener('abort', stopBatching, { once: true });
  try {
    const result = await adapter.sendCalls(id, calls, wallet);
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
 * Continues with single steps, because the wallet sent nothing.
 * @throws HubPayError if the payer has left, or if the payment was already sent or is no longer allowed
 */
function fallBackToSingleSteps(execution: Execution): false {
  const { stage } = latestEntry(execution);
  // The chain or the service has already seen the payment, so the wallet's answer is wrong.
  if (stage !== 'prompted' && stage !== 'abandoned')
    throw new HubPayError('outcome-unknown', 'The payment was sent anyway.');
  // The payer left during the prompt, so the payment ends like a rejected payment.
  if (isAborted(execution.signal))
    throw new HubPayError('wallet-rejected', 'The wallet does not send batches, and the payer has left.');
  updateEntry(execution, { stage: 'prepared', prompt: null });
  assertStillPayable(execution);
  return false;
}
