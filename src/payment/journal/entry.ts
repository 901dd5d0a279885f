/**
 * What survives a reload: every payment whose wallet prompt was asked. What an entry holds, what its stage means, and
 * how it is read; journal-writer.ts writes it.
 */
import type { ErrorInfo, Payment, PaymentResult, Permit, RefundResult, StepRef } from '../../types.js';
import type { CallsState, Expected } from '../../vm/adapter.js';
import type { Store } from '../../shared/platform.js';
import { isEntry } from './validate-entry.js';
import { memoryBehind } from '../../shared/memory-store.js';
import type { SessionOptions } from '../model/options.js';

/**
 * `open`: only an approval or nothing was asked, so no money can be out. `asked`: the paying step was asked and not
 * answered, or its answer is in doubt. `awaiting`: an address to pay to was shown. `sent`: its hash is known, or it was
 * signed, or the wallet has accepted its calls, or the service has seen it. `abandoned`: asked, and the payer says that
 * the wallet shows nothing, or has left the address, or the chain says that it came to nothing; it is watched all the
 * same. `failed`: the service's failure has stood; a refund may still come. `closed`: it is proved that nothing went
 * out. `finished`: it was delivered or refunded.
 */
export type Stage = 'open' | 'asked' | 'awaiting' | 'sent' | 'abandoned' | 'failed' | 'closed' | 'finished';

export type JournalEntry = {
  v: 1;
  /** Random, made before the first prompt. */
  id: string;
  stage: Stage;
  payment: Payment;
  /** The guard's digest of what the payer confirmed. */
  digest: string;
  /** What was asked last: a transaction, a signature over `permit`, or, with `calls`, one that goes with others. */
  asked: {
    step: StepRef;
    chainId: number;
    nonce: string | null;
    expected: Expected | null;
    permit?: Permit;
    calls?: Calls;
  } | null;
  /** The service's last word. */
  status: string;
  /** Events that name a fact of this payment and were dispatched: never again, in no tab. */
  told: string[];
  outcome?: { receipt?: PaymentResult; refund?: RefundResult; problem?: ErrorInfo };
  /** What the page had fixed, as `intentKey` names it. */
  intent?: string;
  /** Where it stood when `reset()` put it aside: the order may be paid once more, until more is heard of this one. */
  reset?: Stage;
  createdAt: number;
  updatedAt: number;
};

/**
 * Several calls that were asked for at once. `size`: the length of the paying one in bytes. `id`: what the wallet knows
 * them by. `isAccepted`: it has answered that it sends them. `isHeld`: and says so still. `word`: what it has said of
 * them `since` then.
 */
export type Calls = {
  size: number;
  id: string;
  isAccepted?: true;
  isHeld?: boolean;
  word?: CallsState['name'] | 'nothing';
  since?: number;
};

