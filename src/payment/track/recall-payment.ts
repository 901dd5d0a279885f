/**
 * Asks the service about a payment that an earlier page or another tab has stored. The storage says only that there is
 * a payment. Who is paid, how much, and whether it has ended comes from the page's options, the service and the chain.
 */
import type { WireRecord, WireStatus } from '../../api/responses/types.js';
import { backoff, createSleeper } from '../../shared/backoff.js';
import { isAborted } from '../../shared/clock.js';
import { sameAddress } from '../../shared/chain.js';
import { isKnown, tokenAmount, usdMicros } from '../../shared/amounts.js';
import type { Payment, PaymentQuote } from '../../types.js';
import type { PaymentContext } from '../context/context.js';
import { depositTerms } from '../context/order-terms.js';
import { chainReader, fetchRecordSoon } from '../context/readers.js';
import { contradictsEnd } from '../context/status.js';
import { isEnded, type JournalEntry } from '../journal/entry.js';
import { lacksTerms, RECORD_FEES } from '../journal/page-terms.js';
import { readAll } from '../journal/storage.js';
import { addMissingLinks } from './load-add-links.js';
import { loadReadRefund } from './load-read-refund.js';
import { endedWithoutDeposit, receiptOf, settleFailure, settleRefund, settleSuccess } from './outcome.js';
import { PaymentRecord } from './payment-record.js';
import { readDelivery } from './read-delivery.js';

/** The most that may be sent to an address that is shown again, in percent of what arrives. Compared in dollars. */
const MOST_PAID_PERCENT = 110n;
const FIRST_PAUSE_MS = 5_000;
const SLOWEST_PAUSE_MS = 60_000;

/**
 * Reads the terms of a stored payment from the service's record, if this page does not know them. Shows an awaited
 * deposit address if the record names it.
 * @returns False if the record is of a payment that does not pay this order. Null if the service has not answered.
 */
export async function learnTerms(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
): Promise<boolean | null> {
  const before = record.entry();
  if (!before || !lacksTerms(before.payment, context.options)) return true;
  const { requestId } = before.payment;
  const [wire] = await Promise.all([fetchRecordSoon(context, requestId, signal), context.loadChains()]);
  const entry = record.entry();
  if (!entry || isAborted(signal) || !lacksTerms(entry.payment, context.options)) return true;
  if (!wire) return null;
  if (!paysOrder(entry.payment.quote, wire) || isOfAnotherOrder(context, entry)) {
    context.journal.remember({ ...entry, isOther: true });
    record.show({ type: 'status', status: 'unknown' });
    return false;
  }
  const payment = await withRecord(context, entry, wire);
  context.journal.remember({ ...entry, payment, isOther: false });
  record.show({ type: 'payment-updated', payment });
  const isShownAgain = entry.stage === 'awaiting-deposit' && payment.deposit?.address !== '';
  if (isShownAgain && context.state().name !== 'awaiting-deposit')
    context.dispatch({ type: 'deposit-awaited', payment });
  return true;
}

/** Compares the record with what the merchant has fixed. */
function paysOrder({ recipient, receives }: PaymentQuote, { metadata = {}, ...record }: WireRecord): boolean {
  const paid = record.recipient ?? metadata.recipient;
  if (recipient && paid !== undefined && !sameAddress(recipient, paid)) return false;
  const { currencyOut } = metadata;
  if (!currencyOut || !receives.currency) return true;
  const { currency, amount } = currencyOut;
  return (
    currency.chainId === receives.chainId &&
    sameAddress(currency.address, receives.currency) &&
    // An order of the same shop for less is another order. A hundredth is left for fees of the delivery.
    (receives.amount === null || BigInt(amount) * 100n >= BigInt(receives.amount) * 99n)
  );
}

/** True if this device has stored the request id for another order before. One payment pays one order. */
const isOfAnotherOrder = ({ deps, journal }: PaymentContext, { payment, createdAt }: JournalEntry): boolean => {
  const own = journal.read().map(({ id }) => id);
  return readAll(deps.storage, []).some(
    (other) =>
      other.order &&
      other.payment.requestId === payment.requestId &&
      other.createdAt <= createdAt &&
      !own.includes(other.id),
  );
};

