/**
 * Payments whose hash never came are looked for: on their chain, by what was asked and the place that its nonce has;
 * those that were given up, before another one is asked for, at the service and in the wallet as well.
 */
import type { WireStatus } from '../../api/responses/types.js';
import { isAborted, pause, within } from '../../shared/clock.js';
import { HubPayError } from '../../errors.js';
import type { CallsState, Finding } from '../../vm/adapter.js';
import { isOthers } from '../journal/transaction-owners.js';
import type { Flow } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { isAcceptedOnly, isUnanswered, isUnfinished } from '../journal/entry.js';
import { tellNothingPaid, withDeposits } from './outcome.js';
import { callsStateOf, showAccepted } from './track-calls.js';
import { readerOf } from '../context/readers.js';
import { PaymentRecord } from './payment-record.js';
import { isSeen, isUnfunded } from '../context/status.js';

const LOOK_MS = 15_000;
const LEAST_MS = 1_000;
const SLOWEST_LOOK_MS = 240_000;
const PRESS_MS = 6_000;

/** How long another transaction must have stood in the place: the nonce need not be the one that the wallet took. */
const DOUBT_MS = 600_000;

/** Asked for, and nothing but the word of the payer, or of the wallet, says what became of it. */
const isLost = (entry: JournalEntry): boolean =>
  (isUnanswered(entry) || isAcceptedOnly(entry)) && !entry.outcome?.problem;

/** @throws where the chain cannot be read */
async function look(flow: Flow, { id, asked, payment }: JournalEntry, signal: AbortSignal): Promise<Finding> {
  const reader = asked && (await readerOf(flow, asked.chainId, signal));
  const expected = asked?.expected;
  if (!reader || !expected) return null;
  const { nonce, calls } = asked;
  // What is known of and does not pay has come to nothing.
  const isKnown = (hash: string): boolean => payment.submissions.some((each) => each.hash === hash);
  const isAnothers = (hash: string): boolean =>
    isOthers(flow.deps.storage, hash, id) || (payment.paying === undefined && isKnown(hash));
  return reader.adapter.find(
    { nonce, expected, ...(calls && { size: calls.size }), isOthers: isAnothers },
    reader.access,
  );
}

/** What the wallet says of calls that go together; one that had them and says nothing now has them still. */
async function askWallet(flow: Flow, entry: JournalEntry, signal: AbortSignal): Promise<CallsState | null> {
  const calls = entry.asked?.calls;
  if (!calls) return null;
  const ask = (end: AbortSignal): Promise<CallsState | null> => callsStateOf(flow, entry, end);
  const state = await within(PRESS_MS, flow.deps.clock, signal, ask);
  return state ?? (calls.isHeld ? { name: 'open' } : null);
}

async function statusOf(flow: Flow, requestId: string, signal: AbortSignal): Promise<WireStatus> {
  const answer = await flow.client.status(requestId, { signal });
  if (!isUnfunded(answer)) return answer;
  return withDeposits(flow, requestId, answer, signal);
}

/**
 * Before another payment is asked for: one that the payer has given up, or that the chain has called off, is shown
 * again if it is out all the same. A service or a chain that cannot be read keeps nobody from paying.
 * @throws HubPayError `outcome-unknown` where something waits in its place that cannot be told from it
 */
export async function findGivenUp(flow: Flow, signal: AbortSignal): Promise<void> {
  const { clock } = flow.deps;
  const search = async (entry: JournalEntry): Promise<void> => {
    const { requestId } = entry.payment;
    const [found, answer, calls] = await Promise.all([
      within(PRESS_MS, clock, signal, (end) => look(flow, entry, end)),
      within(PRESS_MS, clock, signal, (end) => statusOf(flow, requestId, end)),
      askWallet(flow, entry, signal),
    ]);
    signal.throwIfAborted();
    const record = new PaymentRecord(flow, entry.id);
    const isHeld = calls?.name === 'open';
    const current = record.entry();
    if (current?.stage !== 'abandoned' && current?.stage !== 'awaiting') return;
    if (answer && isSeen(answer.status) && !isUnfunded(answer)) record.adopt(answer.inTxHashes ?? [], answer.status);
    else if (found?.outcome === 'pending' || found?.outcome === 'confirmed') record.adopt([found.hash]);
    else if (calls?.name === 'done' || (isHeld && isLost(current) && current.asked?.calls?.isAccepted))
      showAccepted(flow, record);
    else if (isHeld || (found?.outcome === 'hidden' && isLost(current)))
      throw new HubPayError(
        'outcome-unknown',
        'Something waits on the chain or in the wallet that may be the payment given up before.',
      );
  };
  const given = flow.journal.read().filter(({ stage }) => stage === 'abandoned' || stage === 'awaiting');
  await Promise.all(given.map(search));
}

/** Looks again and again, until the payment is found, is proved not to have gone out, or is lost no longer. */
export async function searchLost(flow: Flow, record: PaymentRecord, signal: AbortSignal): Promise<void> {
  const { clock } = flow.deps;
  let wake: (() => void) | undefined;
  flow.onWake(() => wake?.());
  let other = null as { hash: string; since: number } | null;
  let wait = LOOK_MS;
  // `open`: another tab asks for the steps one after the other, since its wallet cannot do all of them at once.
  const isSearched = (entry: JournalEntry): boolean => isLost(entry) || entry.stage === 'open';
  for (let entry = record.entry(); entry && isSearched(entry) && !isAborted(signal); entry = record.entry()) {
    const woken = new AbortController();
    wake = () => {
      woken.abort(new Error('woken'));
    };
    // Undefined: the chain could not be read, and nothing was learned.
    const found = isLost(entry) ? await look(flow, entry, signal).catch(() => undefined) : undefined;
    // The wallet, the service or another page may have answered meanwhile.
    const current = record.entry();
    if (isAborted(signal) || !current || !isSearched(current)) return;
    if (found === null || found?.outcome === 'hidden') {
      other = null;
      wait = LOOK_MS;
    } else if (found) {
      const { outcome, hash } = found;
      // What the payer has given up is not put before them again to say that it reverted.
      if (outcome === 'pending' || outcome === 'confirmed' || (outcome === 'reverted' && isUnfinished(current))) {
        record.adopt([hash]);
        return;
      }
      if (other?.hash !== hash) other = { hash, since: clock.now() };
      else if (clock.now() - other.since >= DOUBT_MS) {
        tellNothingPaid(record, outcome);
        return;
      }
      wait = Math.min(wait * 2, SLOWEST_LOOK_MS);
    }
    await pause(LEAST_MS, clock, signal).catch(() => undefined);
    await pause(wait - LEAST_MS, clock, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
  }
}
