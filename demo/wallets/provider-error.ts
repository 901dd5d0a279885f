/** An error as wallets give it to pages (EIP-1193): told apart by its number. */
export class ProviderError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
