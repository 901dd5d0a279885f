/**
 * Pays from the venue with two signatures. The first one ties a nonce to the order. The second one moves the money as
 * soon as the venue's exchange gets it.
 */
import { exchangeFault, postTransfer, type ExchangeAnswer } from '../../api/venue-exchange.js';
import { config, errorInfo, HubPayError } from '../../errors.js';
import { backoff, isPassing } from '../../shared/time/backoff.js';
import { isAborted, sleep, within } from '../../shared/time/clock.js';
import type { StepRef } from '../../types.js';
import type { SignatureRequest } from '../../vm/family/abilities.js';
import type { SignedPost, SignedTransfers, Transfer } from '../../vm/family/signed-transfers.js';
import { isSeenByService } from '../context/status.js';
import { PaymentRecord } from '../context/payment-record.js';
import { isSent } from '../journal/lifecycle.js';
import {
  assertOnlyPayment,
  journalBeforePrompt,
  prepareStep,
  journalSigned,
  type Execution,
  type ReportPhase,
} from './execution.js';
import { refusedSteps } from './refused-steps.js';
import { learning } from './await-press.js';
import { mayPost, wasLeft } from './was-left.js';
import { logWarning } from '../../shared/log-warning.js';

export type TransferStep = { ref: StepRef; request: SignatureRequest; paying: boolean };

/**
 * How old the quote can be when the payer signs, in milliseconds. The service's order fixes the price, so the payer can
 * have enough time for two prompts.
 */
const LONGEST_MS = 300_000;

const FIRST_PAUSE_MS = 1_000;
const SLOWEST_PAUSE_MS = 15_000;

/** For how long the page posts the same signed transfer again after a lost answer, in milliseconds. */
const REPOST_MS = 120_000;

/** Longest wait for a balance at the venue, in milliseconds. */
const BALANCE_MS = 4_000;

/**
 * Pause before each read of the balance after a refusal, in milliseconds. The info API can be later than the exchange.
 */
const SETTLE_MS = 1_000;
/** After a refusal, this many reads in a row must show the same balance as before the prompt. */
const BALANCE_READS = 3;

/** Longest wait for the service's status, in milliseconds. */
const STATUS_MS = 4_000;

/** Executes one of the two steps, and returns true if the next step can follow. */
export async function signForVenue(execution: Execution, step: TransferStep, report: ReportPhase): Promise<boolean> {
  const { transfers } = execution.adapter;
  const url = execution.context.options.venueExchangeUrl;
  if (!transfers) throw new HubPayError('quote-unsafe', 'This wallet cannot sign transfers of the venue.');
  if (url === undefined) throw config('venueExchangeUrl', 'is missing: nobody can pay from the venue without it');
  if (!step.paying) await assertExchange(execution, step, url);
  if (isAborted(execution.signal)) return false;
  await prepareStep(execution, step, report);
  if (isAborted(execution.signal)) return false;
  assertPayable(execution);
  if (!step.paying) return authorizeNonce(execution, step, transfers, report);
  await signTransfer(execution, step, transfers, { url, report });
  return false;
}

/**
 * Checks that an exchange answers at the merchant's URL before anything is signed, because the payer cannot take a
 * signature back.
 * @throws HubPayError `config` for a wrong URL; `service-down` if the exchange gives no answer now
 */
async function assertExchange({ context, signal }: Execution, { request }: TransferStep, url: string): Promise<void> {
  const fault = await exchangeFault(url, request.from, context.deps, signal);
  if (!fault) return;
  if (fault.isWrong) throw config('venueExchangeUrl', `${url} ${fault.details}: check this URL`);
  warnOf(url, fault.details);
  throw new HubPayError('service-down', `The exchange ${url} ${fault.details}.`, { details: fault.details });
}

const warnOf = (url: string, what: string): void =>
  logWarning(`<hub-pay> venueExchangeUrl ${url} ${what}: check this URL, its CORS headers and connect-src`);

/**
 * Checks that the payment of this quote is still allowed.
 * @throws HubPayError `quote-expired` if the quote is too old; the errors of `assertOnlyPayment`
 */
function assertPayable(execution: Execution): void {
  assertOnlyPayment(execution);
  if (ageOf(execution) <= LONGEST_MS) return;
  throw new HubPayError('quote-expired', 'The quote is too old for this signature.');
}

