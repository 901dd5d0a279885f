/**
 * Pays with a signed permit instead of a transaction. After the signature, the journal contains the payment as `sent`,
 * even if the POST to the service fails. If the chain shows that the permit expired unused, the tracker abandons the
 * payment.
 */
import { backoff, isPassing } from '../../shared/time/backoff.js';
import { isAborted, sleep, secondsOf } from '../../shared/time/clock.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { PaymentIntent, Permit, StepRef } from '../../types.js';
import type { PermitRequest } from '../../vm/family/abilities.js';
import {
  assertOnlyPayment,
  journalBeforePrompt,
  journalSigned,
  type Execution,
  type ReportPhase,
} from './execution.js';
import { PaymentRecord } from '../context/payment-record.js';
import { mayPost, wasLeft } from './was-left.js';

type Step = { ref: StepRef; request: PermitRequest };

/** The service's default for `permitExpiry` (`POST /quote/v2`), in seconds. */
const EXPIRY_S = 600;
const SLACK_S = 60;

const FIRST_PAUSE_MS = 1_000;
const SLOWEST_PAUSE_MS = 15_000;

/**
 * Prompts the wallet and posts the signature. Resolves when the service has accepted the signature, or when no retry is
 * possible. If the payer has left, resolves without a POST.
 */
export async function signStep(execution: Execution, step: Step, report: ReportPhase): Promise<void> {
  const { context, adapter, wallet } = execution;
  const { ref, request } = step;
  const { chainId, permit } = request;
  const { clock } = context.deps;
  checkTimes(permit, execution.entry.payment.intent, clock.now());
  // A signature pays nothing before the POST, so the entry stays `prepared` during the prompt.
  const prompt = { step: ref, chainId, nonce: null, expected: null, permit };
  journalBeforePrompt(execution, { type: 'asked', prompt }, report);
  const { typedData } = adapter;
  if (!typedData) throw new HubPayError('quote-unsafe', 'This wallet cannot sign typed data.');
  const signature = await typedData.sign(request, wallet);
  // The payer has left, so do not post the signature.
  if (wasLeft(execution)) return;
  assertOnlyPayment(execution);
  checkTimes(permit, execution.entry.payment.intent, clock.now());
  journalSigned(execution, report);
  await postSignature(execution, step, signature);
}

/**
 * Rule G32: the permit must not have expired. The permit must become valid within 60 s. The permit must expire within
 * `permitExpiry` plus 60 s.
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
 * Posts the signature. Retries the POST while the service is down, unreachable or limits the rate. Stops retrying when
 * the service has seen the payment, when the payer has given the payment up, or when the permit's deadline is near. A
 * retry is safe, because the signature can be used only once.
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
  while (mayPost(context, record.entry()) && secondsOf(clock.now()) < end) {
    let requestedDelay = 0;
    try {
      const { steps } = await client.authorize(url, body, signature, { signal });
      reportPosted(record, ref, steps.length);
      return;
    } catch (error) {
      if (isAborted(signal)) return;
      const { code, retryAfter = 0 } = error instanceof HubPayError ? error : new HubPayError('service-down', '');
      if (!isPassing(code)) {
        record.show({ type: 'status-silent', problem: errorInfo(error, 'unknown') });
        return;
      }
      requestedDelay = retryAfter * 1_000;
    }
    const next = Math.max(pace.delay, requestedDelay);
    if (secondsOf(clock.now() + next) >= end) return;
    await sleep(next, clock, signal);
    if (isAborted(signal)) return;
    pace.grow();
  }
}

/**
 * Reports that the service accepted the signature. Rule G04 forbids every step after the paying signature. If the
 * service's response contains a further step, shows a problem, because this step would pay twice or ask for a needless
 * allowance.
 */
function reportPosted(record: PaymentRecord, step: StepRef, extraSteps: number): void {
  const entry = record.entry();
  if (!entry) return;
  const { requestId, reference } = entry.payment;
  record.emitOnce('hub-step', { requestId, reference, step, phase: 'confirmed' });
  if (extraSteps === 0) return;
  const problem = new HubPayError('quote-unsafe', 'The service asks for a further step after the paying signature.', {
    money: record.money(),
    details: 'G04 steps',
  });
  record.show({ type: 'status-silent', problem: errorInfo(problem) });
}
