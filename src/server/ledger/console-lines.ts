/** Writes to the console what an outage would repeat, so that it leaves a few lines instead of thousands. */
import { HubPayError } from '../../errors.js';
import { visibleText } from '../../shared/text/visible-text.js';
import { createSeldomTeller } from './payments/tell-seldom.js';

/** The lines of one ledger that can repeat. */
export interface ConsoleLines {
  /**
   * Writes a line, unless one of the same kind was written less than a minute before. With an error, a line about
   * another error is of another kind.
   */
  tell(kind: string, text: string, ...error: [] | [unknown]): void;
  /** Writes that something works again, if `tell` has received an error of this kind since the last such line. */
  works(kind: string, text: string): void;
}

/** The maximum number of kinds that are kept, because the text of an error can contain anything. */
const MOST_KINDS = 1_000;

/** Creates the lines of a ledger with this clock. */
export function createConsoleLines(now: () => number): ConsoleLines {
  const tellers = new Map<string, ReturnType<typeof createSeldomTeller>>();
  const failing = new Set<string>();
  return {
    tell(kind, text, ...error) {
      const shown = error.map(shownError);
      const key = [kind, ...shown.map(String)].join('\n');
      if (tellers.size >= MOST_KINDS && !tellers.has(key)) tellers.clear();
      const teller = tellers.get(key) ?? createSeldomTeller(now);
      tellers.set(key, teller);
      teller(text, ...shown);
      if (error.length > 0) failing.add(kind);
    },
    works(kind, text) {
      if (failing.delete(kind)) console.error(`hub-pay: ${text}`);
    },
  };
}

/**
 * Returns what the console shows of an error: one line for an error of this package, or of the network or a database
 * with a code such as `ECONNREFUSED`, because its stack helps nobody. Any other error is shown with its stack and its
 * cause.
 */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  const isPlain = error instanceof HubPayError || (typeof code === 'string' && !code.startsWith('ERR_'));
  return isPlain ? visibleText(lineOf(error)) : error;
}

/** Connections to several addresses of a host fail with an error that has no text of its own. */
const lineOf = (error: Error): string =>
  error.message || (error instanceof AggregateError ? error.errors.map(textOf).join(', ') : error.name);

const textOf = (error: unknown): string => (error instanceof Error ? lineOf(error) : String(error));
