/** What the commands of `hub-pay` share: their form, and the text of an error. */

/** Writes text to stdout. Resolves when the reader of a pipe has taken it. */
export type Print = (text: string) => Promise<void>;

/** A command of `hub-pay`. */
export type Command = {
  /** The first word after `hub-pay`. */
  name: string;
  /** The whole command with its options, on one line. */
  usage: string;
  /**
   * Gets the words after the name. Resolves to the exit code.
   * @throws An error whose message is for the merchant
   */
  run(words: string[], print: Print): Promise<number>;
};

/** The text of an error. An error of several attempts, such as two addresses of a host, has none of its own. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : error.name;
}
