/**
 * Walks the payer's wallet through a plan. The journal is written before each prompt and after each answer, before
 * anything else.
 */
import { isAborted } from '../clock.js';
import { errorInfo, HubPayError } from '../errors.js';
import type { ChainRecord, Payment, StepRef } from '../types.js';
import type { Submission, VmAdapter } from '../vm/adapter.js';
import type { Wallet } from '../wallets/wallet.js';
import { claim } from './claims.js';
import type { Flow } from './flow.js';
import { transactionRef } from './flow.js';
import { isTaken, type JournalEntry, type Stage } from './journal.js';
import type { PaymentPlan, PlannedStep } from './plan.js';
import { isFresh } from './plan.js';

export type Execution = {
  flow: Flow;
  plan: PaymentPlan;
  entry: JournalEntry;
  wallet: Wallet;
  adapter: VmAdapter;
  chain: ChainRecord;
  /** The payments that had ended before: any other one was made meanwhile. */
  known: ReadonlySet<string>;
  /**
   * Aborted when the payment is no longer being authorized: nothing more is asked then, late answers are still written
   * down.
   */
  signal: AbortSignal;
};

/**
 * Resolves when the paying step was submitted, its outcome is unknown, or it is certain that nothing was sent; the
 * state says which. A wallet that answers after the session has ended is still written down.
 */
export async function executePlan(execution: Execution): Promise<void> {
  const { plan, signal } = execution;
  const paying = plan.steps.at(-1);
  if (paying && plan.steps.length > 1) {
    // What cannot be loaded is not needed: each step can be asked for alone.
    const code = await import('./batch.js').catch(() => null);
    try {
      if (await code?.runBatch(execution, paying)) return;
    } catch (error) {
      stop(execution, paying, error);
      return;
    }
  }
  for (const step of plan.steps) {
    if (signal.aborted) return;
    try {
      if (!(await runStep(execution, step))) return;
    } catch (error) {
      stop(execution, step, error);
      return;
    }
  }
}

/** True if the next step may follow. */
async function runStep(execution: Execution, step: PlannedStep): Promise<boolean> {
  const { flow, adapter, wallet, chain, signal } = execution;
  const { request, ref } = step;
  const { clock, fetch } = flow.deps;
  const access = { chain, fetch, clock, signal };
  // Loaded before anything is asked of the wallet.
  const signing = request.kind === 'signature' ? await import('./permit.js') : null;
  const tell = teller(execution, ref);

  const nonce = signing ? null : await adapter.nonce(request.from, access);
  await prepareStep(execution, step, tell);
  if (isAborted(signal)) return false;
  if (step.paying) mustStand(execution);
  if (request.kind === 'signature') {
    await signing?.signStep(execution, { ref, request }, tell);
    return false;
  }
  const { from, to, data, value, chainId } = request;
  const expected = { from, to, value, dataHash: adapter.hash(data.toLowerCase()) };
  record(execution, {
    stage: step.paying ? 'asked' : 'open',
    asked: { step: ref, chainId, nonce, expected },
  });
  checkWritten(flow, execution.entry);
  flow.dispatch({ type: 'step-phase', step: ref, phase: 'prompting' });
  tell('prompting');

  const hash = await adapter.submit(request, wallet);

  const submission: Submission = { chainId, hash, ...(nonce !== null && { nonce }) };
  // The chain may have told of it while the wallet was silent: what it told stands.
  const { payment, stage, outcome: told } = latest(execution);
  const isKnown = payment.submissions.some((each) => each.hash === hash);
  const submissions = isKnown ? payment.submissions : [...payment.submissions, transactionRef(chain, chainId, hash)];
  const paying = (isSent(stage) ? payment.paying : undefined) ?? hash;
  record(execution, {
    ...(step.paying && !(isKnown && told?.problem) && out(stage)),
    payment: { ...payment, submissions, ...(step.paying && { paying }) },
  });
  if (step.paying) claim(flow.deps.storage, hash, execution.entry.id);
  flow.dispatch({ type: 'step-submitted', payment: execution.entry.payment, paying: step.paying, at: clock.now() });
  tell('submitted');
  if (step.paying) {
    tellEarly(flow, payment, hash);
    return false;
  }

  if (isAborted(signal)) return false;
  const { outcome } = await adapter.confirm(submission, expected, access, request);
  if (isAborted(signal)) return false;
  switch (outcome) {
    case 'confirmed':
    case 'repriced':
      tell('confirmed');
      return true;
    case 'reverted':
      throw new HubPayError('reverted', 'The approval reverted.', {
        values: { amount: payment.quote.pays.amountFormatted },
      });
    case 'cancelled':
    case 'replaced':
      throw new HubPayError('replaced', 'The approval was cancelled in the wallet.');
  }
}

