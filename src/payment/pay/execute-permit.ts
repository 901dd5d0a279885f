/**
 * Pays with a signed permit instead of a transaction. The payment counts as sent, even if the POST fails. It no longer
 * counts as sent if the chain shows that the permit expired unused.
 */
import { backoff } from '../../shared/backoff.js';
import { isAborted, sleep, secondsOf } from '../../shared/clock.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { PaymentIntent, Permit, StepRef, WalletRequest } from '../../types.js';
import {
  assertOnlyPayment,
  journalBeforePrompt,
  assertPersisted,
  updateEntry,
  type Execution,
  type ReportPhase,
} from './execution.js';
import { PaymentRecord } from '../track/payment-record.js';
import { isDepositSeen } from '../context/status.js';
import { isShowing } from '../model/state.js';

type Step = { ref: StepRef; request: Extract<WalletRequest, { kind: 'signature' }> };

/** The service's default for `permitExpiry` (`POST /quote/v2`), in seconds. */
const EXPIRY_S = 600;
const SLACK_S = 60;

const FIRST_PAUSE_MS = 1_000;
const SLOWEST_PAUSE_MS = 15_000;

/**
 * Prompts the wallet and posts the signature. Resolves when the service has accepted it, or when no retry is possible.
 */
export async function signStep(execution: Execution, step: Step, report: ReportPhase): Promise<void> {
  const { context, adapter, wallet } = execution;
  const { ref, request } = step;
  const { chainId, permit } = request;
  const { clock } = context.deps;
  checkTimes(permit, execution.entry.payment.intent, clock.now());
  // A signature has no effect until it is posted, so the entry is still `prepared` during the prompt.
  journalBeforePrompt(execution, 'prepared', { step: ref, chainId, nonce: null, expected: null, permit }, report);
  const signature = await adapter.sign(request, wallet);
  // The payer has left, so do not post the signature.
  if (wasLeft(execution)) return;
  assertOnlyPayment(execution);
  checkTimes(permit, execution.entry.payment.intent, clock.now());
  updateEntry(execution, { stage: 'sent', payment: { ...execution.entry.payment, signed: true } });
  assertPersisted(context, execution.entry);
  const { payment } = execution.entry;
  context.dispatch({ type: 'step-submitted', payment, paying: true, at: clock.now() });
  report('submitted');
  await postSignature(execution, step, signature);
}

/** Checks the state too, because it changes before the signal aborts. */
function wasLeft({ context, entry, signal }: Execution): boolean {
  const state = context.state();
  const isShown = state.name === 'authorizing' && isShowing(state, entry.payment.requestId);
  return signal.aborted || context.signal.aborted || !isShown;
}

/**
 * G32: the permit must not have expired. It must become valid within 60 s and expire within `permitExpiry` plus 60 s.
 * @throws HubPayError `quote-unsafe` if the permit could be used too late; `quote-expired` if the permit has expired
 */
function checkTimes({ validAfter, deadline }: Permit, intent: PaymentIntent, now: number): void {
  const { permitExpiry } = intent;
  const end = BigInt(deadline);
  const latest = now + 1_000 * ((typeof permitExpiry === 'number' ? permitExpiry : EXPIRY_S) + SLACK_S);
  if (end > secondsOf(latest) || BigInt(validAfter) > secondsOf(now + 1_000 * SLACK_S)) {
    throw new HubPayError('quote-unsafe', 'The permit would be valid for too long.', { details: 'G32 deadline' });
  }
  if (end <= secondsOf(now)) {
    throw new HubPayError('quote-expired', 'The permit has expired.');
  }
}

/**
 * Posts the same signature until the service accepts it, refuses it or has seen the deposit, or until the deadline is
 * near. Repeated posts are safe, because the signature can be used only once.
 */
async function postSignature(
  { context, entry: { id } }: Execution,
  { ref, request }: Step,
  signature: string,
): Promise<void> {
  const { client, signal } = context;
  const { clock } = context.deps;
  const record = new PaymentRecord(context, id);
  const { url, body } = request.post;
  const end = BigInt(request.permit.deadline);
  const pace = backoff(FIRST_PAUSE_MS, SLOWEST_PAUSE_MS);
  for (;;) {
    let requestedDelay = 0;
    try {
      const { steps } = await client.authorize(url, body, signature, { signal });
      reportPosted(record, ref, steps.length);
      return;
    } catch (error) {
      if (isAborted(signal)) return;
      const { code, retryAfter = 0 } = error instanceof HubPayError ? error : new HubPayError('service-down', '');
      if (code !== 'service-down' && code !== 'offline' && code !== 'rate-limited') {
        record.show({ type: 'status-silent', problem: errorInfo(error, 'unknown') });
        return;
      }
      requestedDelay = retryAfter * 1_000;
    }
    const entry = record.entry();
    const next = Math.max(pace.delay, requestedDelay);
    if (!entry || entry.stage !== 'sent' || isDepositSeen(entry.status) || secondsOf(clock.now() + next) >= end) return;
    await sleep(next, clock, signal);
    if (isAborted(signal)) return;
    pace.grow();
  }
}

/**
 * Reports the accepted signature. G04: nothing can follow the signature that pays, so every step of the response is
 * refused. Each would pay twice, or would need an allowance for nothing.
 */
function reportPosted(record: PaymentRecord, step: StepRef, extraSteps: number): void {
  const entry = record.entry();
  if (!entry) return;
  const { requestId, reference } = entry.payment;
  record.emitOnce('hub-step', { requestId, reference, step, phase: 'confirmed' });
  if (extraSteps === 0) return;
  const problem = new HubPayError('quote-unsafe', 'The service asks for more after the signature that pays.', {
    money: record.money(),
    details: 'G04 steps',
  });
  record.show({ type: 'status-silent', problem: errorInfo(problem) });
}
