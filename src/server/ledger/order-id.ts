/** Checks the merchant's ids of orders. */
import { config } from '../../errors.js';

const MAX_LENGTH = 200;

/** Texts to which JavaScript often converts a missing value, or one that is no text. */
const NO_IDS: readonly string[] = ['undefined', 'null', 'NaN', '[object Object]', '[object Promise]'];

/** Matches control characters and halves of surrogate pairs, which a database can refuse or change. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** Returns what is wrong with an order's id, or null if nothing is. */
export function problemOfId(id: unknown): string | null {
  if (typeof id !== 'string') {
    const type = id === null ? 'null' : `a value of type ${typeof id}`;
    const advice = typeof id === 'number' || typeof id === 'bigint' ? `: write "${id}"` : '';
    return `is ${type}, and an order's id is a text${advice}`;
  }
  if (id === '') return 'is empty';
  if (NO_IDS.includes(id)) return `is "${id}", as which JavaScript writes a value that is missing or no text`;
  if (id.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`;
  return UNSTORABLE.test(id) ? 'contains a control character or half a character' : null;
}

/**
 * Returns the id of an order, exactly as the merchant has written it.
 * @param name the name of the value, for the error
 * @throws HubPayError `config` if it is no valid id
 */
export function checkedId(id: unknown, name: string): string {
  const problem = problemOfId(id);
  if (problem === null) return id as string;
  throw config(name, problem);
}
