/** Contains the data of a running payment, and the functions that several kinds of wallet requests need. */
import { HubPayError } from '../../errors.js';
import { isOffline } from '../../shared/platform.js';
import type { StepPhase } from '../../events.js';
import type { ChainRecord, StepRef } from '../../types.js';
import type { ExpectedTransaction, TransactionRequest } from '../../vm/family/abilities.js';
import type { VmAdapter } from '../../vm/family/adapter.js';
import type { Wallet } from '../../wallets/wallet.js';
import { findBlockers, resumedEvent, unreadableError } from '../context/blockers.js';
import type { PaymentContext } from '../context/context.js';
import { transactionRef } from '../context/readers.js';
import type { JournalEntry } from '../journal/entry.js';
import {
  isAbandoned,
  isPrepared,
  isSameStage,
  isSent,
  isSentOrEnded,
  writeEvent,
  type LifecycleEvent,
} from '../journal/lifecycle.js';
import { claimTransaction, isOfOtherPayment } from '../journal/transaction-owners.js';
import { isFresh, type PaymentPlan, type PlannedStep } from '../quote/plan-steps.js';
import { assertProven } from '../quote/prove-tokens.js';
import { awaitPress } from './await-press.js';

export type Execution = {
  context: PaymentContext;
  plan: PaymentPlan;
  entry: JournalEntry;
  wallet: Wallet;
  adapter: VmAdapter;
  chain: ChainRecord;
  /** Aborts when the payment leaves the state `authorizing`, so that no further step of the plan prompts the payer. */
  signal: AbortSignal;
  /**
   * True if the browser showed a press when the payer pressed the pay button. False or absent otherwise, for example
   * for a press by a script.
   */
  pressed?: boolean;
  /**
   * The nonce that was read during the last checks. Null if none was needed or could be read, and after the first call
   * of `nextNonce`.
   */
  checkedNonce: CheckedNonce | null;
};

/** A nonce, and when it arrived, as Unix time in milliseconds. */
export type CheckedNonce = { nonce: string; at: number };

/**
 * Maximum age of the nonce from the last checks, in milliseconds. An older one is read again, because the account can
 * have sent another transaction in the meantime.
 */
const NONCE_MS = 500;

/** Emits `hub-step` with this phase for the step to which the function belongs. */
export type ReportPhase = (phase: StepPhase) => void;

/** Returns a function that emits `hub-step` for each phase of a step, until the session ends or restarts. */
export function stepReporter(execution: Execution, step: StepRef): ReportPhase {
  const { context } = execution;
  return (phase) => {
    if (context.signal.aborted) return;
    const { requestId, reference } = execution.entry.payment;
    context.emit('hub-step', { requestId, reference, step, phase });
  };
}

/**
 * Returns the account's next nonce, or null if it cannot be read. The first call returns the nonce of the last checks
 * if this nonce is at most `NONCE_MS` old.
 */
export async function nextNonce(execution: Execution, account: string): Promise<string | null> {
  const { context, adapter, chain, signal, checkedNonce } = execution;
  const { clock, fetch } = context.deps;
  execution.checkedNonce = null;
  if (checkedNonce && clock.now() - checkedNonce.at <= NONCE_MS) return checkedNonce.nonce;
  return (await adapter.transactions?.nextNonce(account, { chain, fetch, clock, signal })) ?? null;
}

/**
 * Switches the wallet to the chain of this step, if the step needs this. Checks the wallet's account and the paying
 * token. Before the prompt to switch, and at the end, waits for a press if the wallet needs one.
 * @throws the errors of `VmAdapter.prepare` and of `assertProven`
 */
export async function prepareStep(
  execution: Execution,
  { request, ref }: PlannedStep,
  report: ReportPhase,
): Promise<void> {
  const { context, adapter, wallet, chain, signal } = execution;
  await adapter.prepare(request, wallet, {
    chain,
    // Without `registry`, the chain's data comes from the service's listing, and the wallet must not store this data.
    mayAdd: context.options.registry !== undefined,
    signal,
    clock: context.deps.clock,
    async onPhase(phase) {
      await awaitPress(execution, ref);
      signal.throwIfAborted();
      context.dispatch({ type: 'step-phase', step: ref, phase });
      report(phase);
    },
  });
  await assertToken(execution);
  await awaitPress(execution, ref);
}

/**
 * Asks the chain again about a paying token that the merchant has not pinned. On an EVM chain, the wallet is on this
 * chain now, and can confirm the token.
 */
function assertToken({ context, adapter, wallet, chain, signal, plan }: Execution): Promise<void> {
  const { options, deps } = context;
  const node = { chain, fetch: deps.fetch, clock: deps.clock, signal };
  return assertProven(plan.quote.summary.pays, { adapter, wallet, node, registry: options.registry });
}

/**
 * Checks that the payment of this quote is still allowed.
 * @throws HubPayError `quote-expired` if the quote is stale; the errors of `assertOnlyPayment`
 */
export function assertStillPayable(execution: Execution): void {
  assertOnlyPayment(execution);
  if (isFresh(execution.plan.quote, execution.context.deps.clock.now())) return;
  const { submissions, quote } = execution.entry.payment;
  throw new HubPayError('quote-expired', 'The quote is too old for the paying step.', {
    // A slow approval can make the quote too old, so the error names the token that the payer has approved. Before the
    // paying step, only an approval can have been sent. Before a batch, nothing has.
    ...(submissions.length > 0 && { values: { approved: quote.pays.symbol } }),
  });
}

/**
 * Checks that no other payment of the order blocks this one. The wallet can send an abandoned payment late, and a
 * suspended tab can lose its lock.
 * @throws HubPayError `wallet-busy` if another payment of the order blocks this one, for example because it was perhaps
 *   sent; `outcome-unknown` if a stored payment cannot be read
 */
