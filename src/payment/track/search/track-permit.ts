/**
 * Watches a payment by a signed permit. Ends when the service has seen the payment, when the permit was used, or when
 * two sources show that the permit is no longer usable.
 */
import { errorInfo, HubPayError } from '../../../errors.js';
import { sleep, isAborted, secondsOf, within } from '../../../shared/time/clock.js';
import { orNull } from '../../../shared/load-code.js';
import { UINT_TEXT } from '../../../shared/text/patterns.js';
import type { Permit } from '../../../types.js';
import type { PermitState } from '../../../vm/family/abilities.js';
import type { PaymentContext } from '../../context/context.js';
import { chainReader, walletReader, type ChainReader } from '../../context/readers.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isUnfinished } from '../../journal/lifecycle.js';
import { showUnconfirmed } from '../outcome/outcome.js';
import type { PaymentRecord } from '../../context/payment-record.js';
import { isSeenByService } from '../../context/status.js';

const loadConfirmUnpaid = () => orNull(import('./confirm-unpaid.js'));

/**
 * Resolves when the service has seen the payment, when the permit was used, or when two sources show that the permit is
 * no longer usable. Also resolves when the payment is no longer unfinished (`isUnfinished`), or after an abort.
 */
export async function trackPermit(context: PaymentContext, record: PaymentRecord, signal: AbortSignal): Promise<void> {
  const { clock } = context.deps;
  let since: number | undefined;
  while (!signal.aborted) {
    const entry = record.entry();
    const permit = entry?.prompt?.permit;
    if (!permit || !isWaiting(record)) return;
    await sleep(PERMIT_POLL_MS, clock, signal);
    // If the stored deadline is invalid, nobody knows whether the permit has expired.
    if (isPermitOpen(permit, clock.now()) !== false) continue;
    await context.turn?.(signal);
    const [byNode, byWallet] = await readPermit(context, entry, signal);
    if (isAborted(signal)) return;
    const ends = [byNode, byWallet].filter((state) => state === 'expired' || state === 'cancelled');
    const [end] = ends;
    if (end === undefined) {
      since = undefined;
      if (byNode === 'used' || byWallet === 'used') return;
      continue;
    }
    since ??= clock.now();
    const lasts = clock.now() - since;
    const isDisputed = ends.length === 1 && byNode !== null && byWallet !== null;
    if (ends.length === 2 || (await serviceAgrees(context, record, { lasts, isDisputed }))) {
      if (await (await loadConfirmUnpaid())?.isOwnPrompt(context, record)) endPermit(record, end);
      else showUnconfirmed(context, record);
      return;
    }
    if (lasts >= LAG_MS) showUnconfirmed(context, record);
  }
}

/** Reads the permit's state through the chain's RPC and through the wallet. A source that cannot be read gives null. */
export async function readPermit(
  context: PaymentContext,
  { prompt }: JournalEntry,
  signal: AbortSignal,
): Promise<(PermitState | null)[]> {
  const { permit, chainId } = prompt ?? {};
  if (!permit || chainId === undefined) return [null, null];
  const node = await chainReader(context, chainId, signal).catch(() => null);
  const read = (source: () => Promise<ChainReader | null> | ChainReader | null): Promise<PermitState | null> =>
    within(READ_MS, context.deps.clock, signal, async () => {
      const reader = await source();
      return (await reader?.adapter.permits?.permitState(permit, reader.access)) ?? null;
    });
  return Promise.all([read(() => node), read(() => node && walletReader(context, node, prompt?.wallet))]);
}

async function serviceAgrees(
  context: PaymentContext,
  record: PaymentRecord,
  seen: { lasts: number; isDisputed: boolean },
): Promise<boolean> {
  const code = await loadConfirmUnpaid();
  return (await code?.serviceConfirms(context, record, seen)) === true;
}

/** True if the payment was perhaps sent, has not ended, and the service has not seen it. */
function isWaiting(record: PaymentRecord): boolean {
  const entry = record.entry();
  return entry !== undefined && isUnfinished(entry) && !isSeenByService(entry.status);
}

/** Abandons a payment whose permit can no longer be used, but keeps tracking it, because two sources can be wrong. */
function endPermit(record: PaymentRecord, end: 'expired' | 'cancelled'): void {
  const requestId = record.entry()?.payment.requestId;
  if (requestId === undefined || !isWaiting(record)) return;
  const error =
    end === 'expired'
      ? new HubPayError('expired', 'The signed permit expired before anybody used it.', {
          money: 'in-wallet',
          reason: 'permit-expired',
        })
      : new HubPayError('replaced', 'The payer cancelled the signed permit.', { reason: 'permit-cancelled' });
  const problem = errorInfo(error);
  record.apply({ type: 'proved-unpaid', problem });
  record.show({ type: 'cancelled', requestId, problem });
}

const PERMIT_POLL_MS = 15_000;

/**
 * Wait between the permit's deadline and the tracker's first read of the chain, in milliseconds. The chain's clock can
 * differ from this device's clock.
 */
const CLOCK_MARGIN_MS = 180_000;

/**
 * True until 3 minutes after the permit's deadline, by this device's clock. Undefined if its deadline is invalid,
 * because any script of the page can write the journal's storage.
 */
export function isPermitOpen({ deadline }: Partial<Permit>, now: number): boolean | undefined {
  if (typeof deadline !== 'string' || !UINT_TEXT.test(deadline)) return undefined;
  return secondsOf(now - CLOCK_MARGIN_MS) < BigInt(deadline);
}

const READ_MS = 10_000;

/** The page assumes that one node shows a state at most this many milliseconds later than another node. */
const LAG_MS = 45_000;
