/**
 * Executes a plan in the payer's wallet. Writes each request to the journal before the wallet prompts. After the wallet
 * has answered, writes the hash of each transaction, or that the payer has signed the payment.
 */
import { isAborted, sleep } from '../../shared/time/clock.js';
import { loaded } from '../../shared/load-code.js';
import { errorInfo, HubPayError } from '../../errors.js';
import { isWalletSaid } from '../../wallets/wallet-errors.js';
import type { WalletRequest } from '../../types.js';
import type { PermitRequest, Submission, TransactionRequest } from '../../vm/family/abilities.js';
import type { ChainAccess } from '../../vm/family/sources.js';
import type * as Batch from './execute-batch.js';
import type * as Instructions from './execute-instructions.js';
import type * as Permit from './execute-permit.js';
import type * as Transfer from './execute-signed-transfer.js';
import {
  journalBeforePrompt,
  expectedTransaction,
  latestEntry,
  nextNonce,
  assertStillPayable,
  prepareStep,
  journalSubmission,
  showSubmitted,
  stepReporter,
  applyEvent,
  type Execution,
  type ReportPhase,
} from './execution.js';
import { notifyService, transactionRef } from '../context/readers.js';
import { learning } from './await-press.js';
import type { PlannedStep } from '../quote/plan-steps.js';
import { isPrepared, isSentOrEnded } from '../journal/lifecycle.js';

const ALLOWANCE_READS = 4;
const ALLOWANCE_PAUSE_MS = 1_500;

/**
 * Runs the steps of the plan. Resolves when the paying step is submitted and no signature is left to post, when its
 * outcome is unknown, or when certainly nothing was paid. After the payer has left, resolves as soon as the wallet has
 * answered an open request. If the wallet returns the hash of a sent transaction after the session has ended, still
 * writes the hash to the journal.
 */
