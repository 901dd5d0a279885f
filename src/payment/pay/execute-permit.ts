/**
 * Pays with a signed permit instead of a transaction. From just before the POST to the service, the payment is `sent`
 * in the journal, even if the POST fails, because the service can have received the signature.
 */
import type { WireStep } from '../../api/responses/types.js';
import { backoff, isPassing } from '../../shared/time/backoff.js';
import { inTime, isAborted, secondsOf, sleep } from '../../shared/time/clock.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { PaymentIntent, Permit, StepRef } from '../../types.js';
import type { PermitRequest } from '../../vm/family/abilities.js';
import {
  applyEvent,
  assertOnlyPayment,
  assertPersisted,
  journalBeforePrompt,
  journalSigned,
  latestEntry,
  prepareStep,
  type Execution,
  type ReportPhase,
} from './execution.js';
import { isConfirmed, laterOf, openSteps, replacementOf } from './further-step.js';
import { accountId } from '../context/readers.js';
import { PaymentRecord } from '../context/payment-record.js';
import { takeLock } from '../journal/tab-lock.js';
import { isOffline } from '../../shared/platform.js';
import { learning } from './await-press.js';
import { mayPost, wasLeft } from './was-left.js';

type Step = { ref: StepRef; request: PermitRequest };

/** A signature to post; `isAgain` is true if it replaces the first one. */
type Signed = { signature: string; report: ReportPhase; isAgain?: boolean };

/** The service's default for `permitExpiry` (`POST /quote/v2`), in seconds. */
const EXPIRY_S = 600;
const SLACK_S = 60;

const FIRST_PAUSE_MS = 1_000;
const SLOWEST_PAUSE_MS = 15_000;

/**
 * Prompts the wallet and posts the signature. Resolves when nothing more is to be posted, or without a POST if the
 * payer has left.
 * @throws HubPayError if the wallet returned no valid signature, if the permit's times are wrong, or if the payment is
 *   no longer allowed; the errors of `journalBeforePrompt` and of `journalSigned`
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
  const ask = async (): Promise<string> =>
    checked(execution, request, await learning(execution, () => typedData.sign(request, wallet)));
  const signature = await ask().catch((error: unknown) => {
    if (error instanceof HubPayError && error.reason === 'cannot-sign')
      context.accountsWithoutPermits.add(accountId(execution.entry.payment.intent));
    throw error;
  });
  // The payer has left, so do not post the signature.
  if (wasLeft(execution)) return;
  assertOnlyPayment(execution);
  checkTimes(permit, execution.entry.payment.intent, clock.now());
  journalSigned(execution, report);
  await postSignature(execution, step, { signature, report });
}

/** Checks who signed, and returns the signature in the form to post. */
function checked(
  { adapter, context, wallet, chain, signal }: Execution,
  request: PermitRequest,
  signature: string,
): Promise<string> {
  const { clock, fetch } = context.deps;
  if (!adapter.permits) throw new HubPayError('quote-unsafe', 'The signer of this permit cannot be checked.');
  return adapter.permits.checkSigner(request, signature, wallet, { chain, fetch, clock, signal });
}

/**
 * Rule G32: the permit must not have expired, must become valid within 60 s, and must expire within `permitExpiry` plus
 * 60 s.
 * @throws HubPayError `quote-unsafe` if the permit becomes valid or expires too late; `quote-expired` if it has expired
 */
function checkTimes({ validAfter, deadline }: Permit, intent: PaymentIntent, now: number): void {
  const { permitExpiry } = intent;
  const end = BigInt(deadline);
  const latest = now + 1_000 * ((typeof permitExpiry === 'number' ? permitExpiry : EXPIRY_S) + SLACK_S);
  if (end > secondsOf(latest) || BigInt(validAfter) > secondsOf(now + 1_000 * SLACK_S)) {
    throw new HubPayError('quote-unsafe', 'The permit becomes valid or expires too late.', { details: 'G32 deadline' });
  }
  if (end <= secondsOf(now)) {
    throw new HubPayError('quote-expired', 'The permit has expired.');
  }
}

/**
 * Posts the signature, and retries while the service is down, unreachable or limits the rate. This is safe, because the
 * signature can be used only once. Stops when the service has accepted the signature, when the payment may no longer be
 * posted (`mayPost`), when the next try would come at or after the permit's deadline, or when the session ends. Shows
 * any other error, and then also stops.
 */
