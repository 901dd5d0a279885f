/** Freezes plain data, so that one reader cannot change what the next one reads. */

/** Freezes the value and everything in it, and returns it. The data must not contain circular references. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
