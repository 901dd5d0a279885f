/**
 * Writes and reads the stored form of an entry. Any script of this origin can change the storage. So the stored form
 * says that something was perhaps sent, and how to find it. It has no amount, no recipient and no link, and nothing in
 * it counts as the end of a payment.
 */
import { errorCodes, errorInfo, HubPayError, type ErrorCode } from '../../errors.js';
import { isRecord, LOWER_BYTES32, UINT_TEXT } from '../../shared/patterns.js';
import { isApproval } from '../../shared/step-ids.js';
import type { ErrorInfo, Payment, StepRef } from '../../types.js';
import { isEnded, isUnfinished, type JournalEntry, type Stage } from './entry.js';

/** A transaction without its link, which is made from the chain's record. */
type StoredTransaction = { chainId: number; hash: string };

/** The stored part of `Payment`. */
type StoredPayment = Pick<Payment, 'requestId' | 'payingHash' | 'signed' | 'batched'> & {
  submissions: readonly StoredTransaction[];
  /** Set if the payment goes to a deposit address. */
  deposit?: { deadline?: number; arrived?: string; isLate?: boolean };
};

/**
 * The stored form of an entry. A later version of this package keeps the storage key and the names in `order`, and
 * increases `v`. So this version sees that there is a payment of the order.
 */
export type StoredEntry = Omit<JournalEntry, 'payment' | 'outcome' | 'isOther'> & {
  payment: StoredPayment;
  /** The merchant's order id, as a name in the list of past payments. */
  label?: string;
  /** Why nothing was paid. A failure and an end have no such words, because the service is asked about them. */
  problem?: ErrorCode;
};

/** Every stage. A stage that only a later version knows is unreadable. */
const STAGES: Record<Stage, true> = {
  prepared: true,
  prompted: true,
  'awaiting-deposit': true,
  sent: true,
  abandoned: true,
  failed: true,
  cancelled: true,
  settled: true,
};

/** The stored form of the entry. */
export function toStored({ payment, outcome, isOther: _, ...entry }: JournalEntry): StoredEntry {
  const { requestId, reference, submissions, payingHash, signed, batched, deposit } = payment;
  const { deadline, arrived, isLate } = deposit ?? {};
  return {
    ...entry,
    payment: {
      requestId,
      submissions: submissions.map(({ chainId, hash }) => ({ chainId, hash })),
      ...(payingHash !== undefined && { payingHash }),
      ...(signed && { signed }),
      ...(batched && { batched }),
      ...(deposit && {
        deposit: {
          ...(deadline !== undefined && { deadline }),
          ...(arrived !== undefined && { arrived }),
          ...(isLate && { isLate }),
        },
      }),
    },
    ...(reference !== null && { label: reference }),
    ...(outcome?.problem && !isEnded(entry) && { problem: outcome.problem.code }),
  };
}

/** Checks a stored value. Null if this version cannot read it. */
export function fromStored(value: unknown): StoredEntry | null {
  if (!isRecord(value) || !isRecord(value.payment)) return null;
  const { payment, ...entry } = value as StoredEntry;
  const isRight =
    value.v === 1 &&
    isName(entry.id) &&
    isStage(entry.stage) &&
    (entry.reset === undefined || isStage(entry.reset)) &&
    typeof entry.status === 'string' &&
    isText(entry.digest) &&
    isTime(entry.createdAt) &&
    isTime(entry.updatedAt) &&
    isList(entry.emitted, isText) &&
    (entry.order === undefined || isList(entry.order, isText)) &&
    (entry.prompt === null || (isPrompt(entry.prompt) && isAskedFor(entry.stage, entry.prompt.step))) &&
    typeof payment.requestId === 'string' &&
    LOWER_BYTES32.test(payment.requestId) &&
    isList(payment.submissions, isTransaction) &&
    isTextOrAbsent(payment.payingHash) &&
    (payment.deposit === undefined || isDeposit(payment.deposit));
  return isRight ? (value as StoredEntry) : null;
}

/** The problem with this code. Its words come from the code, and not from the storage. Undefined for another code. */
export const problemOf = (code: unknown): ErrorInfo | undefined =>
  typeof code === 'string' && Object.hasOwn(errorCodes, code)
    ? errorInfo(new HubPayError(code as ErrorCode, 'Another page has reported this.'))
    : undefined;

/**
 * True for the form of a transaction hash, which no address has: 32 bytes in hex, or 64 bytes in base58. The screen
 * shows it.
 */
export const isHash = (text: string): boolean => /^(?:(?:0x)?[\da-f]{64}|[1-9A-HJ-NP-Za-km-z]{80,90})$/i.test(text);

/** The stored name of the order, if it has the form of one. A long word can be an address, so it is left out. */
export const labelOf = ({ label }: StoredEntry): string | null =>
  typeof label === 'string' && /^[\w .:#-]{1,64}$/.test(label) && !/\w{25}/.test(label) ? label : null;

const isStage = (value: unknown): value is Stage => typeof value === 'string' && Object.hasOwn(STAGES, value);
const isTime = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 8192;
const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value);
const isName = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{1,80}$/.test(value);
const isList = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= 100 && value.every(isItem);
const isTransaction = (value: unknown): boolean =>
  isRecord(value) && Number.isSafeInteger(value.chainId) && isText(value.hash);
const isDeposit = (value: unknown): boolean =>
  isRecord(value) &&
  (value.deadline === undefined || isTime(value.deadline)) &&
  (value.arrived === undefined || (typeof value.arrived === 'string' && UINT_TEXT.test(value.arrived)));
/** An approval moves no money, so a payment that was perhaps sent has another last request. */
const isAskedFor = (stage: Stage, { id }: StepRef): boolean => !isUnfinished({ stage }) || !isApproval(id);
const isPrompt = (value: unknown): boolean =>
  isRecord(value) &&
  Number.isSafeInteger(value.chainId) &&
  (value.nonce === null || (typeof value.nonce === 'string' && UINT_TEXT.test(value.nonce))) &&
  isRecord(value.step) &&
  isName(value.step.id);
