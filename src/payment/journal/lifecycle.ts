/**
 * Defines the events that change an entry of the journal, the stage after each event, and the questions about a stage.
 * No other file asks for a stage by its name, except those that check a stored stage. An event changes an entry only
 * through `advance`.
 */
import type { ErrorInfo, Payment, PaymentResult, RefundResult } from '../../types.js';
import { isUnsent, STAGES, type CallBatch, type Journal, type JournalEntry, type Stage } from './entry.js';

type Prompt = NonNullable<JournalEntry['prompt']>;
type Result = { emits?: string };

/**
 * What can happen to a payment. `payment` is the payment after the event, and `emits` is the name of the session event
 * that is then emitted for the first time.
 * - `asked`: the wallet is about to be asked for an approval, or for a signature that pays only when the page posts or
 *   sends it.
 * - `prompted`: the wallet is about to be asked to pay.
 * - `batch-refused`: the wallet cannot send a batch, so it has sent nothing.
 * - `batch-accepted`: the wallet has accepted the batch, which it can still execute or has executed.
 * - `submitted`: the wallet has returned the hash of the payment.
 * - `signed`: the wallet has signed the payment, and the page is about to post the signature.
 * - `rejected`: the wallet refused the request, or the step failed before the payment was sent.
 * - `seen`: the chain, the wallet or the service shows the payment.
 * - `status`: the service has reported this status.
 * - `doubted`: a source does not show the payment, or two sources disagree about it, so it is not certain whether
 *   anything was paid.
 * - `contradicted`: the service contradicts a result that a page has already emitted.
 * - `batch-lost`: only the payer can find out whether the wallet has executed the batch.
 * - `proved-unpaid`: at least two sources show that nothing was paid.
 * - `given-up`: the payer starts over. `isConfirmed` is true if the chain, the venue or the service had shown the
 *   payment.
 * - `left`: the payer leaves the deposit address.
 * - `shown-again`: the tracker awaits the deposit again, and shows the deposit address if the page may show it.
 * - `delivered`: the service or the chain shows that the recipient has the money.
 * - `refunded`: the service reports a refund.
 * - `failed`: the service reports a failure that has lasted 10 seconds, after which no refund will come, or that
 *   another page has already reported.
 * - `reopened`: the service does not confirm the stored end of the payment, so the payment is in progress again.
 * - `noted`: details of the payment have changed, such as a further transaction.
 * - `wallet-reported`: the wallet has reported the state of the batch.
 * - `told`: the session event `emits` is about to be emitted, and nothing else has changed.
 * - `rewritten`: nothing has changed. The entry is written again, in case the page has cleared its storage, or to
 *   restart the time limit for tracking.
 * - `reset`: the payer or the page has started over after the end of the payment.
 */
export type LifecycleEvent =
  | { type: 'asked' | 'prompted'; prompt: Prompt }
  | { type: 'batch-refused' | 'doubted' | 'contradicted' | 'batch-lost' | 'left' | 'shown-again' | 'reopened' }
  | { type: 'batch-accepted' | 'submitted' | 'signed' | 'seen' | 'noted'; payment: Payment; prompt?: Prompt }
  | { type: 'rejected' | 'proved-unpaid'; problem: ErrorInfo }
  | { type: 'status'; status: string }
  | { type: 'given-up'; isConfirmed: boolean }
  | ({ type: 'delivered'; receipt: PaymentResult } & Result)
  | ({ type: 'refunded'; refund: RefundResult } & Result)
  | ({ type: 'failed'; problem: ErrorInfo } & Result)
  | { type: 'wallet-reported'; calls: CallBatch }
  | { type: 'told'; emits: string }
  | { type: 'rewritten' | 'reset' };

/** An event that ends the payment. */
export type Ending = Extract<LifecycleEvent, { type: 'delivered' | 'refunded' | 'failed' }>;

type Moves = Readonly<Partial<Record<Stage, Stage>>>;

const from = (stages: readonly Stage[], to: Stage): Moves => Object.fromEntries(stages.map((stage) => [stage, to]));
const staying = (...stages: readonly Stage[]): Moves => Object.fromEntries(stages.map((stage) => [stage, stage]));