const ageOf = ({ context, plan }: Execution): number => context.deps.clock.now() - plan.quote.quotedAt;

/**
 * Asks for the first signature and posts it to the service. Returns false if the payer has left.
 * @throws HubPayError if the wallet returned no signature, or if the service did not accept it. Without this signature,
 *   the service could not recognize the transfer
 */
async function authorizeNonce(
  execution: Execution,
  { ref, request }: TransferStep,
  transfers: SignedTransfers,
  report: ReportPhase,
): Promise<boolean> {
  const { context, wallet } = execution;
  const { chainId } = request;
  // The journal keeps no signature, because other code of the page can read the storage. After a reload between the two
  // signatures, the payer gives both again for a new quote. The old first signature moves no money.
  const prompt = { step: ref, chainId, nonce: null, expected: null };
  journalBeforePrompt(execution, { type: 'asked', prompt }, report);
  const signed = await learning(execution, () => transfers.sign(request, wallet));
  if (wasLeft(execution)) return false;
  const at = context.deps.clock.now();
  context.dispatch({ type: 'step-submitted', payment: execution.entry.payment, paying: false, at });
  report('submitted');
  await postMapping(execution, request.post.url ?? '', signed);
  if (wasLeft(execution)) return false;
  report('confirmed');
  return true;
}

/**
 * Posts the first signature, and retries while the service is down, unreachable or limits the rate, until the quote is
 * too old.
 * @throws HubPayError `quote-unsafe` if the service asks for further steps; the last error of the service
 */
async function postMapping(execution: Execution, url: string, { body, signature }: SignedPost): Promise<void> {
  const { context, signal } = execution;
  const { clock } = context.deps;
  const pace = backoff(FIRST_PAUSE_MS, SLOWEST_PAUSE_MS);
  for (;;) {
    try {
      const { steps } = await context.client.authorize(url, body, signature, { signal });
      if (steps.length === 0) return;
      throw refusedSteps(steps);
    } catch (error) {
      const { code, retryAfter = 0 } = error instanceof HubPayError ? error : new HubPayError('service-down', '');
      const next = Math.max(pace.delay, retryAfter * 1_000);
      if (isAborted(signal) || !isPassing(code) || ageOf(execution) + next > LONGEST_MS) throw error;
      await sleep(next, clock, signal);
      if (isAborted(signal)) return;
      pace.grow();
    }
  }
}

/** Asks for the second signature and posts it to the exchange, or posts nothing if the payer has left. */
async function signTransfer(
  execution: Execution,
  { ref, request }: TransferStep,
  transfers: SignedTransfers,
  { url, report }: { url: string; report: ReportPhase },
): Promise<void> {
  const { wallet, plan, signal } = execution;
  const { currency, amount } = plan.quote.summary.pays;
  const { chainId, from } = request;
  const held = await heldOf(execution, from, currency);
  if (isAborted(signal)) return;
  const transfer: Transfer = { owner: from, currency, amount, held };
  // The signature moves no money before the exchange gets it, so the entry stays `prepared` during the prompt.
  const prompt = { step: ref, chainId, nonce: null, expected: null, transfer };
  journalBeforePrompt(execution, { type: 'asked', prompt }, report);
  const signed = await learning(execution, () => transfers.sign(request, wallet));
  // The payer has left, so do not post the signature.
  if (wasLeft(execution)) return;
  assertPayable(execution);
  journalSigned(execution, report);
  await postSigned(execution, { ref, url, body: signed.body, transfer, transfers });
}

/** Reads the payer's balance at the venue as a decimal string, or returns null if the balance cannot be read. */
async function heldOf(
  { context, adapter, chain, signal }: Execution,
  owner: string,
  currency: string,
): Promise<string | null> {
  const { clock, fetch } = context.deps;
  const read = await within(BALANCE_MS, clock, signal, (end) =>
    adapter.balances(owner, [{ currency }], { chain, fetch, clock, signal: end }),
  );
  const [held = null] = read ?? [];
  return held === null ? null : String(held);
}

type Post = {
  ref: StepRef;
  url: string;
  body: SignedPost['body'];
  transfer: Transfer;
  transfers: SignedTransfers;
};

