/** The error for a request that the proxy refuses. The page receives it as `{ message }`. */
export class ProxyError extends Error {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Headers of the answer, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
