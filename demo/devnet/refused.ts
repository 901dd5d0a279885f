/** The errors that the service answers, in its own shapes. */

/** Thrown anywhere below the server, which answers it. */
export class Refused extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>> & ({ message: string } | { error: string })) {
    super(String(body['message'] ?? body['error']));
    this.name = 'Refused';
    this.status = status;
    this.body = body;
  }
}

/** A quote that cannot be given: `{ message, errorCode, errorData? }`, HTTP 400. */
export function refusedQuote(errorCode: string, message: string, errorData?: unknown): Refused {
  return new Refused(400, { message, errorCode, ...(errorData === undefined ? {} : { errorData }) });
}

/** What the other endpoints refuse: `{ message, code }`. */
export function refused(status: number, code: string, message: string): Refused {
  return new Refused(status, { message, code });
}
