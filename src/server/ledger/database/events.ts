/**
 * Stores the events of the ledger: those for `afterPaid`, and those for `onAttention`, about which a person has to
 * decide.
 */
import type { LedgerDatabase, Query, Row } from './database.js';
import { DIALECTS } from './dialects.js';
import type { Attention } from '../attention-types.js';

/** An event that the job has claimed. `body` is null for the kind `paid`. */
export type ClaimedEvent = {
  key: string;
  requestId: string;
  orderId: string;
  failures: number;
  body: Attention | null;
};

/** Which events to claim, and until when no other process may claim them. */
export type EventClaim = {
  now: string;
  until: string;
  limit: number;
  /** Claims the events for `afterPaid` that were created at this time or later. Null claims none of them. */
  paidSince: string | null;
  /** Claims the events for a person that were due at this time or earlier. */
  attentionUntil: string;
  /** True to leave out the events for a person that were written to the console. */
  exceptWritten: boolean;
};

/** The statements about events. */
export interface Events {
  /** Adds the event for `afterPaid`, unless the payment has one already. */
  addPaid(query: Query, payment: { requestId: string; orderId: string }, now: string): Promise<void>;
  /**
   * Adds an event for a person. If an event of this kind is already open for this payment, only updates that event if
   * its message has changed. An event that `onAttention` has received is then not passed to it again.
   * @param isNew false if the same can have been reported before; the event is then added only if no earlier event of
   *   this kind and payment has its message
   */
  addAttention(query: Query, event: Omit<Attention, 'key'>, isNew: boolean): Promise<void>;
  /** Ends the open events of a payment for a person, except those of the kind `but`. Returns how many. */
  close(query: Query, requestId: string, but: string | null, now: string): Promise<number>;
  /** Returns the open events for a person, the oldest first. */
  open(query: Query): Promise<Attention[]>;
  /** Claims events that a handler must receive. */
  claim(query: Query, options: EventClaim): Promise<ClaimedEvent[]>;
  /** Extends a claim, unless the event has been received. */
  renew(query: Query, key: string, until: string): Promise<void>;
  told(query: Query, key: string, now: string): Promise<void>;
  /** Ends the claim of an event that was written to the console. A process with `onAttention` can still claim it. */
  written(query: Query, key: string, now: string): Promise<void>;
  failed(query: Query, key: string, failures: number, dueAt: string): Promise<void>;
}

/** Reads an event. One that an older version of this package has written has no payer. */
const attentionIn = (row: Row): Attention => {
  const body = JSON.parse(String(row['body'])) as Omit<Attention, 'payer'> & Partial<Pick<Attention, 'payer'>>;
  return { ...body, payer: body.payer ?? null };
};

/** Creates the statements for tables with this prefix. */
export function createEvents({ dialect }: LedgerDatabase<unknown>, prefix: string): Events {
  const events = `${prefix}events`;
  const { skipLocked } = DIALECTS[dialect];
  const insert = async (
    query: Query,
    key: string,
    event: Pick<Attention, 'orderId' | 'requestId' | 'at'>,
    kind: string,
    body: string,
  ): Promise<void> => {
    const { orderId, requestId, at } = event;
    await query(
      `insert into ${events} (key, kind, order_id, request_id, body, created_at, due_at)
       values ($1, $2, $3, $4, $5, $6, $6) on conflict (key) do nothing`,
      [key, kind, orderId, requestId, body, at],
    );
  };
  return {
    addPaid: (query, { requestId, orderId }, now) =>
      insert(query, `${requestId}:paid`, { requestId, orderId, at: now }, 'paid', '{}'),
    async addAttention(query, event, isNew) {
      const { requestId, kind } = event;
      const rows = await query(`select resolved_at, body from ${events} where request_id = $1 and kind = $2`, [
        requestId,
        kind,
      ]);
      const open = rows.find((row) => row['resolved_at'] === null);
      if (open) {
        const { key, at, message } = attentionIn(open);
        if (message !== event.message)
          await query(`update ${events} set body = $2 where key = $1`, [key, JSON.stringify({ key, ...event, at })]);
        return;
      }
      if (!isNew && rows.some((row) => attentionIn(row).message === event.message)) return;
      // The same can happen again after its event was closed, and must then be reported again.
      const key = `${requestId}:${kind}${rows.length === 0 ? '' : `:${rows.length + 1}`}`;
      await insert(query, key, event, kind, JSON.stringify({ key, ...event }));
    },
    async close(query, requestId, but, now) {
      const rows = await query(
        `update ${events} set resolved_at = $3 where request_id = $1 and kind <> 'paid' and kind <> $2
         and resolved_at is null returning key`,
        [requestId, but ?? '', now],
      );
      return rows.length;
    },
    async open(query) {
      const rows = await query(
        `select body from ${events} where kind <> 'paid' and resolved_at is null order by created_at, key`,
      );
      return rows.map(attentionIn);
    },
    async claim(query, { now, until, limit, paidSince, attentionUntil, exceptWritten }) {
      const unwritten = exceptWritten ? ' and written_at is null' : '';
      const rows = await query(
        `update ${events} set claimed_until = $1 where key in (
           select key from ${events} where told_at is null and resolved_at is null and due_at <= $2
           and (claimed_until is null or claimed_until <= $2)
           and case when kind = 'paid' then created_at >= $4 else due_at <= $5${unwritten} end
           order by due_at limit $3${skipLocked}
         ) returning key, kind, request_id, order_id, failures, body`,
        // Every ISO 8601 time sorts before `never`.
        [until, now, limit, paidSince ?? 'never', attentionUntil],
      );
      return rows.map((row) => ({
        key: String(row['key']),
        requestId: String(row['request_id']),
        orderId: String(row['order_id']),
        failures: Number(row['failures']),
        body: row['kind'] === 'paid' ? null : attentionIn(row),
      }));
    },
    async renew(query, key, until) {
      await query(`update ${events} set claimed_until = $2 where key = $1 and told_at is null`, [key, until]);
    },
    async told(query, key, now) {
      await query(`update ${events} set told_at = $2, claimed_until = null where key = $1`, [key, now]);
    },
    async written(query, key, now) {
      await query(`update ${events} set written_at = $2, claimed_until = null where key = $1`, [key, now]);
    },
    async failed(query, key, failures, dueAt) {
      await query(`update ${events} set failures = $2, due_at = $3, claimed_until = null where key = $1`, [
        key,
        failures,
        dueAt,
      ]);
    },
  };
}
