/**
 * Asks the service about a payment that an earlier page or another tab has stored. The storage shows only that there is
 * a payment. Its recipient, amounts and end come from the page's options, the service and the chain.
 */
import { orNull } from '../../../shared/load-code.js';
import { orderRefunds } from '../../../api/responses/record-fields.js';
import type { WireAmount, WireRecord, WireStatus } from '../../../api/responses/types.js';
import { backoff, createSleeper } from '../../../shared/time/backoff.js';
import { isAborted } from '../../../shared/time/clock.js';
import { isHexAccount, sameAddress } from '../../../shared/chain.js';
import { isKnown, tokenAmount } from '../../../shared/amounts.js';
import type { ChainRecord, KnownAmount, Payment, PaymentQuote } from '../../../types.js';
import { asRecorded, isServiceRate, usdMicrosOf } from '../../../vm/registry/known-amounts.js';
import { pinnedChain } from '../../../vm/registry/registry.js';
import type { PaymentContext } from '../../context/context.js';
import { depositTerms } from '../../context/order-terms.js';
import { chainReader, fetchRecordSoon, type FoundRecord } from '../../context/readers.js';
import type { JournalEntry } from '../../journal/entry.js';
import {
  contradictsToldEnd,
  isAwaitingDeposit,
  isEnded,
  isFailed,
  isLastEnd,
  toldEnds,
} from '../../journal/lifecycle.js';
import { lacksTerms, RECORD_FEES } from '../../journal/page-terms.js';
import { readAll } from '../../journal/storage.js';
import { endedUnpaid, settleFailure, settleRefund, settleSuccess, addMissingLinks } from '../outcome/outcome.js';
import { PaymentRecord } from '../../context/payment-record.js';
import { readDelivery } from '../outcome/read-delivery.js';
import { isShownWithoutAddress, withhold } from './withheld-address.js';
import { receiptOf } from '../outcome/receipt.js';

/**
 * After a reload, a deposit address is shown again only if the amount to send is at most this percentage of the
 * received amount, both in dollars.
 */
const MOST_PAID_PERCENT = 110n;
const FIRST_PAUSE_MS = 5_000;
const SLOWEST_PAUSE_MS = 60_000;

/**
 * Reads the terms of a stored payment from the service's record, if this page does not know them. If the payment still
 * awaits a deposit and `isShownBefore` accepts the record's deposit address, shows this address, or first asks the
 * payer for the refund address. If the page offers deposit addresses but its options do not fix the recipient, only
 * informs the payer that an address was shown.
 * @returns false if the payment does not pay this order, null if there is no record or it could not be read, and true
 *   otherwise
 */
export async function learnTerms(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
): Promise<boolean | null> {
  const before = record.entry();
  if (!before || !lacksTerms(before.payment, context.options)) return true;
  const { requestId, deposit } = before.payment;
  const found = fetchRecordSoon(context, requestId, signal, deposit !== undefined);
  const [wire] = await Promise.all([found, context.loadChains()]);
  const entry = record.entry();
  if (!entry || isAborted(signal) || !lacksTerms(entry.payment, context.options)) return true;
  if (!wire) return null;
  if (!paysOrder(entry.payment.quote, wire) || isOfAnotherOrder(context, entry)) {
    context.journal.remember({ ...entry, isOther: true });
    record.show({ type: 'status', status: 'unknown' });
    return false;
  }
  const payment = await withServiceTerms(context, entry, wire);
  context.journal.remember({ ...entry, payment, isOther: false });
  record.show({ type: 'payment-updated', payment });
  const isShownAgain =
    isAwaitingDeposit(entry) && (payment.deposit?.address !== '' || isShownWithoutAddress(context, payment));
  if (isShownAgain && context.state().name !== 'awaiting-deposit')
    context.dispatch({ type: 'deposit-awaited', payment });
  return true;
}

/**
 * True if the record contradicts neither the recipient nor the currency that the merchant's options fix, and its amount
 * is at most 1 % too low. A higher amount never contradicts the options. Neither does a value that the record lacks, or
 * that the options leave open.
 */
function paysOrder({ recipient, receives }: PaymentQuote, { metadata = {}, ...record }: WireRecord): boolean {
  const paid = record.recipient ?? metadata.recipient;
  if (recipient && paid !== undefined && !sameAddress(recipient, paid)) return false;
  const { currencyOut } = metadata;
  if (!currencyOut || !receives.currency) return true;
  const { currency, amount } = currencyOut;
  return (
    currency.chainId === receives.chainId &&
    sameAddress(currency.address, receives.currency) &&
    // An amount that is more than 1 % too low belongs to another order, because fees of the delivery explain only a
    // smaller difference.
    (receives.amount === null || BigInt(amount) * 100n >= BigInt(receives.amount) * 99n)
  );
}

/**
 * True if this device has stored the same request id for another order before, or at the same time. One payment cannot
 * pay two orders.
 */
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

/**
 * Returns the chain's record for the price checks and for the decimals of amounts. It comes from the service only if
 * the merchant has no registry.
 */
const recordOf = (context: PaymentContext, chainId: number): ChainRecord | undefined => {
  const { registry } = context.options;
  return registry ? pinnedChain(registry, undefined, chainId) : context.chain(chainId);
};

