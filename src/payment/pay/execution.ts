/** A payment that is being asked for: what belongs to it, what is written down, and what must hold before it is. */
import { HubPayError } from '../../errors.js';
import type { ChainRecord, StepRef, WalletRequest } from '../../types.js';
import type { ExpectedTransaction, VmAdapter } from '../../vm/adapter.js';
import type { Wallet } from '../../wallets/wallet.js';
import type { PaymentContext } from '../context/context.js';
import { blocksNewPayment, type JournalEntry, type Stage } from '../journal/entry.js';
import { isFresh, type PaymentPlan, type PlannedStep } from '../quote/plan-steps.js';

export type Execution = {
  context: PaymentContext;
  plan: PaymentPlan;
  entry: JournalEntry;
  wallet: Wallet;
  adapter: VmAdapter;
  chain: ChainRecord;
  /** The payments that had ended before: any other one was made meanwhile. */
  endedEntryIds: ReadonlySet<string>;
  /**
   * Aborted when the payment is no longer being authorized: nothing more is asked then, late answers are still written
   * down.
   */
  signal: AbortSignal;
};

export type TransactionRequest = Extract<WalletRequest, { kind: 'transaction' }>;

/** Tells the page how a step goes. */
export function stepReporter(execution: Execution, step: StepRef): (phase: string) => void {
  const { context } = execution;
  return (phase) => {
    if (context.signal.aborted) return;
    const { requestId, reference } = execution.entry.payment;
    context.emit('hub-step', { requestId, reference, step, phase });
  };
}

/** Puts the wallet on the chain and the account of this step. */
export async function prepareStep(
  { context, adapter, wallet, chain, signal }: Execution,
  { request, ref }: PlannedStep,
  tell: (phase: string) => void,
): Promise<void> {
  await adapter.prepare(request, wallet, {
    chain,
    signal,
    clock: context.deps.clock,
    onPhase(phase) {
      context.dispatch({ type: 'step-phase', step: ref, phase });
      tell(phase);
    },
  });
}

/** @throws HubPayError where nothing may be paid by this quote any more */
export function assertStillPayable(execution: Execution): void {
  if (anotherPaymentWentOut(execution))
    throw new HubPayError('wallet-busy', 'Another payment of this order went out meanwhile.');
  if (isFresh(execution.plan.quote, execution.context.deps.clock.now())) return;
  throw new HubPayError('price-moved', 'The quote is too old for the paying step.', {
    money: 'not-sent',
    details: 'quote-expired',
  });
}

/**
 * A tab that was suspended while its approval was mined may have been overtaken: no lock lasts longer than its page
 * runs.
 */
const anotherPaymentWentOut = ({ context, entry, endedEntryIds }: Execution): boolean =>
  context.journal
    .read()
    .some((other) => other.id !== entry.id && blocksNewPayment(other, endedEntryIds, context.deps.clock.now()));

/** Another tab, or the watch of a payment whose wallet answers late, may have written to it since. */
export const latestEntry = ({ context, entry }: Execution): JournalEntry => context.journal.find(entry.id) ?? entry;

export const isSent = (stage: Stage): boolean => stage === 'sent' || stage === 'failed' || stage === 'settled';

/**
 * No wallet is asked for what could not be found again.
 * @throws HubPayError where the journal does not hold what was written to it
 */
export function assertPersisted({ journal }: PaymentContext, { id, stage }: JournalEntry): void {
  if (journal.find(id)?.stage === stage) return;
  throw new HubPayError('service-refused', 'The payment could not be written down before the wallet was asked.', {
    money: 'not-sent',
  });
}

/**
 * What the wallet is about to be asked for is written down and read back, and only then is it said.
 * @throws HubPayError as `checkWritten` does
 */
export function journalBeforePrompt(
  execution: Execution,
  stage: 'prepared' | 'prompted',
  asked: NonNullable<JournalEntry['prompt']>,
  tell: (phase: string) => void,
): void {
  updateEntry(execution, { stage, prompt: asked });
  assertPersisted(execution.context, execution.entry);
  execution.context.dispatch({ type: 'step-phase', step: asked.step, phase: 'prompting' });
  tell('prompting');
}

/** What a transaction must look like on its chain to be this one. */
export const expectedTransaction = (
  { adapter }: Execution,
  { from, to, value, data }: TransactionRequest,
): ExpectedTransaction => ({
  from,
  to,
  value,
  dataHash: adapter.hashCalldata(data.toLowerCase()),
});

/** It is out, whatever was said of it before. A hash that comes after the end does not take the end back. */
export const sentPatch = (stage: Stage): Partial<JournalEntry> => (isSent(stage) ? {} : { stage: 'sent', outcome: {} });

export function updateEntry(execution: Execution, change: Partial<JournalEntry>): void {
  execution.entry = { ...latestEntry(execution), ...change };
  execution.context.journal.write(execution.entry);
}
