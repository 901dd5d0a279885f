/** Contains the data of a running payment, and the functions that every wallet request needs. */
import { HubPayError } from '../../errors.js';
import { isNativeCurrency } from '../../shared/chain.js';
import { isOffline } from '../../shared/platform.js';
import type { StepPhase } from '../../events.js';
import type { ChainRecord, StepRef } from '../../types.js';
import type { ExpectedTransaction, TransactionRequest, VmAdapter } from '../../vm/adapter.js';
import { isSameSymbol, pinnedCurrency } from '../../vm/registry.js';
import type { Wallet } from '../../wallets/wallet.js';
import { findBlockers, resumedEvent, unreadableError } from '../context/blockers.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry, Stage } from '../journal/entry.js';
import { isFresh, type PaymentPlan, type PlannedStep } from '../quote/plan-steps.js';

export type Execution = {
  context: PaymentContext;
  plan: PaymentPlan;
  entry: JournalEntry;
  wallet: Wallet;
  adapter: VmAdapter;
  chain: ChainRecord;
  /** Aborts when the payment leaves the state `authorizing`. After that, no further prompt opens. */
  signal: AbortSignal;
  /** The nonce that was read together with the last checks. Null if it could not be read, or after its use. */
  checkedNonce: CheckedNonce | null;
};

/** `at`: when the nonce arrived. Unix time in milliseconds. */
export type CheckedNonce = { nonce: string; at: number };

/**
 * Longest time between the checks and the wallet's prompt for which the nonce of the checks is used. The account can
 * send another transaction meanwhile, and the payment would then have another nonce.
 */
const NONCE_MS = 500;

/** Emits `hub-step` with this phase. */
export type ReportPhase = (phase: StepPhase) => void;

/** Returns a function that emits `hub-step` for each phase of a step. */
export function stepReporter(execution: Execution, step: StepRef): ReportPhase {
  const { context } = execution;
  return (phase) => {
    if (context.signal.aborted) return;
    const { requestId, reference } = execution.entry.payment;
    context.emit('hub-step', { requestId, reference, step, phase });
  };
}

/** Reads the account's next nonce. The first call returns the nonce of the last checks, if that nonce is new enough. */
export async function nextNonce(execution: Execution, account: string): Promise<string | null> {
  const { context, adapter, chain, signal, checkedNonce } = execution;
  const { clock, fetch } = context.deps;
  execution.checkedNonce = null;
  if (checkedNonce && clock.now() - checkedNonce.at <= NONCE_MS) return checkedNonce.nonce;
  return adapter.nextNonce(account, { chain, fetch, clock, signal });
}

/** Switches the wallet to the chain of this step, and checks the wallet's account. */
export async function prepareStep(
  execution: Execution,
  { request, ref }: PlannedStep,
  report: ReportPhase,
): Promise<void> {
  const { context, adapter, wallet, chain, signal } = execution;
  await adapter.prepare(request, wallet, {
    chain,
    // Without a registry, `chain` is from the live listing, and a wallet would keep what the listing says.
    mayAdd: context.options.registry !== undefined,
    signal,
    clock: context.deps.clock,
    onPhase(phase) {
      context.dispatch({ type: 'step-phase', step: ref, phase });
      report(phase);
    },
  });
  await assertToken(execution);
}

/**
 * Reads the symbol and the decimals of an unpinned token through the wallet, which is on its chain now. Nothing else
 * confirms what the service says about such a token.
 * @throws HubPayError `quote-unsafe` if the token's contract says otherwise
 */
async function assertToken({ context, adapter, wallet, chain, signal, plan }: Execution): Promise<void> {
  const { pays } = plan.quote.summary;
  const pinned = context.options.registry?.chains.find(({ id }) => id === pays.chainId);
  if (isNativeCurrency(pays.currency) || (pinned && pinnedCurrency(pinned, pays.currency))) return;
  const { fetch, clock } = context.deps;
  const access = await adapter.walletAccess(wallet, { chain, fetch, clock, signal });
  const [token] = access ? await adapter.tokenInfo([pays], access) : [];
  if (!token || (token.decimals === pays.decimals && isSameSymbol(token.symbol, pays.symbol))) return;
  throw new HubPayError(
    'quote-unsafe',
    `The token's contract calls it ${token.symbol}, with ${token.decimals} decimals.`,
    {
      details: 'G03 details.currencyIn.currency',
    },
  );
}

