/** A virtual clock of an embedded database. SQL statements read it with `now()`, and only a test advances it. */
import type { Database } from '../../../demo/backend/database.js';

/**
 * Replaces `now()` before the tables are created, because the default of a column keeps the function that it names.
 * @returns advances the time
 */
export async function stopClock(db: Database): Promise<(seconds: number) => Promise<unknown>> {
  await db.run(`
    create table clock (at timestamptz not null);
    insert into clock values ('2026-11-21T00:00:00Z');
    create function public.now() returns timestamptz language sql stable as 'select at from public.clock';
    set search_path = public, pg_catalog;
  `);
  return (seconds) => db.query(`update clock set at = at + interval '${seconds} seconds'`);
}
