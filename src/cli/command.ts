/** What the commands of `hub-pay` share: their form, and the text of an error. */

/** What a command prints to stdout, and the exit code of the process. */
export type Outcome = { text: string; exitCode: number };

/** A command of `hub-pay`. */
export type Command = {
  /** The first word after `hub-pay`. */
  name: string;
  /** The whole command with its options, on one line. */
  usage: string;
  /**
   * Gets the words after the name.
   * @throws An error whose message is for the merchant
   */
  run(words: string[]): Promise<Outcome>;
};

/** The outcome of a command that has nothing more to say than its text. */
export const done = (text: string): Outcome => ({ text, exitCode: 0 });

/** The text of an error. An error of several attempts, such as two addresses of a host, has none of its own. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : error.name;
}
