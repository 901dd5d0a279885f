/** Freezes data that several parts of the code share, so that no part can change the data of the others. */

/** Freezes and returns the value with all values in it, which must not contain circular references. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
