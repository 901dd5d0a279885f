/** Approval and payment in one request, where the wallet can do all of it or nothing: one prompt instead of two. */
import { isAborted, within } from '../../shared/clock.js';
import { HubPayError } from '../../errors.js';
import type { CallsAnswer } from '../../vm/adapter.js';
import {
  aboutToAsk,
  expectedOf,
  latest,
  mustStand,
  out,
  prepareStep,
  teller,
  writeDown,
  type Execution,
  type Transaction,
} from './execution.js';
import type { Calls } from '../journal/entry.js';
import type { PlannedStep } from '../quote/plan-steps.js';

const ASK_MS = 1_000;

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
  const { chainId, from, data } = paying;
  const nonce = await adapter.nonce(from, { chain, fetch, clock, signal });
  await prepareStep(execution, { ...step, ref }, tell);
  if (isAborted(signal)) return true;
  mustStand(execution);
  const asked = { step: ref, chainId, nonce, expected: expectedOf(execution, paying) };
  const named: Calls = { size: (data.length - 2) / 2, id: adapter.hash(execution.entry.id) };
  aboutToAsk(execution, 'asked', { ...asked, calls: named }, tell);

  const answer = await send(execution, named.id, calls);
  if (answer === 'unable') return takenBack(execution);
  if (answer === 'unwilling') throw new HubPayError('wallet-rejected', 'The account is not changed for it.');

  const { payment, stage } = latest(execution);
  writeDown(execution, {
    ...out(stage),
    asked: { ...asked, calls: { ...named, id: answer.id, isAccepted: true, isHeld: true } },
    payment: { ...payment, ...(payment.paying === undefined && { batched: true }) },
  });
  flow.dispatch({ type: 'step-submitted', payment: execution.entry.payment, paying: true, at: clock.now() });
  tell('submitted');
  return true;
}

/** One that has not done it, or has not answered in time, is not asked for it again while this page lives. */
async function send(
  { flow, adapter, wallet, signal }: Execution,
  id: string,
  calls: readonly Transaction[],
): Promise<CallsAnswer> {
  const giveUp = (): void => void flow.singly.add(wallet.provider);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const answer = await adapter.sendCalls(id, calls, wallet);
    if (typeof answer === 'string') giveUp();
    return answer;
  } catch (error) {
    if (error instanceof HubPayError && error.code === 'outcome-unknown') giveUp();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
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
  writeDown(execution, { stage: 'open', asked: null });
  mustStand(execution);
  return false;
}