/** The stages of a payment that was perhaps sent or is still awaited, and that has not ended. */
const UNENDED = ['prompted', 'awaiting-deposit', 'sent', 'abandoned'] as const;

/** The wallet's answer makes a payment `sent`, also after a refusal, but a payment that has ended stays ended. */
const WALLET_HAS_PAID = { ...from(['prepared', ...UNENDED, 'cancelled'], 'sent'), ...staying('failed', 'settled') };

/**
 * The stage after each event, by the stage before it. In a stage that the event's row does not contain, the event
 * changes nothing.
 */
export const TRANSITIONS: Readonly<Record<LifecycleEvent['type'], Moves>> = {
  asked: { prepared: 'prepared' },
  prompted: { prepared: 'prompted' },
  'batch-refused': from(['prompted', 'abandoned'], 'prepared'),
  'batch-accepted': WALLET_HAS_PAID,
  submitted: WALLET_HAS_PAID,
  signed: WALLET_HAS_PAID,
  rejected: from(['prepared', 'prompted', 'abandoned', 'cancelled'], 'cancelled'),
  seen: { ...from(['prepared', ...UNENDED, 'cancelled'], 'sent'), ...staying('failed') },
  status: staying('prepared', ...UNENDED, 'failed'),
  doubted: { sent: 'prompted' },
  contradicted: { sent: 'prompted' },
  'batch-lost': { sent: 'prompted' },
  'proved-unpaid': from(['prompted', 'sent'], 'abandoned'),
  'given-up': from([...UNENDED, 'failed', 'settled'], 'abandoned'),
  left: { 'awaiting-deposit': 'abandoned' },
  'shown-again': { abandoned: 'awaiting-deposit' },
  delivered: from(['prepared', ...UNENDED, 'failed', 'settled'], 'settled'),
  refunded: from(['prepared', ...UNENDED, 'failed', 'settled'], 'settled'),
  failed: from(['prepared', ...UNENDED, 'failed'], 'failed'),
  reopened: from(['failed', 'settled'], 'sent'),
  noted: staying(...STAGES),
  'wallet-reported': staying(...STAGES),
  told: staying(...STAGES),
  rewritten: staying(...STAGES),
  reset: staying(...STAGES),
};

/**
 * Returns the entry after the event. Returns the same entry if the event's row does not contain the entry's stage. Also
 * returns it if the event contradicts a delivery or a refund that a page has already emitted.
 */
export function advance(entry: JournalEntry, event: LifecycleEvent): JournalEntry {
  const stage = TRANSITIONS[event.type][entry.stage];
  if (stage === undefined || isContradiction(entry, event)) return entry;
  const emitted = 'emits' in event ? [...entry.emitted, event.emits] : entry.emitted;
  // The payer's answer to start over holds only for the stage in which it was given.
  const { reset, ...rest } = entry;
  const isAnswered = reset !== undefined && stage === entry.stage;
  return { ...rest, ...(isAnswered && { reset }), ...changeOf(entry, event, stage), emitted, stage };
}

/** The service's status for each end of a payment. The session emits `hub-success` for `success`, and so on. */
const ENDS: Readonly<Record<Ending['type'], End>> = { delivered: 'success', refunded: 'refund', failed: 'failure' };
type End = 'success' | 'refund' | 'failure';

/** True if this status of the service ends a payment. */
export const isEnd = (status: string): status is End => Object.values<string>(ENDS).includes(status);

/**
 * True for `success` and `refund`, after which no other end is expected. After `failure`, a delivery or a refund can
 * follow.
 */
export const isLastEnd = (status: string): boolean => isEnd(status) && status !== ENDS.failed;

/** The ends for which a page has emitted the event, such as `hub-success`. */
export const toldEnds = ({ emitted }: Pick<JournalEntry, 'emitted'>): End[] =>
  Object.values(ENDS).filter((end) => emitted.includes(`hub-${end}`));

