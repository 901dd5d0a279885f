/**
 * Sets the length of random searches. `npm test` does the full number of runs, by HUB_PAY_THOROUGH=1.
 * `npm run test:unit` does a small part, so that a developer has the result of all units soon.
 */
const { process } = globalThis as { process?: { env: Record<string, string | undefined> } };

const isThorough: boolean = process?.env['HUB_PAY_THOROUGH'] === '1';

/** Without `isThorough`, one of this many runs is done. */
const PART = 40;

/** Returns the number of runs here. `runs` is the full number. */
export const share = (runs: number): number => (isThorough ? runs : Math.ceil(runs / PART));

/**
 * Returns the number of runs of a random search. `HUB_PAY_RUNS=20000 npm run test:unit -- session` sets another number.
 * `runs` is the full number.
 */
export function runsOf(runs: number): number {
  const wanted = process?.env['HUB_PAY_RUNS'];
  if (wanted !== undefined && !/^[1-9]\d*$/u.test(wanted))
    throw new Error(`HUB_PAY_RUNS=${wanted} is no number of runs.`);
  return wanted === undefined ? share(runs) : Number(wanted);
}

/** Returns the seed of a random search: the variable `HUB_PAY_SEED`, or `seed` if this variable is not set. */
export const seedOf = (seed: number): number => Number(process?.env['HUB_PAY_SEED'] ?? seed);

/** A thorough run tests every case of a list, and any other run tests one case of each `PART` cases. */
export const stride: number = isThorough ? 1 : PART;

/** Returns the first item of each group of `every` items. */
export const oneIn = <T>(every: number, list: readonly T[]): T[] => list.filter((_, index) => index % every === 0);