/** Tells the page how a step goes. */
export function teller(execution: Execution, step: StepRef): (phase: string) => void {
  const { flow } = execution;
  return (phase) => {
    if (flow.signal.aborted) return;
    const { requestId, reference } = execution.entry.payment;
    flow.emit('hub-step', { requestId, reference, step, phase });
  };
}

/** Puts the wallet on the chain and the account of this step. */
export async function prepareStep(
  { flow, adapter, wallet, chain, signal }: Execution,
  { request, ref }: PlannedStep,
  tell: (phase: string) => void,
): Promise<void> {
  await adapter.prepare(request, wallet, {
    chain,
    signal,
    clock: flow.deps.clock,
    onPhase(phase) {
      flow.dispatch({ type: 'step-phase', step: ref, phase });
      tell(phase);
    },
  });
}

/** @throws HubPayError where nothing may be paid by this quote any more */
export function mustStand(execution: Execution): void {
  if (isForestalled(execution))
    throw new HubPayError('wallet-busy', 'Another payment of this order went out meanwhile.');
  if (isFresh(execution.plan.quote, execution.flow.deps.clock.now())) return;
  throw new HubPayError('price-moved', 'The quote is too old for the paying step.', {
    money: 'not-sent',
    details: 'quote-expired',
  });
}

/** The service finds the payment by itself, a little later. */
export function tellEarly({ client }: Flow, { quote, requestId }: Payment, hash: string): void {
  const { pays, receives } = quote;
  const { chainId } = pays;
  const isLocal = chainId === receives.chainId;
  if (isLocal) void client.singleTransaction({ tx: hash, chainId, requestId });
  else void client.indexTransaction({ txHash: hash, chainId });
}

/** The step did not go through: say so if that is certain, else watch. */
function stop(execution: Execution, { paying }: PlannedStep, error: unknown): void {
  const { flow, signal } = execution;
  const { stage } = latest(execution);
  if (signal.aborted && stage === 'open') return;
  const lost = !(error instanceof HubPayError) || error.code === 'outcome-unknown';
  // What the service has seen no wallet can deny.
  if (paying && (isSent(stage) || (lost && stage !== 'open'))) {
    // Written again: a page may have emptied its storage while the wallet was open.
    record(execution, {});
    if (!signal.aborted) flow.dispatch({ type: 'outcome-unknown', at: flow.deps.clock.now() });
    return;
  }
  const problem = errorInfo(error, lost ? 'not-sent' : undefined);
  record(execution, { stage: 'closed', outcome: { problem } });
  if (!signal.aborted) flow.dispatch({ type: 'rejected', problem });
  // The payer has said before that the wallet's window was gone: its late refusal settles that question.
  else flow.dispatch({ type: 'cancelled', requestId: execution.entry.payment.requestId, problem });
}

/**
 * A tab that was suspended while its approval was mined may have been overtaken: no lock lasts longer than its page
 * runs.
 */
const isForestalled = ({ flow, entry, known }: Execution): boolean =>
  flow.journal.read().some((other) => other.id !== entry.id && isTaken(other, known, flow.deps.clock.now()));

/** Another tab, or the watch of a payment whose wallet answers late, may have written to it since. */
export const latest = ({ flow, entry }: Execution): JournalEntry => flow.journal.find(entry.id) ?? entry;

const isSent = (stage: Stage): boolean => stage === 'sent' || stage === 'failed' || stage === 'finished';

/**
 * No wallet is asked for what could not be found again.
 * @throws HubPayError where the journal does not hold what was written to it
 */
export function checkWritten({ journal }: Flow, { id, stage }: JournalEntry): void {
  if (journal.find(id)?.stage === stage) return;
  throw new HubPayError('service-refused', 'The payment could not be written down before the wallet was asked.', {
    money: 'not-sent',
  });
}

/** It is out, whatever was said of it before. A hash that comes after the end does not take the end back. */
export const out = (stage: Stage): Partial<JournalEntry> => (isSent(stage) ? {} : { stage: 'sent', outcome: {} });

export function record(execution: Execution, change: Partial<JournalEntry>): void {
  execution.entry = { ...latest(execution), ...change };
  execution.flow.journal.write(execution.entry);
}
