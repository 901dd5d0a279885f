/** Approval and payment in one request, where the wallet can do all of it or nothing: one prompt instead of two. */
import { isAborted, pause, within } from '../clock.js';
import { HubPayError } from '../errors.js';
import type { WalletRequest } from '../types.js';
import type { CallsAnswer, CallsState } from '../vm/adapter.js';
import { isOthers } from './claims.js';
import { checkWritten, latest, mustStand, prepareStep, record, sentStage, tellEarly, teller } from './execute.js';
import type { Execution } from './execute.js';
import type { Flow } from './flow.js';
import { isUnfinished, type Calls, type JournalEntry } from './journal.js';
import { takeUp, tellDoubt } from './outcome.js';
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
/** How long it must have said nothing at all: it may be locked, or on another device. */
const SILENT_MS = 3_600_000;

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
  const named: Calls = { size: (data.length - 2) / 2, id: adapter.hash(execution.entry.id) };
  record(execution, { stage: 'asked', asked: { ...asked, calls: named } });
  checkWritten(flow, execution.entry);
  flow.dispatch({ type: 'step-phase', step: ref, phase: 'prompting' });
  tell('prompting');

  const answer = await send(execution, named.id, calls);
  if (answer === 'unable') return takenBack(execution);
  if (answer === 'unwilling') throw new HubPayError('wallet-rejected', 'The account is not changed for it.');

  const { payment } = latest(execution);
  record(execution, {
    stage: sentStage(latest(execution)),
    asked: { ...asked, calls: { ...named, id: answer.id, isTaken: true, isHeld: true } },
    payment: { ...payment, ...(payment.paying === undefined && { batched: true }) },
  });
  flow.dispatch({ type: 'step-submitted', payment: execution.entry.payment, paying: true, at: clock.now() });
  tell('submitted');
  return true;
}

/** One that has not done it is not asked for it again while this page lives. */
async function send(
  { flow, adapter, wallet }: Execution,
  id: string,
  calls: readonly Transaction[],
): Promise<CallsAnswer> {
  try {
    const answer = await adapter.sendCalls(id, calls, wallet);
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
 * Asks the wallet what has become of them, until their transaction is known or the service has seen the payment. That
 * they failed, a wallet only thinks: the payer is asked then, after a while.
 */
export async function watchCalls(flow: Flow, own: PaymentRecord, signal: AbortSignal): Promise<void> {
  const { clock, storage } = flow.deps;
  let before = null as { word: string; since: number } | null;
  let wait = LOOK_MS;
  for (let entry = own.entry(); entry && isOpen(entry); entry = own.entry()) {
    const asked = entry;
    await pause(wait, clock, signal).catch(() => undefined);
    const state = await within(READ_MS, clock, signal, (end) => stateOf(flow, asked, end));
    const now = own.entry();
    if (isAborted(signal) || !now || !isOpen(now)) return;
    if (state?.name === 'done' && !isOthers(storage, state.hash, now.id)) {
      own.adopt([state.hash]);
      tellEarly(flow, now.payment, state.hash);
      return;
    }
    const word = state?.name ?? 'nothing';
    const isNew = before?.word !== word;
    before = isNew || !before ? { word, since: clock.now() } : before;
    wait = isNew ? LOOK_MS : Math.min(wait * 1.5, SLOWEST_LOOK_MS);
    const time = clock.now() - before.since;
    if (word === 'open' || word === 'done') stillThere(flow, own);
    else if (word === 'failed' || time >= SILENT_MS) hold(own, false);
    if ((word === 'failed' && time >= DOUBT_MS) || (word === 'nothing' && time >= SILENT_MS)) tellDoubt(own);
  }
}

/** Before the wallet has answered, it may speak of what it only shows. */
function stillThere(flow: Flow, own: PaymentRecord): void {
  hold(own, true);
  if (own.entry()?.asked?.calls?.isTaken) takeUp(flow, own);
}

function hold(own: PaymentRecord, isHeld: boolean): void {
  const asked = own.entry()?.asked;
  if (!asked?.calls?.isTaken || asked.calls.isHeld === isHeld) return;
  own.write({ asked: { ...asked, calls: { ...asked.calls, isHeld } } });
}

/** Nothing is known of them but what the wallet says. */
const isOpen = (entry: JournalEntry): boolean =>
  entry.asked?.calls !== undefined &&
  entry.payment.paying === undefined &&
  !isSeen(entry.status) &&
  (isUnfinished(entry) || entry.stage === 'abandoned');

/** What the wallet says of them now; null where it cannot be asked. @throws what the wallet throws */
export async function stateOf(
  flow: Flow,
  { asked, payment }: JournalEntry,
  signal: AbortSignal,
): Promise<CallsState | null> {
  const { calls, expected, chainId } = asked ?? {};
  if (!calls || !expected || chainId === undefined || !payment.account) return null;
  const [reader, wallet] = await Promise.all([readerOf(flow, chainId, signal), flow.wallet(payment.account.wallet)]);
  return reader && wallet
    ? reader.adapter.callsState(calls.id, wallet, { expected, size: calls.size }, reader.access)
    : null;
}
