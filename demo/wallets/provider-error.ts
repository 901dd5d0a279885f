/** An error that a wallet returns to a page (EIP-1193). `code` identifies the kind of error. */
export class ProviderError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
