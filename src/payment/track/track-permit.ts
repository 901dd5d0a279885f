/**
 * Watches a signed payment until the service has seen it, or until the chain shows that the permit was used or has
 * expired.
 */
import { errorInfo, HubPayError } from '../../errors.js';
import { sleep, isAborted, secondsOf } from '../../shared/clock.js';
import type { PaymentContext } from '../context/context.js';
import { chainReader } from '../context/readers.js';
import type { PaymentRecord } from './payment-record.js';
import { isDepositSeen } from '../context/status.js';

/** Resolves when the service has seen the payment, or when the chain shows whether the permit was used. */
export async function trackPermit(context: PaymentContext, record: PaymentRecord, signal: AbortSignal): Promise<void> {
  const { clock } = context.deps;
  while (!signal.aborted) {
    const entry = record.entry();
    const prompt = entry?.prompt;
    if (!prompt?.permit || !isWaiting(record)) return;
    await sleep(PERMIT_POLL_MS, clock, signal);
    try {
      if (secondsOf(clock.now() - CLOCK_MARGIN_MS) < BigInt(prompt.permit.deadline)) continue;
      const reader = await chainReader(context, prompt.chainId, signal);
      const state = await reader?.adapter.permitState(prompt.permit, reader.access);
      if (isAborted(signal) || state === 'used') return;
      if (state === 'expired') {
        expirePermit(record);
        return;
      }
    } catch {
      // The chain could not be read, or the deadline in the journal is invalid. Try again after the pause.
    }
  }
}

/** True if the payment was signed and the service has not seen it. */
function isWaiting(record: PaymentRecord): boolean {
  const entry = record.entry();
  return entry?.stage === 'sent' && !isDepositSeen(entry.status);
}

/** Abandons a payment whose permit expired unused. The tracking continues, because a node can be wrong. */
function expirePermit(record: PaymentRecord): void {
  const requestId = record.entry()?.payment.requestId;
  if (requestId === undefined || !isWaiting(record)) return;
  const problem = errorInfo(
    new HubPayError('expired', 'The signed permit expired unused.', {
      money: 'in-wallet',
      details: 'permit-expired',
    }),
  );
  record.write({ stage: 'abandoned', outcome: { problem } });
  record.show({ type: 'cancelled', requestId, problem });
}

export const PERMIT_POLL_MS = 15000;
/**
 * Wait between the deadline and the first read of the chain, in milliseconds. The chain's clock can differ from this
 * device's clock.
 */
export const CLOCK_MARGIN_MS = 180000;
