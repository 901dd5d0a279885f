/** Error responses of the service. Their format depends on the endpoint. */

/** If an endpoint throws this error, the server responds with `status` and `body`. */
export class RequestError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>> & ({ message: string } | { error: string })) {
    super(String(body['message'] ?? body['error']));
    this.name = 'RequestError';
    this.status = status;
    this.body = body;
  }
}

/** Creates an error of the quote endpoint: `{ message, errorCode, errorData? }` with the HTTP status 400. */
export function quoteError(errorCode: string, message: string, errorData?: unknown): RequestError {
  return new RequestError(400, { message, errorCode, ...(errorData === undefined ? {} : { errorData }) });
}

/** Creates an error of the other endpoints: `{ message, code }`. */
export function requestError(status: number, code: string, message: string): RequestError {
  return new RequestError(status, { message, code });
}
