/**
 * Tracks the payment of one journal entry to its end. This tab reads the journal, and also polls the service if no
 * other tab does.
 */
import type { PaymentContext } from '../context/context.js';
import { takeLock } from '../journal/tab-lock.js';
import { pollIfFrozen, syncTabs, type Reopen } from './tabs/sync-tabs.js';
import { beat } from './tabs/heartbeat.js';
import { termsReader } from './earlier/restored-payment.js';
import { watchOverdue } from './watch-overdue.js';
import { pacedContext } from './paced-context.js';
import { TrackedPayment } from './tracked-payment.js';
import { confirmTransaction } from './confirm-transaction.js';
import { PaymentRecord } from '../context/payment-record.js';
import { orNull } from '../../shared/load-code.js';
import { childController } from '../../shared/time/on-abort.js';

/**
 * Resolves when the payment was delivered or refunded, when it counts as not sent, or when the session ends or
 * restarts. Also resolves if the request for the lock fails and, in the tab with the lock, when the time limit for
 * tracking has passed. The tab with the lock polls the service for the status. Other tabs read the journal until they
 * get the lock, and poll the service only while the tab with the lock is frozen.
 */
export async function trackPayment(given: PaymentContext, id: string, reopen: Reopen): Promise<void> {
  const stop = childController(given.signal);
  const end = (): void => {
    stop.abort(new Error('watch ended'));
  };
  const synced = syncTabs(given, id, stop.signal, reopen).then((isOver) => {
    if (isOver) end();
  });
  const context = pacedContext(given, new PaymentRecord(given, id));
  const isOwn = termsReader(context, new PaymentRecord(context, id), stop.signal);
  void isOwn();
  void watchOverdue(context, new PaymentRecord(context, id), stop.signal);
  const lock = `${context.key}/${id}`;
  const waiting = childController(stop.signal);
  void pollIfFrozen(context, { id, lock, isOwn }, waiting.signal);
  void askOwnWallet(context, id, waiting.signal);
  const release = await takeLock(context.locks, lock, stop.signal).catch(() => null);
  waiting.abort(new Error('the lock is taken'));
  if (release) {
    void beat(context.deps.storage, lock, context.deps.clock, stop.signal);
    const record = new PaymentRecord(context, id);
    const tracked = new TrackedPayment(context, record, stop.signal, end, isOwn);
    await Promise.all([
      tracked.pollStatus(),
      tracked.openStream(),
      tracked.reportIfSlow(),
      confirmTransaction(context, record, stop.signal),
      tracked.trackUnknownHash(),
    ]);
    release();
  }
  end();
  await synced;
}

/** Asks this tab's wallet for the status of the batch. The tab with the lock is not always connected to the wallet. */
async function askOwnWallet(context: PaymentContext, id: string, signal: AbortSignal): Promise<void> {
  if (!context.journal.find(id)?.prompt?.calls) return;
  await (
    await orNull(import('./search/chunk.js'))
  )?.trackBatch(context, new PaymentRecord(context, id), signal, { isHelper: true });
}
