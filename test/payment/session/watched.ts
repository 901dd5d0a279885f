/** Returns an object that receives the promise's value or error. Until then, the object is empty. */
export function watched<T>(promise: Promise<T>): { value?: T; error?: unknown } {
  const result: { value?: T; error?: unknown } = {};
  promise.then(
    (value) => (result.value = value),
    (error: unknown) => (result.error = error),
  );
  return result;
}
