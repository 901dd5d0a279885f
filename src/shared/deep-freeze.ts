/** Freezes data that several parts of the code share, so that no part can change the data of the others. */

/**
 * Freezes the value and, recursively, the values of its properties, and returns it. The value must be plain data
 * without circular references.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
