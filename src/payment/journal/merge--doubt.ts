/** Where the payer's money is when nothing can be asked about the payments that were left. */
import type { Money } from '../../errors.js';
import type { JournalEntry } from './entry.js';

/** An entry of one of these stages may be a payment that is out. Nothing else was sent by a page that did not start. */
const doubtful = ['asked', 'awaiting', 'sent', 'abandoned', 'failed'];

export const moneyLeft = (entries: readonly JournalEntry[]): Money =>
  entries.some(({ stage }) => doubtful.includes(stage)) ? 'unknown' : 'not-sent';
