/** Approval and payment in one request, where the wallet can do all of it or nothing: one prompt instead of two. */
import { isAborted, pause, within } from '../clock.js';
import { HubPayError } from '../errors.js';
import type { WalletRequest } from '../types.js';
import { checkWritten, latest, mustStand, prepareStep, record, sentStage, teller } from './execute.js';
import type { Execution } from './execute.js';
import type { PlannedStep } from './plan.js';
import { PaymentRecord } from './record.js';
import { isSeen } from './status.js';

const ASK_MS = 1_000;
const LOOK_MS = 2_000;
const LONGEST_LOOK_MS = 600_000;

type Transaction = Extract<WalletRequest, { kind: 'transaction' }>;

/** The calls of a plan that could be sent together. */
export function callsOf({ plan }: Execution): Transaction[] {
  const calls = plan.steps.flatMap(({ request }) => (request.kind === 'transaction' ? [request] : []));
  return calls.length === plan.steps.length ? calls : [];
}

/** False where the wallet cannot: then nothing was asked of the payer. */
export async function runBatch(execution: Execution, paying: PlannedStep): Promise<boolean> {
  const { flow, adapter, wallet, signal } = execution;
  const { clock } = flow.deps;
  const calls = callsOf(execution);
  const [first] = calls;
  if (!first || !(await within(ASK_MS, clock, signal, () => adapter.canBatch(first, wallet)))) return false;
  // Nothing is done before all of it is: the first line is the one that is shown as under way.
  const ref = { ...paying.ref, index: 0 };
  const tell = teller(execution, ref);
  await prepareStep(execution, { ...paying, ref }, tell);
  if (isAborted(signal)) return true;
  mustStand(execution);
  const asked = { step: ref, chainId: first.chainId, nonce: null, expected: null };
  record(execution, { stage: 'asked', asked });
  checkWritten(flow, execution.entry);
  flow.dispatch({ type: 'step-phase', step: ref, phase: 'prompting' });
  tell('prompting');
  const id = await adapter.sendCalls(calls, wallet);
  if (id === null) return takenBack(execution);
  record(execution, { stage: sentStage(latest(execution)) });
  flow.dispatch({ type: 'step-submitted', payment: execution.entry.payment, paying: true, at: clock.now() });
  tell('submitted');
  await watchCalls(execution, new PaymentRecord(flow, execution.entry.id), id);
  return true;
}

/** The wallet cannot after all: true where nothing else may be asked in its stead. */
function takenBack(execution: Execution): boolean {
  const { stage } = latest(execution);
  if (stage !== 'asked' && stage !== 'abandoned') return true;
  // The payer has left meanwhile: it ends as any refusal that comes late.
  if (isAborted(execution.signal)) throw new HubPayError('wallet-rejected', 'Calls are not sent together here.');
  record(execution, { stage: 'open', asked: null });
  return false;
}

/** The wallet knows sooner than the service what its transaction is; that it failed, it only thinks. */
async function watchCalls({ flow, adapter, wallet }: Execution, own: PaymentRecord, id: string): Promise<void> {
  const { signal, deps } = flow;
  const end = deps.clock.now() + LONGEST_LOOK_MS;
  while (!signal.aborted && deps.clock.now() < end) {
    await pause(LOOK_MS, deps.clock, signal).catch(() => undefined);
    const entry = own.entry();
    if (isAborted(signal) || entry?.stage !== 'sent' || entry.payment.paying !== undefined || isSeen(entry.status))
      return;
    const state = await within(LOOK_MS, deps.clock, signal, () => adapter.callsState(id, wallet));
    const now = own.entry();
    if (isAborted(signal) || now?.stage !== 'sent' || now.payment.paying !== undefined) return;
    if (state?.name === 'done') {
      own.adopt([state.hash]);
      return;
    }
    if (state?.name === 'unclear') {
      // The payer may say that it shows nothing; nobody else can.
      own.write({ stage: 'asked' });
      own.show({ type: 'status', status: 'unknown' });
      return;
    }
  }
}