async function withRecord(
  context: PaymentContext,
  { payment, digest }: JournalEntry,
  wire: WireRecord,
): Promise<Payment> {
  const { metadata = {} } = wire;
  const { quote, deposit } = payment;
  const { currencyIn, currencyOut } = metadata;
  const received = currencyOut ? tokenAmount(currencyOut) : quote.receives;
  const address = deposit && (await isShownBefore(context, payment, digest, wire)) ? wire.depositAddress : undefined;
  return {
    ...payment,
    quote: {
      ...quote,
      fees: RECORD_FEES,
      pays: currencyIn ? tokenAmount(currencyIn) : quote.pays,
      receives: isKnown(quote.receives) ? quote.receives : received,
      refundTo: quote.refundTo || wire.user || '',
    },
    ...(deposit && { deposit: { ...deposit, address: address ?? '' } }),
  };
}

/**
 * True if the record names the deposit address, the amount and the refund address that the payer saw. The merchant must
 * have fixed the recipient, and the price must be fair, because a script of this origin can have stored the digest.
 */
async function isShownBefore(
  context: PaymentContext,
  { requestId, quote }: Payment,
  digest: string,
  { depositAddress, user = '', metadata: { currencyIn, currencyOut } = {} }: WireRecord,
): Promise<boolean> {
  if (!context.options.useDepositAddress || !quote.recipient || !depositAddress || !currencyIn || !currencyOut)
    return false;
  const [paid, arrives] = [usdMicros(currencyIn.amountUsd), usdMicros(currencyOut.amountUsd)];
  if (paid === null || arrives === null || paid * 100n > arrives * MOST_PAID_PERCENT) return false;
  const reader = await chainReader(context, currencyIn.currency.chainId, context.signal);
  const terms = depositTerms(requestId, depositAddress, tokenAmount(currencyIn), user);
  return reader?.adapter.hashText(terms) === digest;
}

/**
 * Asks the service how a stored payment has ended, until it answers. Shows the end. If the payment has not ended, calls
 * `reopen`, so that it is tracked again.
 */
export async function recallOutcome(
  context: PaymentContext,
  id: string,
  reopen: (entry: JournalEntry) => void,
): Promise<void> {
  const { client, deps, signal } = context;
  const record = new PaymentRecord(context, id);
  const sleeper = createSleeper(deps.clock, signal);
  const stopWaking = context.onWake(() => sleeper.wake());
  const pace = backoff(FIRST_PAUSE_MS, SLOWEST_PAUSE_MS);
  try {
    for (;;) {
      const entry = record.entry();
      if (!entry || isAborted(signal) || !isEnded(entry) || entry.outcome) return;
      const { requestId } = entry.payment;
      const [answer, isOwn] = await Promise.all([
        client.status(requestId, { signal }).catch(() => null),
        learnTerms(context, record, signal),
      ]);
      if (isAborted(signal)) return;
      if (answer && isOwn !== false && (await settle(context, record, answer, reopen))) return;
      // The payer can start over, because only the storage says that this order is paid.
      record.ask();
      await sleeper.sleep(pace.delay, FIRST_PAUSE_MS);
      pace.grow();
    }
  } finally {
    stopWaking();
  }
}

async function settle(
  context: PaymentContext,
  record: PaymentRecord,
  answer: WireStatus,
  reopen: (entry: JournalEntry) => void,
): Promise<boolean> {
  const entry = record.entry();
  if (!entry || !isEnded(entry)) return true;
  const { payment, emitted, updatedAt: at } = entry;
  // The two ends contradict each other, so the service is asked again.
  if (contradictsEnd(answer.status, entry)) return false;
  const isToldPaid = emitted.includes('hub-success');
  if (answer.status === 'success') {
    const delivery = await readDelivery(context, payment, answer, context.signal);
    if (!isToldPaid) settleSuccess(context, record, answer, delivery);
    else {
      const receipt = receiptOf(record, payment, answer, delivery);
      record.remember({ receipt });
      context.dispatch({ type: 'succeeded', receipt, at, recalled: payment });
    }
    addMissingLinks(context, record, answer);
    return true;
  }
  if (answer.status === 'refund' && !endedWithoutDeposit(answer, entry)) {
    const code = await loadReadRefund();
    const found = code && (await code.readRefund(context, payment, answer, context.signal));
    context.dispatch({ type: 'resumed', payment, status: 'refund', since: at });
    settleRefund(record, answer, found);
    return true;
  }
  if (answer.status === 'failure' && entry.stage === 'failed') {
    settleFailure(record, answer.failReason);
    return true;
  }
  // An earlier page has told an end, and the service tells none. The service is asked again.
  if (isToldPaid || emitted.includes('hub-refund')) return false;
  const open: JournalEntry = { ...entry, stage: 'sent', status: 'waiting' };
  context.journal.write(open);
  reopen(open);
  return true;
}