/** True if this status is an end, but a page has already emitted another end after which none can follow. */
export const contradictsToldEnd = (entry: Pick<JournalEntry, 'emitted'>, status: string): boolean =>
  isEnd(status) && toldEnds(entry).some((told) => told !== status && isLastEnd(told));

function isContradiction(entry: JournalEntry, { type }: LifecycleEvent): boolean {
  if (type === 'reopened') return toldEnds(entry).some(isLastEnd);
  return (type === 'delivered' || type === 'refunded' || type === 'failed') && contradictsToldEnd(entry, ENDS[type]);
}

function changeOf(entry: JournalEntry, event: LifecycleEvent, stage: Stage): Partial<JournalEntry> {
  const { prompt, payment } = entry;
  switch (event.type) {
    case 'asked':
    case 'prompted':
      return { prompt: event.prompt };
    case 'batch-refused':
      return { prompt: null };
    case 'batch-accepted':
    case 'submitted':
    case 'signed':
    case 'seen':
      // An earlier source can have shown that nothing was paid, but now the payment is on its way.
      return { ...(stage === 'sent' && { outcome: {} }), ...notedOf(event) };
    case 'noted':
      return notedOf(event);
    case 'rejected':
      return { outcome: { problem: event.problem } };
    case 'proved-unpaid': {
      const outcome = { problem: event.problem };
      return { outcome, ...(prompt?.calls && { prompt: withCalls(prompt, { pendingInWallet: false }) }) };
    }
    case 'status':
      return { status: event.status };
    case 'contradicted':
      return { status: 'waiting' };
    case 'batch-lost': {
      const { batched: _, ...rest } = payment;
      return { payment: rest };
    }
    case 'given-up':
      return {
        ...(event.isConfirmed && { reset: stage }),
        ...(prompt?.calls && isBatchPending(entry) && { prompt: withCalls(prompt, { released: true }) }),
      };
    case 'delivered':
      return { status: ENDS.delivered, outcome: { receipt: event.receipt } };
    case 'refunded':
      return { status: ENDS.refunded, outcome: { refund: event.refund }, unconfirmed: !event.refund.confirmed };
    case 'failed':
      return { outcome: { problem: event.problem } };
    case 'reopened':
      return { status: 'waiting', outcome: {} };
    case 'wallet-reported':
      return prompt ? { prompt: { ...prompt, calls: event.calls } } : {};
    case 'reset':
      return { reset: stage };
    case 'doubted':
    case 'left':
    case 'shown-again':
    case 'told':
    case 'rewritten':
      return {};
  }
}

const notedOf = ({ payment, prompt }: { payment: Payment; prompt?: Prompt }): Partial<JournalEntry> => ({
  payment,
  ...(prompt && { prompt }),
});

const withCalls = (prompt: Prompt, change: Partial<CallBatch>): Prompt =>
  prompt.calls ? { ...prompt, calls: { ...prompt.calls, ...change } } : prompt;

/**
 * Applies the event to the entry, and returns the entry after the event. Writes the entry, unless `advance` ignores the
 * event.
 */
export function writeEvent(journal: Journal, entry: JournalEntry, event: LifecycleEvent): JournalEntry {
  const next = advance(entry, event);
  if (next !== entry) journal.write(next);
  return next;
}

type Staged = Pick<JournalEntry, 'stage'>;

/** True in the stage `prepared`: the wallet was not asked to send the payment, or cannot send the batch. */
export const isPrepared = ({ stage }: Staged): boolean => stage === 'prepared';

/** True if nobody knows whether the payment was sent, for example while the wallet prompts the payer. */
export const isPrompted = ({ stage }: Staged): boolean => stage === 'prompted';

/** True in the stage `sent`, until the payment ends, becomes doubtful, is given up or is proved unpaid. */
export const isSent = ({ stage }: Staged): boolean => stage === 'sent';

/** True for a sent payment in progress, and for one that has failed or was settled. */
export const isSentOrEnded = ({ stage }: Staged): boolean =>
  stage === 'sent' || stage === 'failed' || stage === 'settled';

/**
 * True if the payer's money may be on its way. Also true if the service reports a refund, but no chain has shown the
 * refund yet.
 */
