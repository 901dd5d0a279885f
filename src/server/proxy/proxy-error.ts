/**
 * The error for a request that the proxy refuses or cannot answer. The page receives the message in the body
 * `{ message }`.
 */
export class ProxyError extends Error {
  /** The HTTP status of the response. */
  readonly status: number;
  /** Headers of the response, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
