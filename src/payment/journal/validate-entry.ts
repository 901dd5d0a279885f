/** Validates journal entries, because any script of this origin can write to the storage. */
import { isRecord, LOWER_BYTES32 } from '../../shared/patterns.js';
import type { Payment } from '../../types.js';
import type { JournalEntry } from './entry.js';

export function isEntry(value: unknown): value is JournalEntry {
  const entry = value as Partial<JournalEntry> | null;
  const payment = entry?.payment as Partial<Payment> | undefined;
  return (
    entry?.v === 1 &&
    typeof entry.id === 'string' &&
    typeof entry.stage === 'string' &&
    typeof entry.status === 'string' &&
    typeof entry.createdAt === 'number' &&
    typeof entry.updatedAt === 'number' &&
    Array.isArray(entry.emitted) &&
    (entry.order === undefined || Array.isArray(entry.order)) &&
    typeof payment?.requestId === 'string' &&
    LOWER_BYTES32.test(payment.requestId) &&
    Array.isArray(payment.submissions) &&
    payment.submissions.every(isReference) &&
    (payment.payingHash === undefined || typeof payment.payingHash === 'string') &&
    (payment.deposit === undefined || isDeposit(payment.deposit)) &&
    isRecord(payment.intent) &&
    isRecord(payment.quote) &&
    [payment.quote.pays, payment.quote.receives].every(isAmount)
  );
}

const isDeposit = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.address === 'string' &&
  /^\w{1,128}$/.test(value.address) &&
  (value.arrived === undefined || (typeof value.arrived === 'string' && /^\d{1,78}$/.test(value.arrived))) &&
  Array.isArray(value.extraDeposits) &&
  value.extraDeposits.every(isExtraDeposit);

const isExtraDeposit = (value: unknown): boolean =>
  isRecord(value) &&
  [value.requestId, value.status].every((text) => typeof text === 'string') &&
  (value.amount === null || isAmount(value.amount)) &&
  (value.transaction === null || isReference(value.transaction));

/** True for a valid stored amount. `value.amount` is null if the amount is unknown. */
export const isAmount = (value: unknown): boolean =>
  isRecord(value) && (value.amount === null || typeof value.amount === 'string');

/** True for a valid stored transaction. The screen shows `url` as a link, so only https is valid. */
export const isReference = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.hash === 'string' &&
  (value.url === null || (typeof value.url === 'string' && value.url.startsWith('https:')));
