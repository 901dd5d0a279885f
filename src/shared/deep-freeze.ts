/** Freezes data that several readers share, so that no reader can change it. */

/** Freezes the value and all values in it, and returns the value. The data must not contain circular references. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
