/**
 * Sets the length of long random searches. Chromium makes every run. Node and the other engines make one run in ten,
 * so they stay quick and still find differences between engines.
 */
const isThorough: boolean = typeof navigator !== 'undefined' && /Chrom(?:e|ium)\//.test(navigator.userAgent);

/** The number of runs on this engine. `runs` is the number in a full search. */
export const share = (runs: number): number => (isThorough ? runs : Math.ceil(runs / 10));

/** Tests visit every `stride`-th case of a list. A full search visits every case. */
export const stride: number = isThorough ? 1 : 10;

/** The first item of each group of `every` items. */
export const oneIn = <T>(every: number, list: readonly T[]): T[] => list.filter((_, index) => index % every === 0);