export interface Journal {
  /** False while something could not be stored: what is known then lives in this page only. */
  readonly durable: boolean;
  /** Newest first. */
  read(): JournalEntry[];
  find(id: string): JournalEntry | undefined;
  /** Adds or replaces the entry and reads it back. Never throws. */
  write(entry: JournalEntry): void;
  /** The order may be paid once more. When the payment ended is not changed by it. */
  putAside(entry: JournalEntry): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a payment that is not expected to be out is watched all the same. */
const WATCH_MS: Partial<Record<Stage, number>> = {
  ...{ failed: DAY_MS, abandoned: 7 * DAY_MS, awaiting: 7 * DAY_MS },
};

/** The money of this payment may be out: it must be watched, and its key must not be paid again. */
export const isUnfinished = ({ stage }: JournalEntry): boolean => stage === 'asked' || stage === 'sent';

/** The paying step was asked for, and no hash has come of it. */
export const isUnanswered = ({ stage, payment }: JournalEntry): boolean =>
  (stage === 'asked' || stage === 'abandoned') && payment.paying === undefined && !payment.deposit;

/** The wallet says that it sends it, among other calls, and has named no transaction. */
export const isAcceptedOnly = ({ stage, payment }: JournalEntry): boolean =>
  stage === 'sent' && payment.batched === true && payment.paying === undefined;

/** An address was shown for it, and nothing has come to it. */
export const isAwaited = ({ stage, payment }: JournalEntry): boolean =>
  payment.deposit !== undefined && (stage === 'awaiting' || stage === 'abandoned');

/** To be watched: what is out until it ends, the others for a while, in case a refund or a deposit comes late. */
export const isWatched = (entry: JournalEntry, now: number): boolean =>
  isUnfinished(entry) || now - entry.updatedAt < (WATCH_MS[entry.stage] ?? 0);

/** The service has given up on it, and its money need not be back: it stands for the order until it is put aside. */
export const isStuck = (entry: JournalEntry, now: number): boolean =>
  entry.stage === 'failed' && entry.reset !== 'failed' && isWatched(entry, now);

/** The ids of the payments that have ended. By ids, and not by times: the clocks of two pages need not agree. */
export const endedIn = (entries: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(entries.filter(({ stage }) => stage === 'finished').map(({ id }) => id));

/**
 * A payment of the same key that is out or stuck, or has ended and is not among the `known` ones: the payer must see it
 * before another one is made. It may be another tab's, or one that the payer had given up.
 */
export const isTaken = (entry: JournalEntry, known: ReadonlySet<string>, now: number): boolean =>
  isUnfinished(entry) || isStuck(entry, now) || (entry.stage === 'finished' && !known.has(entry.id));

/**
 * The success that stands for this order: paid as the page asks for it now, and not put aside since. Without a
 * reference each payment is one of its own.
 */
export const paidBefore = (entries: readonly JournalEntry[], options: SessionOptions): JournalEntry | undefined =>
  options.reference === undefined
    ? undefined
    : entries.find(
        ({ outcome, reset, stage, intent }) => outcome?.receipt && reset !== stage && intent === intentKey(options),
      );

/** Which payments belong together: those of one order, or, without a reference, of one fixed intent, at one service. */
export const journalKey = (options: SessionOptions): string =>
  keyOf(options, options.reference ?? null, options.reference === undefined ? fixedIn(options) : null);

/** Where payments are kept that this device did not make, and only follows. */
export const foreignKey = (options: SessionOptions): string => keyOf(options, null, 'foreign');

const keyOf = ({ baseUrl }: SessionOptions, ...rest: unknown[]): string =>
  `hub-pay/1/${fnv1a(JSON.stringify([baseUrl, ...rest]))}`;

/** Another intent is another payment of the order. */
export const intentKey = (options: SessionOptions): string => fnv1a(JSON.stringify(fixedIn(options)));

/** What makes it another payment, in one spelling: neither the terms nor what it is paid with do. */
function fixedIn(options: SessionOptions): unknown[] {
  const { destinationChainId, destinationCurrency, recipient, amount, tradeType = 'EXACT_OUTPUT' } = options;
  const { originChainId, originCurrency, txs } = options;
  return [
    destinationChainId,
    destinationCurrency?.toLowerCase(),
    recipient?.replace(/^0x.*/i, (hex) => hex.toLowerCase()),
    // Without the zeros that say nothing.
    amount?.replace(/^0+(?=\d)|\.0*$|(\.\d*?)0+$/g, '$1'),
    tradeType,
    // Such an amount is one of what is paid.
    ...(tradeType === 'EXACT_INPUT' ? [originChainId, originCurrency?.toLowerCase()] : []),
    ...(txs?.length ? [txs] : []),
  ];
}

/**
 * Newest first. Of what is in the storage and in the page's memory, the later word counts: another tab may have stored
 * it.
 */
export function readEntries(storage: Store, key: string): JournalEntry[] {
  const entries = new Map<string, JournalEntry>();
  for (const entry of [storage, memoryBehind(storage)].flatMap((store) => listIn(store, key)).filter(isEntry)) {
    if (entry.updatedAt >= (entries.get(entry.id)?.updatedAt ?? 0)) entries.set(entry.id, entry);
  }
  return [...entries.values()].sort((a, b) => b.createdAt - a.createdAt);
}

const KEY = /^hub-pay\/1\/[0-9a-f]{16}$/;

/** The payments of every order on this device, newest first; `own` where the storage cannot say what it holds. */
export function readAll(storage: Store, own: readonly JournalEntry[]): JournalEntry[] {
  const names = [storage, memoryBehind(storage)].flatMap(namesIn).filter((name) => KEY.test(name));
  const entries = new Map(
    [...own, ...names.flatMap((key) => readEntries(storage, key))].map((each) => [each.id, each]),
  );
  return [...entries.values()].sort((a, b) => b.createdAt - a.createdAt);
}

function namesIn(store: Store): string[] {
  try {
    const { length = 0 } = store;
    return Array.from({ length }, (_, index) => store.key?.(index) ?? '');
  } catch {
    return [];
  }
}

export function listIn(store: Store, key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(store.getItem(key) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** FNV-1a, 64 bits: a name for a key, not a secret. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
