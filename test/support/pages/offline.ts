/** Makes the browser report that it is offline while the function runs. */
export async function whileOffline<T>(run: () => Promise<T>): Promise<T> {
  // Node 20 has no `navigator`.
  const [owner, name, value] =
    'navigator' in globalThis ? [navigator, 'onLine', false] : [globalThis, 'navigator', { onLine: false }];
  Object.defineProperty(owner, name, { configurable: true, value });
  return run().finally(() => {
    Reflect.deleteProperty(owner, name);
  });
}
