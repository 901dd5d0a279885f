/**
 * Reads what the origin side shows of a payment: the amount that left the payer's account, and a second transaction.
 * The payer can edit the amount in the wallet.
 */
import { withAmount } from '../../shared/amounts.js';
import type { GuardNote, KnownAmount, Payment } from '../../types.js';
import type { PaymentContext } from '../context/context.js';
import { readChain } from '../context/readers.js';

/** Longest wait for the origin chain, in milliseconds. */
const CHAIN_READ_MS = 3_000;

const SECOND_TRANSACTION: GuardNote = {
  rule: 'delivery',
  path: 'origin',
  message: 'the service names a second transaction',
};

/** @param named the payment's transactions that the service names */
export async function readOrigin(
  context: PaymentContext,
  payment: Payment,
  named: readonly string[],
  signal: AbortSignal,
): Promise<{ paid: KnownAmount | null; warnings: GuardNote[] }> {
  const paid = await readPaid(context, payment, named, signal);
  return { paid, warnings: namesSecond(context, payment, named) ? [SECOND_TRANSACTION] : [] };
}

/** True if the service names two transactions of this payment. Any number can arrive at a deposit address. */
function namesSecond(
  { journal }: PaymentContext,
  { requestId, submissions, payingHash, deposit }: Payment,
  named: readonly string[],
): boolean {
  // The page knows its approvals. A payment that was resumed by its id has no request to a wallet.
  const isOwn = journal.read().some(({ payment, prompt }) => payment.requestId === requestId && prompt);
  const others = isOwn ? submissions.filter(({ hash }) => hash !== payingHash) : [];
  const approvals = others.map(({ hash }) => hash.toLowerCase());
  const payments = named.map((hash) => hash.toLowerCase()).filter((hash) => !approvals.includes(hash));
  return !deposit && new Set(payments).size > 1;
}

/**
 * The paid amount, if the origin chain shows another one than the quote. Null otherwise.
 * @param named the payment's transactions that the service names
 */
export async function readPaid(
  context: PaymentContext,
  { quote, payingHash, account, deposit, signed }: Payment,
  named: readonly string[],
  signal: AbortSignal,
): Promise<KnownAmount | null> {
  const { pays, refundTo } = quote;
  // A signed amount cannot be edited, and a deposit's amount comes from the service.
  if (payingHash === undefined || deposit || signed || !pays.currency) return null;
  // A stored hash proves nothing: it can be that of another payment.
  if (!account && !named.some((hash) => hash.toLowerCase() === payingHash.toLowerCase())) return null;
  const amount = await readChain(context, pays.chainId, CHAIN_READ_MS, signal, ({ adapter, access }) =>
    adapter.paidAmount(payingHash, account?.address ?? refundTo, pays.currency, access),
  );
  return amount === null || String(amount) === pays.amount ? null : withAmount(pays, amount);
}