/**
 * Checks that the payment of this quote is still allowed.
 * @throws HubPayError if another payment of the order was sent, or the quote is stale
 */
export function assertStillPayable(execution: Execution): void {
  assertOnlyPayment(execution);
  if (isFresh(execution.plan.quote, execution.context.deps.clock.now())) return;
  const { plan, entry } = execution;
  throw new HubPayError('quote-expired', 'The quote is too old for the paying step.', {
    // A slow approval is nobody's mistake, so its name is shown.
    ...(plan.steps.length > 1 && { values: { approved: entry.payment.quote.pays.symbol } }),
  });
}

/**
 * Checks the other payments of the order. The wallet can send an abandoned payment late. While a tab is suspended, it
 * can lose its lock, and another tab can pay.
 * @throws HubPayError `wallet-busy` if another payment of the order was perhaps sent; `outcome-unknown` if a stored
 *   payment cannot be read
 */
export function assertOnlyPayment({ context, entry }: Execution): void {
  if (context.journal.hasUnreadable()) throw unreadableError();
  if (findBlockers(context).some(({ id }) => id !== entry.id))
    throw new HubPayError('wallet-busy', 'Another payment of this order was perhaps sent.');
}

/** Reads the entry again, in case another tab or a tracker changed it. */
export const latestEntry = ({ context, entry }: Execution): JournalEntry => context.journal.find(entry.id) ?? entry;

/** True if the payment was sent, also if it has failed or ended since then. */
export const isSent = (stage: Stage): boolean => stage === 'sent' || stage === 'failed' || stage === 'settled';

/**
 * Checks that the journal holds the entry. If it does not, no wallet prompt is allowed.
 * @throws HubPayError `storage-unavailable` if the journal does not hold the entry in this stage
 */
export function assertPersisted({ journal }: PaymentContext, { id, stage }: JournalEntry): void {
  if (journal.find(id)?.stage === stage) return;
  throw new HubPayError('storage-unavailable', 'The payment could not be stored.', {
    money: 'not-sent',
  });
}

/**
 * Writes the wallet request to the journal and checks the journal. After that, reports the phase `prompting`.
 * @throws HubPayError `offline` if the browser is offline; `storage-unavailable` if the journal does not hold the entry
 */
export function journalBeforePrompt(
  execution: Execution,
  stage: 'prepared' | 'prompted',
  prompt: NonNullable<JournalEntry['prompt']>,
  report: ReportPhase,
): void {
  if (isOffline()) throw new HubPayError('offline', 'The wallet is not asked while the browser is offline.');
  updateEntry(execution, { stage, prompt: { ...prompt, wallet: execution.wallet.id } });
  assertPersisted(execution.context, execution.entry);
  execution.context.dispatch({ type: 'step-phase', step: prompt.step, phase: 'prompting' });
  report('prompting');
}

/** The values that identify the transaction on its chain. */
export const expectedTransaction = (
  { adapter }: Execution,
  { from, to, value, data }: TransactionRequest,
): ExpectedTransaction => ({
  from,
  to,
  value,
  dataHash: adapter.hashText(data.toLowerCase()),
});

/** Returns the change that marks an entry as sent. Empty if the entry is already sent, failed or settled. */
export const sentPatch = (stage: Stage): Partial<JournalEntry> => (isSent(stage) ? {} : { stage: 'sent', outcome: {} });

/** Changes the entry as the journal holds it now. */
export function updateEntry(execution: Execution, change: Partial<JournalEntry>): void {
  execution.entry = { ...latestEntry(execution), ...change };
  execution.context.journal.write(execution.entry);
}

/** Shows a step that the wallet has sent. `before` is the entry's stage before the wallet's answer. */
export function showSubmitted({ context, entry }: Execution, before: Stage, paying: boolean): void {
  const { payment, stage } = entry;
  context.dispatch({ type: 'step-submitted', payment, paying, at: context.deps.clock.now() });
  // The payer had abandoned the payment, and the screen perhaps shows another payment's deposit address.
  if (before === 'abandoned' && stage === 'sent') context.dispatch(resumedEvent(entry));
}