async function postSignature(execution: Execution, step: Step, signed: Signed): Promise<void> {
  const {
    context,
    entry: { id },
  } = execution;
  const { ref, request } = step;
  const { client, signal } = context;
  const { clock } = context.deps;
  const record = new PaymentRecord(context, id);
  const { url, body } = request.post;
  const end = BigInt(request.permit.deadline);
  const pace = backoff(FIRST_PAUSE_MS, SLOWEST_PAUSE_MS);
  while (mayPost(context, record.entry()) && secondsOf(clock.now()) < end) {
    let requestedDelay = 0;
    try {
      const { steps } = await client.authorize(url, body, signed.signature, { signal });
      reportPosted(record, ref);
      await followSteps(execution, step, openSteps(steps), signed);
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

/** Reports that the service accepted the signature. */
function reportPosted(record: PaymentRecord, step: StepRef): void {
  const entry = record.entry();
  if (!entry) return;
  const { requestId, reference } = entry.payment;
  record.emitOnce('hub-step', { requestId, reference, step, phase: 'confirmed' });
}

/**
 * Rule G04: after the paying signature, the payer signs at most once more, and only in place of the first signature. If
 * the service asks for anything else, the screen shows a problem, and the payment goes on.
 */
async function followSteps(
  execution: Execution,
  step: Step,
  steps: readonly WireStep[],
  { report, isAgain }: Signed,
): Promise<void> {
  if (steps.length === 0) return;
  const { context, plan, entry } = execution;
  const record = new PaymentRecord(context, entry.id);
  try {
    // A second replacement is refused, so that the service cannot ask without end.
    const quote = isAgain ? { ...plan.quote, guardSteps: refuseSteps } : plan.quote;
    const request = await replacementOf(quote, step.request, steps);
    if (!(await isConfirmed(context, record, step.ref, step.request.permit))) return;
    await signAgain(execution, step, request, report);
  } catch (error) {
    if (isAborted(context.signal)) return;
    record.show({ type: 'status-silent', problem: errorInfo(error, record.money()) });
  } finally {
    record.show({ type: 'signature-asked', step: null });
  }
}

const refuseSteps = (): Promise<never> =>
  Promise.reject(new HubPayError('quote-unsafe', 'The service asks for a third signature of one payment.'));

/**
 * Prompts the wallet for the signature that replaces the first one, and posts it. The payment stays `sent`, because the
 * first signature can still pay. Requests no signature if the first permit has expired. Neither requests nor posts a
 * signature if the payment may no longer be posted (`mayPost`).
 * @throws HubPayError if the wallet returned no valid signature, if the permit's times are wrong, or if the later
 *   deadline could not be stored; `offline` if the browser is offline; `wallet-busy` if another payment of the order
 *   blocks this one; `outcome-unknown` if a stored payment cannot be read; the errors of `prepareStep`
 */
async function signAgain(
  execution: Execution,
  { ref, request: first }: Step,
  request: PermitRequest,
  report: ReportPhase,
): Promise<void> {
  const { context, adapter, wallet, entry } = execution;
  const { clock } = context.deps;
  const { typedData } = adapter;
  const record = new PaymentRecord(context, entry.id);
  const sign = async (signal: AbortSignal): Promise<string | null> => {
    // The signal of the execution has aborted, because the payment has left the state `authorizing`.
    const own = { ...execution, signal };
    await prepareStep(own, { request, ref, paying: true }, report);
    if (isAborted(signal)) return null;
    assertOnlyPayment(own);
    checkTimes(request.permit, entry.payment.intent, clock.now());
    const { prompt, payment } = latestEntry(own);
    // After the deadline of the first permit, the tracker can have proved that nothing was paid.
    const isUsable = mayPost(context, record.entry()) && secondsOf(clock.now()) < BigInt(first.permit.deadline);
    if (!typedData || !prompt || !isUsable) return null;
    if (isOffline()) throw new HubPayError('offline', 'The wallet is not asked while the browser is offline.');
    const permit = laterOf(first.permit, request.permit);
    applyEvent(own, { type: 'noted', payment, prompt: { ...prompt, permit } });
    assertPersisted(context, own.entry);
    // The storage still holds the earlier deadline. After this deadline, a later page would take both signatures for
    // expired.
    if (permit !== first.permit && !context.journal.durable)
      throw new HubPayError('storage-unavailable', 'The later deadline of the signature could not be stored.');
    report('prompting');
    return checked(own, request, await typedData.sign(request, wallet));
  };
  const { signal } = context;
  const release = await takeLock(context.locks, context.key, signal);
  // A wallet can leave a prompt open for ever. Limit the time, so that the lock does not keep the payer from another
  // payment.
  const ms = +request.permit.deadline * 1_000 - clock.now();
  const late = (): HubPayError => new HubPayError('quote-expired', 'The permit has expired.');
  const signature = await inTime({ ms, clock, signal, late }, sign).finally(release);
  if (signature === null || !mayPost(context, record.entry())) return;
  checkTimes(request.permit, entry.payment.intent, clock.now());
  record.show({ type: 'signature-asked', step: null });
  report('submitted');
  await postSignature(execution, { ref, request }, { signature, report, isAgain: true });
}
