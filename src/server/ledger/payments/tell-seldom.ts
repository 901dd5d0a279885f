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
