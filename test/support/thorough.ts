/**
 * Long searches are whole in Chromium. Node and the other engines make one run in ten: the tests in Node stay quick,
 * and an engine with promises, big integers or messages of its own kind still fails.
 */
const isThorough: boolean = typeof navigator !== 'undefined' && /Chrom(?:e|ium)\//.test(navigator.userAgent);

/** The number of runs to make, of the runs in a whole search. */
export const share = (runs: number): number => (isThorough ? runs : Math.ceil(runs / 10));

/** The step between cases of a list that a whole search visits one by one. */
export const stride: number = isThorough ? 1 : 10;

/** The first of every `every` items. */
export const oneIn = <T>(every: number, list: readonly T[]): T[] => list.filter((_, index) => index % every === 0);