/**
 * Posts the signed transfer and, after a lost answer, exactly the same transfer with the same nonce again. Stops when
 * the exchange has answered, when the payment may no longer be posted (`mayPost`), when the session ends, or after two
 * minutes.
 */
async function postSigned(execution: Execution, { ref, url, body, ...post }: Post): Promise<void> {
  const { context, entry } = execution;
  const { deps, signal } = context;
  const record = new PaymentRecord(context, entry.id);
  const end = deps.clock.now() + REPOST_MS;
  const pace = backoff(FIRST_PAUSE_MS, SLOWEST_PAUSE_MS);
  let failure = 'no answer';
  for (let isLost = false; mayPost(context, record.entry()); isLost = true) {
    // The tab can have been suspended during the pause, so check the time directly before the post.
    if (deps.clock.now() >= end) {
      warnOf(url, `did not take the transfer (${failure})`);
      showUnknown(record, `${url}: ${failure}`);
      return;
    }
    const answer = await postTransfer(url, body, deps, signal).catch((error: unknown): ExchangeAnswer | null => {
      failure = errorInfo(error).message;
      return null;
    });
    if (isAborted(signal) || answer?.outcome === 'used') return;
    if (answer?.outcome === 'done') {
      const { requestId, reference } = entry.payment;
      // In the journal, `hub-step` shows the tracker that the exchange has executed the transfer.
      record.emitOnce('hub-step', { requestId, reference, step: ref, phase: 'confirmed' }, null, { type: 'sent' });
      return;
    }
    if (answer?.outcome === 'refused') {
      await settleRefusal(execution, record, post, { reason: answer.reason, isLost });
      return;
    }
    await sleep(pace.delay, deps.clock, signal);
    if (isAborted(signal)) return;
    pace.grow();
  }
}

/**
 * Ends a payment that the exchange refuses, if no answer was lost, the payer's balance has not changed and the service
 * has seen no payment. Otherwise the outcome is unknown, and the payment stays tracked.
 * @param answer.isLost true if the answer to an earlier post was lost. The exchange can have executed that post, so a
 *   later refusal proves nothing
 */
async function settleRefusal(
  execution: Execution,
  record: PaymentRecord,
  post: Pick<Post, 'transfer' | 'transfers'>,
  { reason, isLost }: { reason: string; isLost: boolean },
): Promise<void> {
  const { signal } = execution.context;
  const isUnpaid = !isLost && (await isUnmoved(execution, post)) && (await isUnseen(execution));
  const entry = record.entry();
  if (isAborted(signal) || !entry || !isSent(entry) || isSeenByService(entry.status)) return;
  if (!isUnpaid) {
    showUnknown(record, reason);
    return;
  }
  const problem = errorInfo(new HubPayError('venue-refused', 'The venue refused the transfer.', { details: reason }));
  const { requestId } = entry.payment;
  record.apply({ type: 'proved-unpaid', problem });
  record.show({ type: 'cancelled', requestId, problem });
}

/** True if each of several reads shows the same balance as before the prompt. */
async function isUnmoved(
  { context, chain }: Execution,
  { transfer, transfers }: Pick<Post, 'transfer' | 'transfers'>,
): Promise<boolean> {
  const { deps, signal } = context;
  const { clock, fetch } = deps;
  for (let reads = 0; reads < BALANCE_READS; reads += 1) {
    await sleep(SETTLE_MS, clock, signal);
    const state = await within(BALANCE_MS, clock, signal, (end) =>
      transfers.transferState(transfer, { chain, fetch, clock, signal: end }),
    );
    if (state !== 'unmoved') return false;
  }
  return true;
}

/** True if the service still waits for the payment. False if it reports another status or does not answer. */
async function isUnseen({ context, entry }: Execution): Promise<boolean> {
  const { client, deps, signal } = context;
  const answer = await within(STATUS_MS, deps.clock, signal, (end) =>
    client.status(entry.payment.requestId, { signal: end }),
  );
  return answer?.status === 'waiting';
}

const showUnknown = (record: PaymentRecord, reason: string): void => {
  const error = new HubPayError('outcome-unknown', 'Nobody knows whether the venue has moved the money.', {
    details: reason,
  });
  record.show({ type: 'status-silent', problem: errorInfo(error) });
};
