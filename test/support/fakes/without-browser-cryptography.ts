/** Lets the tests of a `describe` use the library's cryptography. That of the browser needs real time. */
export function withoutBrowserCryptography(): void {
  const { subtle } = crypto;
  const set = (value: SubtleCrypto | undefined): void => {
    Object.defineProperty(crypto, 'subtle', { configurable: true, value });
  };
  before(() => set(undefined));
  after(() => set(subtle));
}
