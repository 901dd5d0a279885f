/** Writes times from a storage or a response, which can be numbers that no date has. */

/** The time in ISO 8601, or an empty text if no date has this time, for which `toISOString` would throw. */
export function isoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
