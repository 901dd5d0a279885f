/**
 * Reads the transactions of a record: when they were made, which of them failed, and whom they pay. The service
 * documents few of these members, so each of them can be absent.
 */
import type { WireRequest } from '../api/responses/types.js';
import { sameAddress, ZERO_ADDRESS } from '../shared/chain.js';
import { HEX_BYTES, isRecord, UINT_TEXT } from '../shared/patterns.js';

/** What a transaction brings to an address. `amount` is in the smallest unit, and null if it is not known. */
export type Payee = { recipient: string; currency: string; amount: bigint | null };

/** A transaction of a record. `payees` is null if the record does not show whom the transaction pays. */
export type RecordedTransaction = {
  chainId: number;
  hash: string;
  /** Unix time in seconds. Null if the record does not say it. */
  at: number | null;
  hasFailed: boolean;
  payees: Payee[] | null;
};

/** Reads the list `data.inTxs` or `data.outTxs`. Leaves out an entry without a chain or a hash. */
export function transactionsIn({ data }: WireRequest, name: 'inTxs' | 'outTxs'): RecordedTransaction[] {
  const list = isRecord(data) ? data[name] : undefined;
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown): RecordedTransaction[] => {
    if (!isRecord(entry)) return [];
    const { chainId, hash, timestamp, status } = entry;
    const chain = Number(chainId);
    if (typeof hash !== 'string' || hash === '' || !Number.isSafeInteger(chain) || chain <= 0) return [];
    const hasFailed = typeof status === 'string' && status !== '' && status.toLowerCase() !== 'success';
    const at = Number.isFinite(timestamp) ? Number(timestamp) : null;
    return [{ chainId: chain, hash, at, hasFailed, payees: payeesOf(entry) }];
  });
}

/** Leaves out the transactions that failed. */
export const succeeded = (transactions: readonly RecordedTransaction[]): RecordedTransaction[] =>
  transactions.filter(({ hasFailed }) => !hasFailed);

/** Whether a transaction pays the recipient in this currency. Null if the record does not show it. */
export function paysTo({ payees }: RecordedTransaction, recipient: string, currency: string): boolean | null {
  if (payees === null) return null;
  return payees.some((each) => sameAddress(each.recipient, recipient) && sameAddress(each.currency, currency));
}

/** A plain call names its only payee. Of any other call, the changes of balances name all payees. */
function payeesOf({ data, stateChanges }: Record<string, unknown>): Payee[] | null {
  const called = isRecord(data) ? payeeOfCall(data) : null;
  const changed = Array.isArray(stateChanges) ? stateChanges.flatMap(gainOf) : [];
  if (called) return [called, ...changed];
  return changed.length > 0 ? changed : null;
}

/** The place of the recipient's word in the calldata of a token's `transfer` and `transferFrom`, by their selectors. */
const TRANSFERS: Readonly<Record<string, number>> = { '0xa9059cbb': 0, '0x23b872dd': 1 };

/** Reads a transfer of native currency, or a call of a token's `transfer` or `transferFrom`. */
function payeeOfCall({ to, data, value }: Record<string, unknown>): Payee | null {
  if (typeof to !== 'string' || typeof data !== 'string') return null;
  const isNative = (data === '' || data === '0x') && typeof value === 'string' && UINT_TEXT.test(value);
  if (isNative) return value === '0' ? null : { recipient: to, currency: ZERO_ADDRESS, amount: BigInt(value) };
  const at = TRANSFERS[data.slice(0, 10).toLowerCase()];
  if (at === undefined || !HEX_BYTES.test(data)) return null;
  const [recipient, amount] = [at, at + 1].map((index) => data.slice(10 + 64 * index, 74 + 64 * index));
  if (recipient?.length !== 64 || amount?.length !== 64) return null;
  return { recipient: `0x${recipient.slice(24)}`, currency: to, amount: BigInt(`0x${amount}`) };
}

function gainOf(entry: unknown): Payee[] {
  const { address, change } = isRecord(entry) ? entry : {};
  const { data, balanceDiff } = isRecord(change) ? change : {};
  const token = isRecord(data) ? data['tokenAddress'] : undefined;
  if (typeof address !== 'string' || typeof token !== 'string' || typeof balanceDiff !== 'string') return [];
  return UINT_TEXT.test(balanceDiff) && balanceDiff !== '0'
    ? [{ recipient: address, currency: token, amount: null }]
    : [];
}
