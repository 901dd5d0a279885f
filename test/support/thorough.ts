/**
 * Sets the depth of long searches through logic that is the same in every engine. Chromium runs them whole, the other
 * engines a tenth, to find differences in promises, big integers and messages.
 */
const isThorough: boolean = /Chrom(?:e|ium)\//.test(navigator.userAgent);

/** The number of runs to make, of the runs in a whole search. */
export const share = (runs: number): number => (isThorough ? runs : Math.ceil(runs / 10));

/** The step between cases of a list that a whole search visits one by one. */
export const stride: number = isThorough ? 1 : 10;

/** The first of every `every` items. */
export const oneIn = <T>(every: number, list: readonly T[]): T[] => list.filter((_, index) => index % every === 0);
