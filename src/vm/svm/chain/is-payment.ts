/** Compares a transaction of the chain with the payment for which the wallet was asked. */
import type { ExpectedMessage } from '../../family/abilities.js';
import type { ChainAccess } from '../../family/sources.js';
import { depositoryOf } from '../../registry/registry.js';
import { readDeposit, type Deposit } from '../guard/deposit.js';
import type { ChainTransaction } from './transactions.js';

/**
 * Whether the transaction contains a deposit for the order. A transaction without any deposit must have the payment's
 * blockhash and contain the payer's account.
 */
export function isExpected(transaction: ChainTransaction, expected: ExpectedMessage, access: ChainAccess): boolean {
  const deposits = depositsIn(transaction, access);
  if (deposits.length > 0) return deposits.some(({ orderId }) => orderId === expected.orderId);
  return transaction.blockhash === expected.blockhash && transaction.accounts.includes(expected.from);
}

/**
 * Whether the transaction that the wallet has named is the payment. A payment without a deposit names no order, and a
 * wallet that sends it can replace the blockhash. The payer must then have signed it, and not before the prompt.
 */
export const isPayment = (transaction: ChainTransaction, expected: ExpectedMessage, access: ChainAccess): boolean =>
  isExpected(transaction, expected, access) ||
  (lacksDepositSince(transaction, expected, access) && transaction.signers.includes(expected.from));

/**
 * Whether the transaction may be a payment without a deposit, although it has another blockhash. Such a payment names
 * no order, so nothing else identifies it.
 */
export const isPerhaps = (transaction: ChainTransaction, expected: ExpectedMessage, access: ChainAccess): boolean =>
  transaction.success && lacksDepositSince(transaction, expected, access);

/**
 * Whether both the payment and the transaction have no deposit, and the transaction is not older than the wallet's
 * prompt.
 */
const lacksDepositSince = (transaction: ChainTransaction, { since }: ExpectedMessage, access: ChainAccess): boolean =>
  since !== undefined && transaction.slot >= BigInt(since) && depositsIn(transaction, access).length === 0;

const depositsIn = ({ calls }: ChainTransaction, { chain }: ChainAccess): Deposit[] =>
  calls.flatMap(({ programId, data }) => (programId === depositoryOf(chain) ? (readDeposit(data) ?? []) : []));
