/**
 * Sets the length of random searches. Only Chromium does the full number of runs. Other engines and Node do a tenth.
 */
const isThorough: boolean = typeof navigator !== 'undefined' && /Chrom(?:e|ium)\//.test(navigator.userAgent);

/** The number of runs in this engine. `runs` is the full number. */
export const share = (runs: number): number => (isThorough ? runs : Math.ceil(runs / 10));

const { process } = globalThis as { process?: { env: Record<string, string | undefined> } };

/**
 * The number of runs of a search that anybody can make longer: `HUB_PAY_RUNS=20000 npm run test:unit -- session`.
 * `runs` is the full number.
 */
export const runsOf = (runs: number): number => Number(process?.env['HUB_PAY_RUNS'] ?? share(runs));

/** The seed of such a search: `HUB_PAY_SEED`, or `seed`. */
export const seedOf = (seed: number): number => Number(process?.env['HUB_PAY_SEED'] ?? seed);

/** Chromium tests every case of a list. Other engines and Node test every tenth case. */
export const stride: number = isThorough ? 1 : 10;

/** The first item of each group of `every` items. */
export const oneIn = <T>(every: number, list: readonly T[]): T[] => list.filter((_, index) => index % every === 0);