export async function executePlan(execution: Execution): Promise<void> {
  const { plan, signal } = execution;
  const paying = plan.steps.at(-1);
  if (paying && plan.steps.length > 1 && execution.adapter.batches) {
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
const loadInstructions = (): Promise<typeof Instructions> =>
  loaded(import('./execute-instructions.js'), 'pays with instructions');
const loadTransfer = (): Promise<typeof Transfer> =>
  loaded(import('./execute-signed-transfer.js'), 'pays from the venue');

/**
 * Loads the code for these wallet requests while the payer reads the review, and not only after the press on the pay
 * button.
 */
export function preloadExecution(
  requests: readonly WalletRequest[],
  load: Record<'permit' | 'transfer' | 'instructions' | 'batch', () => Promise<unknown>> = {
    permit: loadPermit,
    transfer: loadTransfer,
    instructions: loadInstructions,
    batch: loadBatch,
  },
): void {
  const names = new Set(
    requests.map((request) =>
      request.kind === 'signature' ? (isPermit(request) ? 'permit' : 'transfer') : request.kind,
    ),
  );
  for (const name of names) if (name !== 'transaction') load[name]().catch(() => undefined);
  if (requests.length > 1 && !names.has('transfer')) load.batch().catch(() => undefined);
}

const isPermit = (request: WalletRequest): request is PermitRequest => 'permit' in request;

/** Executes one step, and returns true if the next step can follow. */
async function runStep(execution: Execution, step: PlannedStep): Promise<boolean> {
  const { request, ref } = step;
  const report = stepReporter(execution, ref);
  switch (request.kind) {
    case 'transaction':
      return sendStep(execution, { ...step, request }, report);
    case 'instructions':
      await (await loadInstructions()).payWithInstructions(execution, { ...step, request }, report);
      return false;
    case 'signature':
      return isPermit(request)
        ? signPermit(execution, { ...step, request }, report)
        : (await loadTransfer()).signForVenue(execution, { ...step, request }, report);
  }
}

/** Signs the permit that pays. Returns false, because no step of the plan follows. */
async function signPermit(
  execution: Execution,
  step: PlannedStep & { request: PermitRequest },
  report: ReportPhase,
): Promise<boolean> {
  const { request, ref } = step;
  // Load the code for signatures before the prompt, because this load can fail.
  const { signStep } = await loadPermit();
  await prepareStep(execution, step, report);
  if (isAborted(execution.signal)) return false;
  if (step.paying) assertStillPayable(execution);
  await signStep(execution, { ref, request }, report);
  return false;
}

/**
 * Sends one transaction. Resolves with true when the transaction is confirmed and another step can follow, and with
 * false after the paying step, or if the payer has left.
 * @throws HubPayError if the wallet or the chain refused the transaction, if the payer cancelled it, or if the payment
 *   is no longer allowed; `approval-too-low` if the payer has approved too little
 */
async function sendStep(
  execution: Execution,
  step: PlannedStep & { request: TransactionRequest },
  report: ReportPhase,
): Promise<boolean> {
  const { context, wallet, chain, signal } = execution;
  const { ledger, transactions, walletReads } = execution.adapter;
  const { request, ref } = step;
  const { clock, fetch } = context.deps;
  const access = { chain, fetch, clock, signal };
  if (!ledger || !transactions)
    throw new HubPayError('quote-unsafe', `Wallets of ${chain.vmType} chains cannot send transactions.`);

  const nonce = await nextNonce(execution, request.from);
  await prepareStep(execution, step, report);
  if (isAborted(signal)) return false;
  if (step.paying) assertStillPayable(execution);
  const { chainId } = request;
  const expected = expectedTransaction(execution, request);
  const type = step.paying ? 'prompted' : 'asked';
  journalBeforePrompt(execution, { type, prompt: { step: ref, chainId, nonce, expected } }, report);

  const hash = await learning(execution, () => transactions.submit(request, wallet));

  const submission: Submission = { hash, ...(nonce !== null && { nonce }) };
  const before = journalSubmission(execution, hash, step.paying);
  const { payment } = execution.entry;
  showSubmitted(execution, before, step.paying);
  report('submitted');
  if (step.paying) {
    notifyService(context, payment, hash, request);
    return false;
  }

  if (isAborted(signal)) return false;
  const { amountFormatted, symbol } = payment.quote.pays;
  const throughWallet = async (): Promise<ChainAccess | null> =>
    (await walletReads?.walletAccess(wallet, access)) ?? null;
  const second = { access: throughWallet };
  const { outcome, hash: mined } = await ledger.waitForReceipt(submission, expected, access, request, second);
  if (isAborted(signal)) return false;
  const transaction = transactionRef(context, chainId, mined);
  switch (outcome) {
    case 'confirmed':
    case 'repriced':
      if (ref === execution.plan.steps.at(-2)?.ref) await assertApproved(execution, request, access, throughWallet);
      if (isAborted(signal)) return false;
      report('confirmed');
      return true;
    case 'reverted':
      throw new HubPayError('reverted', 'The transaction of the approval reverted.', {
        transaction,
        ...(amountFormatted !== null && { values: { amount: `${amountFormatted} ${symbol}` } }),
      });
    case 'cancelled':
    case 'replaced':
      throw new HubPayError('replaced', 'The approval was cancelled in the wallet.', { transaction });
    case 'expired':
      throw new HubPayError('replaced', 'The approval was cancelled in the wallet.');
  }
}

/**
 * Checks the allowance after the last approval, because the payer can lower the approved amount in the wallet, and the
 * payment would then revert. The chain's node can be late, so this function reads the allowance up to 4 times. Each
 * time, it also asks the wallet if the node does not show enough.
 * @throws HubPayError `approval-too-low` if the wallet shows too little each time; if the wallet does not answer, the
 *   node counts in its place
 */
async function assertApproved(
  { adapter: { transactions }, context, entry, signal }: Execution,
  request: WalletRequest,
  access: ChainAccess,
  throughWallet: () => Promise<ChainAccess | null>,
): Promise<void> {
  for (let reads = 0; reads < ALLOWANCE_READS; reads += 1) {
    if (reads > 0) await sleep(ALLOWANCE_PAUSE_MS, context.deps.clock, signal);
    const byNode = await transactions?.isApproved(request, access);
    if (byNode) return;
    const through = await throughWallet();
    const byWallet = through && (await transactions?.isApproved(request, through));
    if (byWallet ?? byNode == null) return;
  }
  const { amountFormatted, symbol } = entry.payment.quote.pays;
  throw new HubPayError('approval-too-low', 'The allowance is lower than the payment.', {
    ...(amountFormatted !== null && { values: { amount: `${amountFormatted} ${symbol}` } }),
  });
}

/**
 * Returns the error to show after an unclear answer of the wallet to a request that could not pay. A decline becomes
 * `wallet-rejected`, and anything else that the wallet threw becomes `wallet-failed`.
 */
function certainly(error: unknown): unknown {
  if (!(error instanceof HubPayError) || (!isWalletSaid(error.reason) && error.cause === undefined)) return error;
  const { message, reason, details = '' } = error;
  return reason === 'declined'
    ? new HubPayError('wallet-rejected', message, { details })
    : new HubPayError('wallet-failed', message, { ...(reason && { reason }), details });
}

/**
 * Handles a failed step. Shows the problem if certainly nothing was paid, and keeps tracking a payment that was perhaps
 * sent.
 */
function handleStepFailure(execution: Execution, { paying }: PlannedStep, error: unknown): void {
  const { context, signal } = execution;
  const entry = latestEntry(execution);
  if (signal.aborted && isPrepared(entry)) return;
  const isUnknown = !(error instanceof HubPayError) || error.code === 'outcome-unknown';
  // Keep tracking the payment, because it was already sent, or the wallet gave no certain answer.
  if (paying && (isSentOrEnded(entry) || (isUnknown && !isPrepared(entry)))) {
    // Write the entry again, in case the page cleared its storage while the wallet was open.
    applyEvent(execution, { type: 'rewritten' });
    const problem = error instanceof HubPayError && isUnknown ? { problem: errorInfo(error) } : {};
    if (!signal.aborted) context.dispatch({ type: 'outcome-unknown', at: context.deps.clock.now(), ...problem });
    return;
  }
  const problem = isUnknown ? errorInfo(certainly(error), 'not-sent') : errorInfo(error);
  applyEvent(execution, { type: 'rejected', problem });
  if (!signal.aborted) context.dispatch({ type: 'rejected', problem });
  // The payer left during the prompt, and the wallet's later error proves that the payment was not sent.
  else context.dispatch({ type: 'cancelled', requestId: execution.entry.payment.requestId, problem });
}
