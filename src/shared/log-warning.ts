/** Writes to the console of the page. Some pages replace the console with one without `warn`, or remove it. */

/** Calls `console.warn`, if the page has it. A payment must not end because nobody can read a message. */
export function logWarning(...message: unknown[]): void {
  const { console: own } = globalThis as { console?: Partial<Console> };
  own?.warn?.(...message);
}
