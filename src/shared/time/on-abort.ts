/** Calls functions when a signal is aborted. */

/**
 * The functions that wait for each signal. One listener calls them all, because Node 20 warns about the eleventh
 * listener of a signal.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` when the signal is aborted. Does nothing if the signal is already aborted.
 * @param run must not throw, because all functions of a signal run in one loop
 * @returns a function that removes `run` again
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) return () => undefined;
  const all = waiting.get(signal) ?? listenTo(signal);
  all.add(run);
  return () => {
    all.delete(run);
  };
}

/**
 * Creates a controller whose signal is also aborted when `parent` is aborted, with the same reason. Does not use
 * `AbortSignal.any`, which in Node leaves an entry at the parent, and the parent can exist for hours.
 */
export function childController(parent: AbortSignal): AbortController {
  const child = new AbortController();
  const follow = (): void => {
    child.abort(parent.reason);
  };
  if (parent.aborted) follow();
  else onAbort(child.signal, onAbort(parent, follow));
  return child;
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
