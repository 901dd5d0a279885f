/** Approval and payment in one request, where the wallet can do all of it or nothing: one prompt instead of two. */
import { isAborted, within } from '../../shared/clock.js';
import { HubPayError } from '../../errors.js';
import type { SendCallsResult } from '../../vm/adapter.js';
import {
  journalBeforePrompt,
  expectedTransaction,
  latestEntry,
  assertStillPayable,
  sentPatch,
  prepareStep,
  stepReporter,
  updateEntry,
  type Execution,
  type TransactionRequest,
} from './execution.js';
import type { CallBatch } from '../journal/entry.js';
import type { PlannedStep } from '../quote/plan-steps.js';

const CAPABILITIES_MS = 1_000;

/** The calls of a plan that could be sent together. */
function callsOf({ plan }: Execution): TransactionRequest[] {
  const calls = plan.steps.flatMap(({ request }) => (request.kind === 'transaction' ? [request] : []));
  return calls.length === plan.steps.length ? calls : [];
}

/** False where the wallet cannot: then each step is to be asked for alone. */
export async function runBatch(execution: Execution, step: PlannedStep): Promise<boolean> {
  const { context, adapter, wallet, chain, signal } = execution;
  const { clock, fetch } = context.deps;
  const calls = callsOf(execution);
  const paying = calls.at(-1);
  if (!paying || context.walletsWithoutBatching.has(wallet.provider)) return false;
  if (!(await within(CAPABILITIES_MS, clock, signal, () => adapter.canBatch(paying, wallet)))) return false;
  // Nothing is done before all of it is: the first line is the one that is shown as under way.
  const ref = { ...step.ref, index: 0 };
  const tell = stepReporter(execution, ref);
  const { chainId, from, data } = paying;
  const nonce = await adapter.nextNonce(from, { chain, fetch, clock, signal });
  await prepareStep(execution, { ...step, ref }, tell);
  if (isAborted(signal)) return true;
  assertStillPayable(execution);
  const asked = { step: ref, chainId, nonce, expected: expectedTransaction(execution, paying) };
  const named: CallBatch = { size: (data.length - 2) / 2, id: adapter.hashCalldata(execution.entry.id) };
  journalBeforePrompt(execution, 'prompted', { ...asked, calls: named }, tell);

  const answer = await sendBatch(execution, named.id, calls);
  if (answer === 'unsupported') return fallBackToSingleSteps(execution);
  if (answer === 'upgrade-rejected') throw new HubPayError('wallet-rejected', 'The account is not changed for it.');

  const { payment, stage } = latestEntry(execution);
  updateEntry(execution, {
    ...sentPatch(stage),
    prompt: { ...asked, calls: { ...named, id: answer.id, isAccepted: true, pendingInWallet: true } },
    payment: { ...payment, ...(payment.payingHash === undefined && { batched: true }) },
  });
  context.dispatch({ type: 'step-submitted', payment: execution.entry.payment, paying: true, at: clock.now() });
  tell('submitted');
  return true;
}

/** One that has not done it, or has not answered in time, is not asked for it again while this page lives. */
async function sendBatch(
  { context, adapter, wallet, signal }: Execution,
  id: string,
  calls: readonly TransactionRequest[],
): Promise<SendCallsResult> {
  const stopWaiting = (): void => void context.walletsWithoutBatching.add(wallet.provider);
  signal.addEventListener('abort', stopWaiting, { once: true });
  try {
    const answer = await adapter.sendCalls(id, calls, wallet);
    if (typeof answer === 'string') stopWaiting();
    return answer;
  } catch (error) {
    if (error instanceof HubPayError && error.code === 'outcome-unknown') stopWaiting();
    throw error;
  } finally {
    signal.removeEventListener('abort', stopWaiting);
  }
}

/**
 * Nothing was sent: the steps are asked for one after the other.
 * @throws HubPayError where they may not be
 */
function fallBackToSingleSteps(execution: Execution): false {
  const { stage } = latestEntry(execution);
  // The chain or the service has found it meanwhile, whatever the wallet says.
  if (stage !== 'prompted' && stage !== 'abandoned')
    throw new HubPayError('outcome-unknown', 'It is out all the same.');
  // The payer has left meanwhile: it ends as any refusal that comes late.
  if (isAborted(execution.signal)) throw new HubPayError('wallet-rejected', 'Calls are not sent together here.');
  updateEntry(execution, { stage: 'prepared', prompt: null });
  assertStillPayable(execution);
  return false;
}
