/** Writes to the console about an outage, but seldom, because a long outage would otherwise fill the log. */

/** How long the function writes nothing after a line, in milliseconds. */
const SILENT_MS = 60_000;

/** Returns a function that writes a line to the console, unless it has written one less than a minute before. */
export function createSeldomTeller(now: () => number): (text: string, error?: unknown) => void {
  let toldAt = -Infinity;
  return (text, ...error) => {
    if (now() - toldAt < SILENT_MS) return;
    toldAt = now();
    console.error(`hub-pay: ${text}`, ...error);
  };
}

/** Writes a line to the console, unless it has written one of the same kind less than a minute before. */
export type Tell = (kind: string, text: string) => void;

/** Creates a function that limits the lines of each kind for itself. */
export function createTell(now: () => number): Tell {
  const tellers = new Map<string, ReturnType<typeof createSeldomTeller>>();
  return (kind, text) => {
    const tell = tellers.get(kind) ?? createSeldomTeller(now);
    tellers.set(kind, tell);
    tell(text);
  };
}