export function assertOnlyPayment({ context, entry }: Execution): void {
  if (context.journal.hasUnreadable()) throw unreadableError();
  if (findBlockers(context).some(({ id }) => id !== entry.id))
    throw new HubPayError('wallet-busy', 'Another payment of this order was perhaps sent.');
}

/** Reads the entry from the journal again, because another tab or a tracker can change the entry. */
export const latestEntry = ({ context, entry }: Execution): JournalEntry => context.journal.find(entry.id) ?? entry;

/**
 * Checks that the journal holds the entry. Otherwise no wallet prompt is allowed.
 * @throws HubPayError `storage-unavailable` if the journal does not hold the entry in this stage
 */
export function assertPersisted({ journal }: PaymentContext, entry: JournalEntry): void {
  const stored = journal.find(entry.id);
  if (stored && isSameStage(stored, entry)) return;
  throw new HubPayError('storage-unavailable', 'The payment could not be stored.', {
    money: 'not-sent',
  });
}

/**
 * Writes the wallet request to the journal, checks that the journal holds the entry, and then reports the phase
 * `prompting`.
 * @throws HubPayError `offline` if the browser is offline; `storage-unavailable` if the journal does not hold the
 *   entry; `wallet-rejected` if another tab gave the payment up; `outcome-unknown` if the entry has left the stage
 *   `prepared` for another reason, for example because the wallet was asked to pay before
 */
export function journalBeforePrompt(
  execution: Execution,
  { type, prompt }: Extract<LifecycleEvent, { type: 'asked' | 'prompted' }>,
  report: ReportPhase,
): void {
  if (isOffline()) throw new HubPayError('offline', 'The wallet is not asked while the browser is offline.');
  const entry = latestEntry(execution);
  // Another tab gave the payment up after the wallet had refused a batch, so certainly nothing was sent.
  if (isAbandoned(entry))
    throw new HubPayError('wallet-rejected', 'The payer has given this payment up in another tab.');
  if (!isPrepared(entry)) throw new HubPayError('outcome-unknown', 'The wallet was asked to make this payment before.');
  applyEvent(execution, { type, prompt: { ...prompt, wallet: execution.wallet.id } });
  assertPersisted(execution.context, execution.entry);
  execution.context.dispatch({ type: 'step-phase', step: prompt.step, phase: 'prompting' });
  report('prompting');
}

/** Returns the values that identify the transaction on its chain. */
export const expectedTransaction = (
  { adapter }: Execution,
  { from, to, value, data }: TransactionRequest,
): ExpectedTransaction => ({
  from,
  to,
  value,
  dataHash: adapter.hashText(data.toLowerCase()),
});

/** Applies the event to the journal's current entry, and keeps the result in `execution.entry`. */
export function applyEvent(execution: Execution, event: LifecycleEvent): void {
  execution.entry = writeEvent(execution.context.journal, latestEntry(execution), event);
}

/**
 * Writes the hash of a sent step to the journal, and returns the entry before this write.
 * @param prompt replaces the stored request to the wallet, if the wallet can have changed it
 * @throws HubPayError `outcome-unknown` if this transaction has paid another payment of this device, so that the wallet
 *   has not said what it has sent
 */
export function journalSubmission(
  execution: Execution,
  hash: string,
  paying: boolean,
  prompt?: NonNullable<JournalEntry['prompt']>,
): JournalEntry {
  const { context, chain } = execution;
  const before = latestEntry(execution);
  if (paying && isOfOtherPayment(context.deps.storage, hash, before.id))
    throw new HubPayError('outcome-unknown', 'The wallet named the transaction of another payment.');
  const { payment, outcome } = before;
  const isKnown = payment.submissions.some((each) => each.hash === hash);
  const submissions = isKnown ? payment.submissions : [...payment.submissions, transactionRef(context, chain.id, hash)];
  const payingHash = (isSentOrEnded(before) ? payment.payingHash : undefined) ?? hash;
  // If the tracker found this transaction before the wallet answered, keep the tracker's result.
  applyEvent(execution, {
    type: paying && !(isKnown && outcome?.problem) ? 'submitted' : 'noted',
    payment: { ...payment, submissions, ...(paying && { payingHash }) },
    ...(prompt && { prompt }),
  });
  if (paying) claimTransaction(context.deps.storage, hash, execution.entry.id);
  return before;
}

/**
 * Marks the payment as sent and shows it, before the page posts a signature that pays. After an error, the page must
 * post nothing.
 * @throws HubPayError `storage-unavailable` if the journal does not contain the entry; `outcome-unknown` if the payment
 *   had ended before
 */
export function journalSigned(execution: Execution, report: ReportPhase): void {
  applyEvent(execution, { type: 'signed', payment: { ...execution.entry.payment, signed: true } });
  const { context, entry } = execution;
  if (!isSent(entry)) throw new HubPayError('outcome-unknown', 'The payment had ended before the signature.');
  assertPersisted(context, entry);
  context.dispatch({ type: 'step-submitted', payment: entry.payment, paying: true, at: context.deps.clock.now() });
  report('submitted');
}

/** Shows that the wallet has sent a step; `before` is the entry before the wallet's answer. */
export function showSubmitted({ context, entry }: Execution, before: JournalEntry, paying: boolean): void {
  const { payment } = entry;
  context.dispatch({ type: 'step-submitted', payment, paying, at: context.deps.clock.now() });
  // If the payer abandoned this payment before the wallet sent it, show it again. Otherwise the payer could pay a
  // second time, for example to a deposit address.
  if (isAbandoned(before) && isSent(entry)) context.dispatch(resumedEvent(entry));
}
