/**
 * Writes and reads the stored form of an entry. Any script of this origin can change the storage. So the page takes the
 * quote, the recipient and the links of a payment from other sources. The stored form shows how far the payment has
 * come, how to find it, and to which order it belongs. A stored value never proves that a payment has ended.
 */
import { errorCodes, errorInfo, HubPayError, type ErrorCode } from '../../errors.js';
import { isRecord, LOWER_BYTES32, UINT_TEXT } from '../../shared/text/patterns.js';
import { isPaying } from '../../shared/step-ids.js';
import type { ErrorInfo, Payment, StepRef } from '../../types.js';
import { STAGES, type JournalEntry, type Stage } from './entry.js';
import { isEnded, isUnfinished } from './lifecycle.js';

/**
 * A transaction without its link. The journal adds the link later, from the chain's record in the merchant's registry.
 */
type StoredTransaction = { chainId: number; hash: string };

/** The stored part of `Payment`. */
type StoredPayment = Pick<Payment, 'requestId' | 'payingHash' | 'signed' | 'batched'> & {
  submissions: readonly StoredTransaction[];
  /** Set if the payment goes to a deposit address. */
  deposit?: { deadline?: number; arrived?: string; isLate?: boolean };
};

/**
 * The stored form of an entry. A later version of this package that changes this form must increase `v`, and keep the
 * storage key and the hashes in `order`. This version then cannot read the entry, but still detects that the order has
 * a payment.
 */
export type StoredEntry = Omit<JournalEntry, 'payment' | 'outcome' | 'isOther' | 'isOwnStage' | 'isDenied'> & {
  payment: StoredPayment;
  /** The merchant's order id (`reference`), which the list of past payments shows. */
  label?: string;
  /**
   * The code of `outcome.problem`, for example why nothing was paid. Absent for a failed or settled payment, because
   * the page asks the service how such a payment ended.
   */
  problem?: ErrorCode;
};

/** Converts an entry to its stored form. */
export function toStored({
  payment,
  outcome,
  isOther: _,
  isOwnStage: _own,
  isDenied: _denied,
  ...entry
}: JournalEntry): StoredEntry {
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

/** Checks a stored value, and returns null if this version of the code cannot read it. */
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
    (entry.order === undefined || isOrderNames(entry.order)) &&
    (entry.prompt === null || (isPrompt(entry.prompt) && isAskedFor(entry.stage, entry.prompt.step))) &&
    typeof payment.requestId === 'string' &&
    LOWER_BYTES32.test(payment.requestId) &&
    isList(payment.submissions, isTransaction) &&
    isTextOrAbsent(payment.payingHash) &&
    (payment.deposit === undefined || isDeposit(payment.deposit));
  return isRight ? (value as StoredEntry) : null;
}

/**
 * Creates the problem with this error code and a fixed message, which does not come from the storage. Returns undefined
 * if the code is unknown.
 */
export const problemOf = (code: unknown): ErrorInfo | undefined =>
  typeof code === 'string' && Object.hasOwn(errorCodes, code)
    ? errorInfo(new HubPayError(code as ErrorCode, 'An earlier page has stored this result of the payment.'))
    : undefined;

/**
 * True if the text has the form of a transaction hash: 32 bytes in hex, or 80 to 90 characters of base58. Almost all
 * signatures of 64 bytes have such a length in base58. No address of an EVM or SVM account has this form. Without this
 * check, the screen could show any text from the storage as a hash.
 */
export const isHash = (text: string): boolean => /^(?:(?:0x)?[\da-f]{64}|[1-9A-HJ-NP-Za-km-z]{80,90})$/i.test(text);

/**
 * Returns the stored order id if it has 1 to 64 plain characters, and no word of 25 or more characters, which could be
 * an address. Otherwise returns null.
 */
export const labelOf = ({ label }: StoredEntry): string | null =>
  typeof label === 'string' && /^[\w .:#-]{1,64}$/.test(label) && !/\w{25}/.test(label) ? label : null;

const isStage = (value: unknown): value is Stage => STAGES.some((stage) => stage === value);
const isTime = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 8192;
const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value);
const isUint = (value: unknown): boolean => typeof value === 'string' && UINT_TEXT.test(value);
const isName = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{1,80}$/.test(value);
const isList = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= 100 && value.every(isItem);
/** True if the value can be the field `order` of an entry, which is a list of hashes. */
export const isOrderNames = (value: unknown): value is readonly string[] => isList(value, isText);
const isTransaction = (value: unknown): boolean =>
  isRecord(value) && Number.isSafeInteger(value.chainId) && isText(value.hash);
const isDeposit = (value: unknown): boolean =>
  isRecord(value) &&
  (value.deadline === undefined || isTime(value.deadline)) &&
  (value.arrived === undefined || isUint(value.arrived));
/**
 * False for an invalid entry with the stage `prompted` or `sent`, whose last wallet request pays nothing, such as an
 * approval.
 */
const isAskedFor = (stage: Stage, { id }: StepRef): boolean => !isUnfinished({ stage }) || isPaying(id);
/**
 * True if the value is absent or an object and, for an SVM message, has a readable blockhash, order id and block
 * height, and a readable slot if it has one. The values of an EVM transaction are not checked, because an invalid value
 * there only makes the reads of the chain fail.
 */
const isExpected = (value: unknown): boolean => {
  if (!isRecord(value)) return value === null || value === undefined;
  if (!('blockhash' in value)) return true;
  const { blockhash, orderId, lastValidBlockHeight, since } = value;
  return isText(blockhash) && isText(orderId) && isUint(lastValidBlockHeight) && (since === undefined || isUint(since));
};
const isPrompt = (value: unknown): boolean =>
  isRecord(value) &&
  isExpected(value['expected']) &&
  Number.isSafeInteger(value.chainId) &&
  (value.nonce === null || isUint(value.nonce)) &&
  isRecord(value.step) &&
  isName(value.step.id);