/**
 * Reads an amount of the service's record. The symbol and the decimals come from the chain's record, if this contains
 * the token.
 */
const recorded = (context: PaymentContext, amount: WireAmount): KnownAmount =>
  asRecorded(recordOf(context, amount.currency.chainId), tokenAmount(amount));

async function withServiceTerms(
  context: PaymentContext,
  { payment, digest }: JournalEntry,
  wire: FoundRecord,
): Promise<Payment> {
  const { metadata = {} } = wire;
  const { quote, deposit } = payment;
  const { currencyIn, currencyOut } = metadata;
  const received = currencyOut ? recorded(context, currencyOut) : quote.receives;
  const pays = currencyIn ? recorded(context, currencyIn) : quote.pays;
  const receives = isKnown(quote.receives) ? quote.receives : received;
  const address = deposit && (await isShownBefore(context, payment, digest, wire)) ? wire.depositAddress : undefined;
  // If the page's options do not fix the refund address, only the payer knows it.
  const mayShow = quote.refundTo !== '';
  withhold(context, payment.requestId, mayShow ? undefined : address);
  return {
    ...payment,
    quote: {
      ...quote,
      fees: RECORD_FEES,
      pays,
      receives,
      ...(isServiceRate(context.options.registry, pays, receives) && { rateUnchecked: true as const }),
      refundTo: quote.refundTo || wire.user || '',
    },
    ...(deposit && { deposit: { ...deposit, address: (mayShow && address) || '' } }),
  };
}

/**
 * True if the record names the deposit address, the amount and the refund address that the payer saw. A script of this
 * origin can have stored their digest. So the merchant's options must also set `useDepositAddress` and the recipient,
 * the price must be fair, and the refund address must not contradict the options. If the record contains the service's
 * order, the order must refund to the same address. On another chain than that of the deposit, it may also refund to
 * the recipient, if that is no EVM address.
 */
async function isShownBefore(
  context: PaymentContext,
  { requestId, quote }: Payment,
  digest: string,
  { depositAddress, user = '', request, metadata: { currencyIn, currencyOut } = {} }: FoundRecord,
): Promise<boolean> {
  if (!context.options.useDepositAddress || !quote.recipient || !depositAddress || !currencyIn || !currencyOut)
    return false;
  if (quote.refundTo && !sameAddress(quote.refundTo, user)) return false;
  // Whoever requests an address can name the payer as its user, and another account for the refund.
  const mayRefund = ({ recipient, isElsewhere }: ReturnType<typeof orderRefunds>[number]): boolean =>
    recipient !== null &&
    (sameAddress(recipient, user) || (isElsewhere && !isHexAccount(recipient) && recipient === quote.recipient));
  if (!orderRefunds(request).every(mayRefund)) return false;
  const [pays, receives] = [recorded(context, currencyIn), recorded(context, currencyOut)];
  const [paid, arrives] = [pays, receives].map((amount) => usdMicrosOf(recordOf(context, amount.chainId), amount));
  if (paid == null || arrives == null || paid * 100n > arrives * MOST_PAID_PERCENT) return false;
  const reader = await chainReader(context, currencyIn.currency.chainId, context.signal);
  const terms = depositTerms(requestId, depositAddress, pays, user);
  return reader?.adapter.hashText(terms) === digest;
}

/**
 * Asks the service how a stored payment has ended, again and again until the end is clear, and then shows it on the
 * screen. If the payment has not ended, calls `reopen` to track it again.
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
      // The service has not confirmed the stored end: it gave no answer or contradicts this end, or the payment is of
      // another order. So ask the payer whether to keep waiting or to start over.
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
  const { payment, updatedAt: at } = entry;
  // The service contradicts a result that a page has already emitted, so ask the service again.
  if (contradictsToldEnd(entry, answer.status)) return false;
  const told = toldEnds(entry);
  const isToldPaid = told.includes('success');
  if (answer.status === 'success') {
    const delivery = await readDelivery(context, payment, answer, context.signal);
    if (!isToldPaid) {
      // `settleSuccess` shows only a payment that is on the screen, but emits `hub-success` in any case.
      if (!record.isShown()) context.dispatch({ type: 'resumed', payment, status: 'success', since: at });
      settleSuccess(context, record, answer, delivery);
    } else {
      const receipt = receiptOf(record, payment, answer, delivery);
      record.remember({ receipt });
      context.dispatch({ type: 'succeeded', receipt, at, recalled: payment });
    }
    addMissingLinks(context, record, answer);
    return true;
  }
  if (answer.status === 'refund' && !endedUnpaid(answer, entry)) {
    const code = await orNull(import('../outcome/read-refund.js'));
    const found = code && (await code.readRefund(context, payment, answer, context.signal));
    context.dispatch({ type: 'resumed', payment, status: 'refund', since: at });
    settleRefund(record, answer, found);
    return true;
  }
  if (answer.status === 'failure' && isFailed(entry)) {
    settleFailure(record, answer.failReason);
    return true;
  }
  // Another page has emitted `hub-success` or `hub-refund`, but the service does not confirm this, so ask it again.
  if (told.some(isLastEnd)) return false;
  record.apply({ type: 'reopened' });
  const open = record.entry();
  if (open) reopen(open);
  return true;
}
