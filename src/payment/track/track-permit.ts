/** Watches a signed payment on its chain until its transaction is known or its deadline has passed. */
import { errorInfo, HubPayError } from '../../errors.js';
import { sleep, isAborted } from '../../shared/clock.js';
import type { PaymentContext } from '../context/context.js';
import { chainReader } from '../context/readers.js';
import { secondsOf } from '../../shared/clock.js';
import type { PaymentRecord } from './payment-record.js';
import { isDepositSeen } from '../context/status.js';

/** Resolves once the service has seen the payment, or the chain shows whether the permit was used. */
export async function trackPermit(context: PaymentContext, own: PaymentRecord, signal: AbortSignal): Promise<void> {
  const { clock } = context.deps;
  while (!signal.aborted) {
    const entry = own.entry();
    const asked = entry?.prompt;
    if (!asked?.permit || !isWaiting(own)) return;
    await sleep(PERMIT_POLL_MS, clock, signal);
    try {
      if (secondsOf(clock.now() - CLOCK_MARGIN_MS) < BigInt(asked.permit.deadline)) continue;
      const reader = await chainReader(context, asked.chainId, signal);
      const state = await reader?.adapter.permitState(asked.permit, reader.access);
      if (isAborted(signal) || state === 'used') return;
      if (state === 'expired') {
        expirePermit(own);
        return;
      }
    } catch {
      // The chain could not be read, or the journal was changed: nothing is known.
    }
  }
}

/** Signed, and the service has not seen the payment. */
function isWaiting(own: PaymentRecord): boolean {
  const entry = own.entry();
  return entry?.stage === 'sent' && !isDepositSeen(entry.status);
}

/** The permit expired unused: the payer may pay again. The payment stays tracked: a node can be wrong. */
function expirePermit(own: PaymentRecord): void {
  const requestId = own.entry()?.payment.requestId;
  if (requestId === undefined || !isWaiting(own)) return;
  const problem = errorInfo(
    new HubPayError('expired', 'The signed permit expired unused.', {
      money: 'in-wallet',
      details: 'permit-expired',
    }),
  );
  own.write({ stage: 'abandoned', outcome: { problem } });
  own.show({ type: 'cancelled', requestId, problem });
}
export const PERMIT_POLL_MS = 15000;
/** Wait after the deadline before the chain is read, in milliseconds: clocks differ, and the chain's clock decides. */
export const CLOCK_MARGIN_MS = 180000;
