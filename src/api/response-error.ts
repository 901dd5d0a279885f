/** Loads the code that reads error responses of the service and of the venue's exchange, when the first one arrives. */
import { HubPayError } from '../errors.js';
import type * as ServiceError from './service-error.js';
import { orNull } from '../shared/load-code.js';

/** The error of a failed response, with its HTTP status. The status can be 200 if only the body reports an error. */
export type ResponseError = HubPayError & { readonly status: number };

/** Returns the HTTP status of a `ResponseError`, or undefined for any other error. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof HubPayError ? (error as Partial<ResponseError>).status : undefined;

/**
 * Creates the error for a failed response. For the HTTP status 404, its reason is `not-found`. If the code that reads
 * the response cannot be loaded, the error is `service-down`, with the HTTP status in `details`.
 */
export async function loadedServiceError(
  ...given: Parameters<typeof ServiceError.serviceError>
): Promise<ResponseError> {
  const [where, status, , retryAfter] = given;
  const code = await orNull(import('./service-error.js'));
  const options = { details: String(status), ...(retryAfter !== undefined && { retryAfter }) };
  const error = code?.serviceError(...given) ?? new HubPayError('service-down', `${where} answered ${status}`, options);
  return Object.assign(error, { status, ...(status === 404 && { reason: 'not-found' as const }) });
}