export const isPerhapsOut = ({ stage, unconfirmed }: Pick<JournalEntry, 'stage' | 'unconfirmed'>): boolean =>
  stage === 'settled' ? unconfirmed === true : !isUnsent({ stage });

/**
 * True if the wallet refused the payment, or if a step failed before the payment was sent. A wallet can still send a
 * refused payment.
 */
export const isCancelled = ({ stage }: Staged): boolean => stage === 'cancelled';

/**
 * True in the stage `abandoned`: the payer gave the payment up or left its deposit address, or at least two sources
 * show that nothing was paid.
 */
export const isAbandoned = ({ stage }: Staged): boolean => stage === 'abandoned';

/**
 * True from `hub-failure` until a delivery, a refund or the event `reopened` follows, or until the payer gives the
 * payment up.
 */
export const isFailed = ({ stage }: Staged): boolean => stage === 'failed';

/** True in the stage `settled`, in which the payment counts as delivered or refunded. */
export const isSettled = ({ stage }: Staged): boolean => stage === 'settled';

/** True in the stage `settled`, if the payment was delivered. */
export const isDelivered = ({ stage, status }: Pick<JournalEntry, 'stage' | 'status'>): boolean =>
  stage === 'settled' && status === ENDS.delivered;

/** True if both entries are in the same stage. */
export const isSameStage = (one: Staged, other: Staged): boolean => one.stage === other.stage;

/**
 * The stage of a payment that only the service knows. A payment that nobody has seen gets `prompted`, so that the payer
 * can give it up.
 */
export const foundStage = (isSeen: boolean): Stage => (isSeen ? 'sent' : 'prompted');

/** The stage of a new payment. */
export const firstStage = (isDeposit: boolean): Stage => (isDeposit ? 'awaiting-deposit' : 'prepared');

/** True while the page awaits a deposit, and the payer has not left the deposit address. */
export const isAwaitingDeposit = ({ stage }: Staged): boolean => stage === 'awaiting-deposit';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How long a payment in this stage is tracked after `updatedAt`, in milliseconds; 0 means never. After this time, a
 * page that tracks such a payment polls the service only until the first answer.
 */
const WATCH_MS: Readonly<Record<Stage, number>> = {
  prepared: 0,
  prompted: Infinity,
  'awaiting-deposit': 7 * DAY_MS,
  sent: Infinity,
  abandoned: 7 * DAY_MS,
  failed: DAY_MS,
  cancelled: 0,
  settled: 0,
};

/**
 * True in the stages `prompted` and `sent`. The payer's money may have been sent and the result is not known, so the
 * payer cannot pay this order again yet.
 */
export const isUnfinished = ({ stage }: Staged): boolean => stage === 'prompted' || stage === 'sent';

/** True if the payment has failed, or was delivered or refunded. After a reload, the service must confirm this end. */
export const isEnded = ({ stage }: Staged): boolean => stage === 'failed' || stage === 'settled';

/** True in the stages `prompted` and `abandoned` for a payment without a deposit address and without a paying hash. */
export const lacksHash = ({ stage, payment }: JournalEntry): boolean =>
  (stage === 'prompted' || stage === 'abandoned') && payment.payingHash === undefined && !payment.deposit;

/**
 * True if the entry has a problem other than `unconfirmed`. This code gives an abandoned payment such a problem only
 * after at least two sources have shown that nothing was paid.
 */
export const isProvedUnpaid = ({ outcome: { problem } = {} }: Pick<JournalEntry, 'outcome'>): boolean =>
  problem !== undefined && problem.code !== 'unconfirmed';

/** True in the stage `sent`, if the wallet accepted a batch and the paying transaction is not known yet. */
export const isBatchPending = ({ stage, payment }: JournalEntry): boolean =>
  stage === 'sent' && payment.batched === true && payment.payingHash === undefined;

/**
 * True if the payer gave up this payment after it was confirmed. Its tracking then shows it again only if the service
 * reports a new status.
 */
export const isGivenUpConfirmed = ({ stage, reset }: Pick<JournalEntry, 'stage' | 'reset'>): boolean =>
  stage === 'abandoned' && reset === stage;

