/** Approval and payment in one request, where the wallet can do all of it or nothing: one prompt instead of two. */
import { isAborted, pause, within } from '../clock.js';
import { HubPayError } from '../errors.js';
import type { WalletRequest } from '../types.js';
import type { CallsAnswer, CallsState } from '../vm/adapter.js';
import { isOthers } from './claims.js';
import { checkWritten, latest, mustStand, prepareStep, record, sentStage, teller } from './execute.js';
import type { Execution } from './execute.js';
import type { Flow } from './flow.js';
import type { JournalEntry } from './journal.js';
import { isUnanswered, isUnfinished } from './journal.js';
import { tellDoubt, tellNothingPaid } from './outcome.js';
import type { PlannedStep } from './plan.js';
import { readerOf } from './reading.js';
import type { PaymentRecord } from './record.js';
import { isSeen } from './status.js';

const ASK_MS = 1_000;
const LOOK_MS = 2_000;
const SLOWEST_LOOK_MS = 15_000;
const READ_MS = 5_000;

/** How long the wallet must have said that they failed: some say so of what is mined a little later. */
const DOUBT_MS = 600_000;

type Transaction = Extract<WalletRequest, { kind: 'transaction' }>;

/** The calls of a plan that could be sent together. */
function callsOf({ plan }: Execution): Transaction[] {
  const calls = plan.steps.flatMap(({ request }) => (request.kind === 'transaction' ? [request] : []));
  return calls.length === plan.steps.length ? calls : [];
}

/** False where the wallet cannot: then each step is to be asked for alone. */
export async function runBatch(execution: Execution, step: PlannedStep): Promise<boolean> {
  const { flow, adapter, wallet, chain, signal } = execution;
  const { clock, fetch } = flow.deps;
  const calls = callsOf(execution);
  const paying = calls.at(-1);
  if (!paying || flow.singly.has(wallet.provider)) return false;
  if (!(await within(ASK_MS, clock, signal, () => adapter.canBatch(paying, wallet)))) return false;
  // Nothing is done before all of it is: the first line is the one that is shown as under way.
  const ref = { ...step.ref, index: 0 };
  const tell = teller(execution, ref);
  const { chainId, from, to, data, value } = paying;
  const nonce = await adapter.nonce(from, { chain, fetch, clock, signal });
  await prepareStep(execution, { ...step, ref }, tell);
  if (isAborted(signal)) return true;
  mustStand(execution);
  const expected = { from, to, value, dataHash: adapter.hash(data.toLowerCase()) };
  const asked = { step: ref, chainId, nonce, expected };
  const size = (data.length - 2) / 2;
  record(execution, { stage: 'asked', asked: { ...asked, calls: { size } } });
  checkWritten(flow, execution.entry);
  flow.dispatch({ type: 'step-phase', step: ref, phase: 'prompting' });
  tell('prompting');

  const answer = await send(execution, calls);
  if (answer === 'unable') return takenBack(execution);
  if (answer === 'unwilling') throw new HubPayError('wallet-rejected', 'The account is not changed for it.');

  const { payment } = latest(execution);
  record(execution, {
    stage: sentStage(latest(execution)),
    asked: { ...asked, calls: { size, id: answer.id } },
    payment: { ...payment, ...(payment.paying === undefined && { batched: true }) },
  });
  flow.dispatch({ type: 'step-submitted', payment: execution.entry.payment, paying: true, at: clock.now() });
  tell('submitted');
  return true;
}

/** One that has not done it is not asked for it again while this page lives. */
async function send({ flow, adapter, wallet }: Execution, calls: readonly Transaction[]): Promise<CallsAnswer> {
  try {
    const answer = await adapter.sendCalls(calls, wallet);
    if (typeof answer === 'string') flow.singly.add(wallet.provider);
    return answer;
  } catch (error) {
    if (error instanceof HubPayError && error.code === 'outcome-unknown') flow.singly.add(wallet.provider);
    throw error;
  }
}

/**
 * Nothing was sent: the steps are asked for one after the other.
 * @throws HubPayError where they may not be
 */
function takenBack(execution: Execution): false {
  const { stage } = latest(execution);
  // The chain or the service has found it meanwhile, whatever the wallet says.
  if (stage !== 'asked' && stage !== 'abandoned') throw new HubPayError('outcome-unknown', 'It is out all the same.');
  // The payer has left meanwhile: it ends as any refusal that comes late.
  if (isAborted(execution.signal)) throw new HubPayError('wallet-rejected', 'Calls are not sent together here.');
  record(execution, { stage: 'open', asked: null });
  mustStand(execution);
  return false;
}

/**
 * Asks the wallet what has become of them, until the service has seen the payment. That they failed, a wallet only
 * thinks: unless the chain says so too, the payer is asked then, after a while.
 */
export async function watchCalls(flow: Flow, own: PaymentRecord, signal: AbortSignal): Promise<void> {
  const { clock } = flow.deps;
  let failing = null as { since: number; hash?: string } | null;
  let isTold = false;
  let wait = LOOK_MS;
  for (let entry = own.entry(); entry && isOpen(entry); entry = own.entry()) {
    await pause(wait, clock, signal).catch(() => undefined);
    if (isAborted(signal)) return;
    // They are asked for, and not answered: nothing has a name yet.
    if (!entry.payment.batched) continue;
    const state = await within(READ_MS, clock, signal, (end) => stateOf(flow, entry, end));
    const now = own.entry();
    if (isAborted(signal) || !now || !isOpen(now)) return;
    wait = Math.min(wait * 1.5, SLOWEST_LOOK_MS);
    if (state === null) continue;
    const hash = 'hash' in state && !isOthers(flow.deps.storage, state.hash, entry.id) ? state.hash : undefined;
    switch (state.name) {
      case 'open':
      case 'done':
        failing = null;
        // The service finds the payment by itself, a little later.
        if (hash !== undefined && !isTold)
          void flow.client.indexTransaction({ txHash: hash, chainId: now.payment.quote.pays.chainId });
        isTold ||= hash !== undefined;
        continue;
      case 'reverted':
      case 'failed':
        if (hash !== undefined && failing?.hash === hash) {
          tellNothingPaid(own, 'reverted');
          return;
        }
        failing = { since: failing?.since ?? clock.now(), ...(hash !== undefined && { hash }) };
        if (hash !== undefined) wait = LOOK_MS;
        if (clock.now() - failing.since < DOUBT_MS) continue;
        tellDoubt(own);
        return;
    }
  }
}

/** Nothing is known of them but what the wallet says. */
const isOpen = (entry: JournalEntry): boolean =>
  entry.payment.paying === undefined &&
  !isSeen(entry.status) &&
  (entry.payment.batched
    ? isUnfinished(entry)
    : isUnanswered(entry) && entry.asked?.calls !== undefined && entry.asked.calls.id === undefined);

/** What the wallet says of them now; null where it cannot be asked. @throws where it, or the chain, cannot be read */
export async function stateOf(
  flow: Flow,
  { asked, payment }: JournalEntry,
  signal: AbortSignal,
): Promise<CallsState | null> {
  const id = asked?.calls?.id;
  if (!asked || id === undefined || !payment.account) return null;
  const [reader, wallet] = await Promise.all([
    readerOf(flow, asked.chainId, signal),
    flow.wallet(payment.account.wallet),
  ]);
  return reader && wallet ? reader.adapter.callsState(id, wallet, reader.access) : null;
}
