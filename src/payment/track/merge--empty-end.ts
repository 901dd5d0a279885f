/** The end of an order that nobody has paid, or so it seems: it need not be that of the payment. */
import type { WireStatus } from '../../api/responses/types.js';
import { within } from '../../shared/clock.js';
import { showDoubt } from './merge--accepted.js';
import type { Flow } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { recordOf } from '../context/readers.js';
import type { PaymentRecord } from './payment-record.js';

const READ_MS = 3_000;

/** The answer with the deposits that the service's record names, where it names no list itself. */
export async function withDeposits(
  flow: Flow,
  requestId: string,
  answer: WireStatus,
  signal: AbortSignal,
): Promise<WireStatus> {
  if (answer.inTxHashes !== undefined) return answer;
  const read = async (end: AbortSignal): Promise<WireStatus | null> => {
    const { inTxs = [], outTxs = [] } = (await recordOf(flow, requestId, end)) ?? {};
    if (inTxs.length === 0) return null;
    return { ...answer, inTxHashes: inTxs.map(({ hash }) => hash), txHashes: outTxs.map(({ hash }) => hash) };
  };
  return (await within(READ_MS, flow.deps.clock, signal, read)) ?? answer;
}

/** What is said of it. */
export function tellEmptyEnd(flow: Flow, record: PaymentRecord, { stage, asked }: JournalEntry): void {
  if (stage === 'awaiting') tellExpired(flow, record);
  else if (!asked?.calls?.isHeld) showDoubt(record);
}

/** What comes to its address now comes too late. */
function tellExpired({ deps }: Flow, record: PaymentRecord): void {
  const payment = record.entry()?.payment;
  const now = deps.clock.now();
  if (!payment?.deposit || (payment.deposit.deadline ?? Infinity) <= now) return;
  const ended = { ...payment, deposit: { ...payment.deposit, deadline: now } };
  record.write({ payment: ended });
  record.show({ type: 'payment-updated', payment: ended });
}