/** True if a deposit to this payment's address is awaited, also after the payer has left or given up the payment. */
export const canReceiveDeposit = ({ stage, payment }: JournalEntry): boolean =>
  payment.deposit !== undefined && (stage === 'awaiting-deposit' || stage === 'abandoned');

/**
 * True if the payment must still be tracked: an unfinished one until it ends, and one in the stage `failed`,
 * `abandoned` or `awaiting-deposit` for the time in `WATCH_MS`. An entry that seems to be of the future, because the
 * clock was set back, counts as just written.
 */
export const isWatched = (entry: Pick<JournalEntry, 'stage' | 'updatedAt'>, now: number): boolean =>
  Math.max(now - entry.updatedAt, 0) < WATCH_MS[entry.stage];

/**
 * True in the stages in which a payment is tracked (`WATCH_MS`), however old the payment is. The final result of such a
 * payment is unknown or can still change.
 */
export const isOpen = ({ stage }: Staged): boolean => WATCH_MS[stage] > 0;

/** True for a failed payment of any age until `reset()` is called, because a delivery or a refund can still follow. */
export const isUnresolvedFailure = ({ stage, reset }: Pick<JournalEntry, 'stage' | 'reset'>): boolean =>
  stage === 'failed' && reset !== stage;

/** Ranks the stages by the risk of a second payment, from a refused payment to a sent one whose end is unknown. */
const FURTHEST: Readonly<Record<Stage, number>> = {
  cancelled: 0,
  prepared: 1,
  abandoned: 2,
  'awaiting-deposit': 3,
  settled: 4,
  failed: 5,
  prompted: 6,
  sent: 7,
};

/**
 * Returns the first of the entries with the highest rank in `FURTHEST`, so that no other entry hides a payment that was
 * perhaps sent. Several entries can have one request id, because the service can return the same quote twice, and any
 * script of the page can write the storage.
 */
export const furthestOf = (entries: readonly JournalEntry[]): JournalEntry | undefined =>
  [...entries].sort((a, b) => FURTHEST[b.stage] - FURTHEST[a.stage])[0];

/** True if the payment must stay in the storage, even if the storage is full. */
export const isKept = (entry: Pick<JournalEntry, 'stage' | 'reset' | 'updatedAt'>, now: number): boolean =>
  isUnresolvedFailure(entry) || isWatched(entry, now);

/**
 * The ids of the settled payments. Callers compare these instead of times, because the clocks of two pages can differ.
 */
export const settledEntryIds = (entries: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(entries.filter(({ stage }) => stage === 'settled').map(({ id }) => id));

/**
 * True if the payer must see this payment before a new payment of the order.
 * @param known ids of the settled payments that the payer has already seen
 */
export const blocksNewPayment = (
  entry: Pick<JournalEntry, 'id' | 'stage' | 'reset'>,
  known: ReadonlySet<string>,
): boolean => isUnfinished(entry) || isUnresolvedFailure(entry) || (entry.stage === 'settled' && !known.has(entry.id));

/**
 * True if the entry and `names` have a hash in common. Also true for an entry without hashes, whose payment can be of
 * any order.
 */
export const isOfOrder = ({ order }: Pick<JournalEntry, 'order'>, names: readonly string[]): boolean =>
  !order?.length || order.some((name) => names.includes(name));

/**
 * Finds a payment that was delivered, or whose refund only the service has reported, and that the payer must see before
 * another payment of the order. Skips a payment after whose end `reset()` was called.
 * @param isNamed true if the merchant has set `reference`; if false, skips delivered payments, because the payer may
 *   buy the same again
 */
export const endedEntry = (
  entries: readonly JournalEntry[],
  names: readonly string[],
  isNamed: boolean,
): JournalEntry | undefined =>
  entries.find((entry) => isPaidEntry(entry, isNamed) && entry.order && isOfOrder(entry, names));

const isPaidEntry = (entry: JournalEntry, isNamed: boolean): boolean =>
  isSettled(entry) && entry.reset !== entry.stage && (entry.unconfirmed === true || (isNamed && isDelivered(entry)));
