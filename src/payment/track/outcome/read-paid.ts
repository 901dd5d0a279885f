/**
 * Reads the paid amount from the origin chain, because the payer can edit it in the wallet. Also warns about a second
 * transaction of the payment.
 */
import { withAmount } from '../../../shared/amounts.js';
import { hashKey } from '../../../shared/chain.js';
import type { GuardNote, KnownAmount, Payment } from '../../../types.js';
import type { PaymentContext } from '../../context/context.js';
import { readChain } from '../../context/readers.js';

/** Longest wait for the origin chain, in milliseconds. */
const CHAIN_READ_MS = 3_000;

const SECOND_TRANSACTION: GuardNote = {
  rule: 'delivery',
  path: 'origin',
  message: 'the service names a second transaction',
};

/** @param named the transactions that the service names for this payment */
export async function readOrigin(
  context: PaymentContext,
  payment: Payment,
  named: readonly string[],
  signal: AbortSignal,
): Promise<{ paid: KnownAmount | null; warnings: GuardNote[] }> {
  const paid = await readPaid(context, payment, named, signal);
  return { paid, warnings: namesSecond(context, payment, named) ? [SECOND_TRANSACTION] : [] };
}

/**
 * True if the service names more than one paying transaction of this payment. Never true for a deposit address, to
 * which several deposits are normal.
 */
function namesSecond(
  { journal }: PaymentContext,
  { requestId, submissions, payingHash, deposit }: Payment,
  named: readonly string[],
): boolean {
  // Do not count this device's approvals as payments. The page does not know the approvals of a payment that it resumed
  // by its request id.
  const isOwn = journal.read().some(({ payment, prompt }) => payment.requestId === requestId && prompt);
  const others = isOwn ? submissions.filter(({ hash }) => hash !== payingHash) : [];
  const approvals = others.map(({ hash }) => hashKey(hash));
  const payments = named.map(hashKey).filter((hash) => !approvals.includes(hash));
  return !deposit && new Set(payments).size > 1;
}

/**
 * Returns the paid amount if the origin chain shows another amount than the quote, and null otherwise.
 * @param named the transactions that the service names for this payment
 */
export async function readPaid(
  context: PaymentContext,
  { quote, payingHash, account, deposit, signed }: Payment,
  named: readonly string[],
  signal: AbortSignal,
): Promise<KnownAmount | null> {
  const { pays, refundTo } = quote;
  // The payer cannot edit the amount of a signed payment, and `DepositTracker` reads the amount of a deposit.
  if (payingHash === undefined || deposit || signed || !pays.currency) return null;
  // A stored hash can belong to another payment. So if the paying hash comes only from the storage, the service must
  // name it too.
  if (!account && !named.some((hash) => hashKey(hash) === hashKey(payingHash))) return null;
  const amount = await readChain(context, pays.chainId, CHAIN_READ_MS, signal, ({ adapter, access }) =>
    adapter.ledger?.paidAmount(payingHash, account?.address ?? refundTo, pays.currency, access),
  );
  return amount === null || String(amount) === pays.amount ? null : withAmount(pays, amount);
}
