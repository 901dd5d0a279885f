/** What has become of calls that a wallet was asked for together (EIP-5792), as far as the wallet says. */
import { isAborted, pause, within } from '../../shared/clock.js';
import type { CallsState } from '../../vm/adapter.js';
import { isOthers } from '../journal/transaction-owners.js';
import { tellEarly } from '../context/readers.js';
import type { Flow } from '../context/context.js';
import { isAcceptedOnly, isUnfinished, type Calls, type JournalEntry } from '../journal/entry.js';
import { readerOf } from '../context/readers.js';
import type { PaymentRecord } from './payment-record.js';
import { isSeen } from '../context/status.js';
import type { Payment } from '../../types.js';

const LOOK_MS = 2_000;
const SLOWEST_LOOK_MS = 15_000;
const READ_MS = 5_000;

/** How long the wallet must have said that they failed: some say so of what is mined a little later. */
const DOUBT_MS = 600_000;

/** How long it must have said nothing at all: it may be locked, or on another device. */
const SILENT_MS = 3_600_000;

/**
 * Asks the wallet what has become of them, until their transaction is known or the service has seen the payment. That
 * they failed, a wallet only thinks, and one that says nothing may be somewhere else: the payer is asked after a while.
 */
export async function watchCalls(flow: Flow, own: PaymentRecord, signal: AbortSignal): Promise<void> {
  const { clock, storage } = flow.deps;
  let wait = LOOK_MS;
  for (let entry = own.entry(); entry && isWalletsWord(entry); entry = own.entry()) {
    const asked = entry;
    await pause(wait, clock, signal).catch(() => undefined);
    const state = await within(READ_MS, clock, signal, (end) => callsStateOf(flow, asked, end));
    const now = own.entry();
    if (isAborted(signal) || !now || !isWalletsWord(now)) return;
    if (state?.name === 'done' && !isOthers(storage, state.hash, now.id)) {
      own.adopt([state.hash]);
      tellEarly(flow, now.payment, state.hash);
      return;
    }
    const { isNew, lasts } = hear(own, state?.name ?? 'nothing', clock.now());
    wait = isNew ? LOOK_MS : Math.min(wait * 1.5, SLOWEST_LOOK_MS);
    // Another payment's transaction is none of theirs: they may still be carried out. Before the wallet has answered,
    // it may speak of what it only shows.
    const isThere = state?.name === 'open' || state?.name === 'done';
    if (isThere && now.asked?.calls?.isAccepted) showAccepted(flow, own);
    else if (!isThere && lasts >= (state ? DOUBT_MS : SILENT_MS)) showDoubt(own);
  }
}

/** Writes down what the wallet says now, where that is new: how long it lasts counts over reloads. */
function hear(own: PaymentRecord, word: NonNullable<Calls['word']>, now: number): { isNew: boolean; lasts: number } {
  const asked = own.entry()?.asked;
  if (!asked?.calls) return { isNew: true, lasts: 0 };
  const { calls } = asked;
  const { since = now } = calls;
  const isNew = calls.word !== word || since > now;
  const lasts = isNew ? 0 : now - since;
  const isHeld =
    word === 'open' || word === 'done' || (word === 'nothing' && calls.isHeld === true && lasts < SILENT_MS);
  const isHeldStill = calls.isAccepted ? isHeld : undefined;
  if (isNew || isHeldStill !== calls.isHeld) {
    const heard: Calls = {
      ...calls,
      word,
      since: now - lasts,
      ...(isHeldStill !== undefined && { isHeld: isHeldStill }),
    };
    own.write({ asked: { ...asked, calls: heard } });
  }
  return { isNew, lasts };
}

/** Nothing is known of them but what the wallet says. */
const isWalletsWord = (entry: JournalEntry): boolean =>
  entry.asked?.calls !== undefined &&
  entry.payment.paying === undefined &&
  !isSeen(entry.status) &&
  (isUnfinished(entry) || entry.stage === 'abandoned');

/** What the wallet says of them now; null where it cannot be asked. @throws what the wallet throws */
export async function callsStateOf(
  flow: Flow,
  { asked, payment }: JournalEntry,
  signal: AbortSignal,
): Promise<CallsState | null> {
  const { calls, expected, chainId } = asked ?? {};
  if (!calls || !expected || chainId === undefined || !payment.account) return null;
  const [reader, wallet] = await Promise.all([readerOf(flow, chainId, signal), flow.wallet(payment.account.wallet)]);
  return reader && wallet
    ? reader.adapter.callsState(calls.id, wallet, { expected, size: calls.size }, reader.access)
    : null;
}

/** The wallet has these calls, whatever was said of them since: they may still be carried out. */
export function showAccepted(flow: Flow, record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || isAcceptedOnly(entry)) return;
  // What was known of them before has come to nothing.
  const { paying: _, ...rest } = entry.payment;
  const payment: Payment = { ...rest, batched: true };
  record.write({ stage: 'sent', payment, outcome: {} });
  if (entry.stage !== 'abandoned') record.show({ type: 'payment-updated', payment });
  else flow.dispatch({ type: 'resumed', payment, status: entry.status, since: entry.createdAt });
}

/** They may have come to nothing: whether they did, only the payer can see. */
export function showDoubt(record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || !isAcceptedOnly(entry)) return;
  const { batched: _, ...payment } = entry.payment;
  record.write({ stage: 'asked', payment });
  record.show({ type: 'payment-updated', payment });
  record.show({ type: 'status', status: 'unknown' });
}
