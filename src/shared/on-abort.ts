/** Calls functions when a signal is aborted. */

/** The functions that wait for each signal. One listener calls all of them: Node 20 warns about the eleventh. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` when the signal is aborted. Does nothing if the signal is already aborted.
 * @param run must not throw, because all functions of a signal run in one loop
 * @returns a function that cancels this
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) return () => undefined;
  const all = waiting.get(signal) ?? listenTo(signal);
  all.add(run);
  return () => {
    all.delete(run);
  };
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>();
  waiting.set(signal, all);
  signal.addEventListener(
    'abort',
    () => {
      for (const run of all) run();
      all.clear();
    },
    { once: true },
  );
  return all;
}
