/** Makes the time of the page pass faster, so that a whole payment of test mode plays in seconds. */

/** The page's own clock and timers. */
const real = {
  dateNow: Date.now.bind(Date),
  performanceNow: performance.now.bind(performance),
  setTimeout: globalThis.setTimeout.bind(globalThis),
  setInterval: globalThis.setInterval.bind(globalThis),
};

/** Lets the time pass `factor` times as fast. Returns a function that ends this. */
export function speedUp(factor: number): () => void {
  const [date, steady] = [real.dateNow(), real.performanceNow()];
  Date.now = () => Math.round(date + (real.dateNow() - date) * factor);
  performance.now = () => steady + (real.performanceNow() - steady) * factor;
  const faster =
    (timer: typeof setTimeout | typeof setInterval) =>
    (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
      timer(run, ms / factor, ...values);
  Object.assign(globalThis, { setTimeout: faster(real.setTimeout), setInterval: faster(real.setInterval) });
  return () => {
    Date.now = real.dateNow;
    performance.now = real.performanceNow;
    Object.assign(globalThis, { setTimeout: real.setTimeout, setInterval: real.setInterval });
  };
}
