/** Numbers out of measurements. */

/** The middle one of the values in their order; of two, the larger. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
