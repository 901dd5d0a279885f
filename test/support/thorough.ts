/**
 * Long searches through a logic that no engine changes are made whole in Chromium; the other engines take one in ten,
 * so that an engine of its own mind (promises, big integers, messages) is found out all the same.
 */
const isThorough: boolean = /Chrom(?:e|ium)\//.test(navigator.userAgent);

/** How many runs of a search to make, of those that a whole one has. */
export const share = (runs: number): number => (isThorough ? runs : Math.ceil(runs / 10));

/** By how much to go on from case to case of a list that a whole search goes through one by one. */
export const stride: number = isThorough ? 1 : 10;

/** The first of each so many. */
export const oneIn = <T>(every: number, list: readonly T[]): T[] => list.filter((_, index) => index % every === 0);
