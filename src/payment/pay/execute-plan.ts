/** Executes a plan in the payer's wallet. Writes to the journal before each prompt and after each answer. */
import { isAborted, sleep } from '../../shared/clock.js';
import { loaded } from '../../shared/load-code.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { WalletRequest } from '../../types.js';
import type { ChainAccess, Submission } from '../../vm/adapter.js';
import type * as Batch from './execute-batch.js';
import type * as Permit from './execute-permit.js';
import { claimTransaction } from '../journal/transaction-owners.js';
import {
  journalBeforePrompt,
  expectedTransaction,
  isSent,
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
import { notifyService, transactionRef } from '../context/readers.js';
import type { PlannedStep } from '../quote/plan-steps.js';

const ALLOWANCE_READS = 4;
const ALLOWANCE_PAUSE_MS = 1_500;

/**
 * Resolves when the paying step is submitted, its outcome is unknown, or certainly nothing was sent. Writes a wallet's
 * answer to the journal even after the session has ended.
 */
export async function executePlan(execution: Execution): Promise<void> {
  const { plan, signal } = execution;
  const paying = plan.steps.at(-1);
  if (paying && plan.steps.length > 1) {
    // If the batch code cannot be loaded, each step gets its own prompt.
    const code = await loadBatch().catch(() => null);
    try {
      if (await code?.runBatch(execution, paying)) return;
    } catch (error) {
      handleStepFailure(execution, paying, error);
      return;
    }
  }
  for (const step of plan.steps) {
    if (signal.aborted) return;
    try {
      if (!(await runStep(execution, step))) return;
    } catch (error) {
      handleStepFailure(execution, step, error);
      return;
    }
  }
}

const loadBatch = (): Promise<typeof Batch> => import('./execute-batch.js');
const loadPermit = (): Promise<typeof Permit> => loaded(import('./execute-permit.js'), 'pays by signature');

/** Loads the code that these requests need, while the payer reads the review. Without it, the code loads later. */
export function preloadExecution(
  requests: readonly WalletRequest[],
  load: Record<'permit' | 'batch', () => Promise<unknown>> = { permit: loadPermit, batch: loadBatch },
): void {
  const isSigned = requests.some(({ kind }) => kind === 'signature');
  if (isSigned) load.permit().catch(() => undefined);
  if (requests.length > 1) load.batch().catch(() => undefined);
}

/** Executes one step. Returns true if the plan can continue. */
async function runStep(execution: Execution, step: PlannedStep): Promise<boolean> {
  const { context, adapter, wallet, chain, signal } = execution;
  const { request, ref } = step;
  const { clock, fetch } = context.deps;
  const access = { chain, fetch, clock, signal };
  // Load this code before the prompt, because the load can fail.
  const signing = request.kind === 'signature' ? await loadPermit() : null;
  const report = stepReporter(execution, ref);

  const nonce = signing ? null : await nextNonce(execution, request.from);
  await prepareStep(execution, step, report);
  if (isAborted(signal)) return false;
  if (step.paying) assertStillPayable(execution);
  if (request.kind === 'signature') {
    await signing?.signStep(execution, { ref, request }, report);
    return false;
  }
  const { chainId } = request;
  const expected = expectedTransaction(execution, request);
  journalBeforePrompt(
    execution,
    step.paying ? 'prompted' : 'prepared',
    { step: ref, chainId, nonce, expected },
    report,
  );

  const hash = await adapter.submit(request, wallet);

  const submission: Submission = { hash, ...(nonce !== null && { nonce }) };
  // If the tracker found this transaction before the wallet answered, keep the tracker's result.
  const { payment, stage, outcome: recorded } = latestEntry(execution);
  const isKnown = payment.submissions.some((each) => each.hash === hash);
  const submissions = isKnown ? payment.submissions : [...payment.submissions, transactionRef(context, chainId, hash)];
  const paying = (isSent(stage) ? payment.payingHash : undefined) ?? hash;
  updateEntry(execution, {
    ...(step.paying && !(isKnown && recorded?.problem) && sentPatch(stage)),
    payment: { ...payment, submissions, ...(step.paying && { payingHash: paying }) },
  });
  if (step.paying) claimTransaction(context.deps.storage, hash, execution.entry.id);
  showSubmitted(execution, stage, step.paying);
  report('submitted');
  if (step.paying) {
    notifyService(context, payment, hash, request);
    return false;
  }

  if (isAborted(signal)) return false;
  const { amountFormatted } = payment.quote.pays;
  const throughWallet = (): Promise<ChainAccess | null> => adapter.walletAccess(wallet, access);
  const second = { access: throughWallet };
  const { outcome } = await adapter.waitForReceipt(submission, expected, access, request, second);
  if (isAborted(signal)) return false;
  switch (outcome) {
    case 'confirmed':
    case 'repriced':
      if (step === execution.plan.steps.at(-2)) await assertApproved(execution, request, access, throughWallet);
      if (isAborted(signal)) return false;
      report('confirmed');
      return true;
    case 'reverted':
      throw new HubPayError('reverted', 'The approval reverted.', {
        ...(amountFormatted !== null && { values: { amount: amountFormatted } }),
      });
    case 'cancelled':
    case 'replaced':
      throw new HubPayError('replaced', 'The approval was cancelled in the wallet.');
  }
}

/**
 * The payer can lower the approved amount in the wallet. The payment would then revert. A node can lag, so the
 * allowance is read again for some seconds, also through the wallet.
 * @throws HubPayError `approval-too-low` if no source shows a sufficient allowance, and one shows a lower allowance
 */
async function assertApproved(
  { adapter, context, entry, signal }: Execution,
  request: WalletRequest,
  access: ChainAccess,
  throughWallet: () => Promise<ChainAccess | null>,
): Promise<void> {
  for (let reads = 0; reads < ALLOWANCE_READS; reads += 1) {
    if (reads > 0) await sleep(ALLOWANCE_PAUSE_MS, context.deps.clock, signal);
    const byNode = await adapter.isApproved(request, access);
    if (byNode) return;
    const through = await throughWallet();
    const byWallet = through && (await adapter.isApproved(request, through));
    if (byWallet ?? byNode === null) return;
  }
  const { amountFormatted, symbol } = entry.payment.quote.pays;
  throw new HubPayError('approval-too-low', 'The allowance is lower than the payment.', {
    ...(amountFormatted !== null && { values: { amount: `${amountFormatted} ${symbol}` } }),
  });
}

/** Handles a failed step. If certainly nothing was sent, shows the problem. Otherwise the tracking continues. */
function handleStepFailure(execution: Execution, { paying }: PlannedStep, error: unknown): void {
  const { context, signal } = execution;
  const { stage } = latestEntry(execution);
  if (signal.aborted && stage === 'prepared') return;
  const isUnknown = !(error instanceof HubPayError) || error.code === 'outcome-unknown';
  // The payment was already sent, or the wallet gave no certain answer. Keep tracking the payment.
  if (paying && (isSent(stage) || (isUnknown && stage !== 'prepared'))) {
    // Write the entry again, in case the page cleared its storage while the wallet was open.
    updateEntry(execution, {});
    const problem = error instanceof HubPayError && isUnknown ? { problem: errorInfo(error) } : {};
    if (!signal.aborted) context.dispatch({ type: 'outcome-unknown', at: context.deps.clock.now(), ...problem });
    return;
  }
  const problem = errorInfo(error, isUnknown ? 'not-sent' : undefined);
  updateEntry(execution, { stage: 'cancelled', outcome: { problem } });
  if (!signal.aborted) context.dispatch({ type: 'rejected', problem });
  // The payer left the prompt before this error. The error proves that the payment was not sent.
  else context.dispatch({ type: 'cancelled', requestId: execution.entry.payment.requestId, problem });
}
