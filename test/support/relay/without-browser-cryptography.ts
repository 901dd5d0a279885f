/** Lets the tests of a `describe` use the library's cryptography, which needs no real time, unlike that of the browser. */
export function withoutBrowserCryptography(): void {
  const { subtle } = crypto;
  const set = (value: SubtleCrypto | undefined): void => {
    Object.defineProperty(crypto, 'subtle', { configurable: true, value });
  };
  before(() => set(undefined));
  after(() => set(subtle));
}
