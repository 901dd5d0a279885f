/** Loads the code that reads the service's errors. It loads with the first error. */
import { HubPayError } from '../errors.js';
import type * as ServiceError from './service-error.js';

/** The error for a failed response. Without the code, it names the HTTP status and counts as an outage. */
export async function loadedServiceError(...given: Parameters<typeof ServiceError.serviceError>): Promise<HubPayError> {
  const code = await import('./service-error.js').catch(() => null);
  if (code) return code.serviceError(...given);
  const [where, status, , retryAfter] = given;
  const details = String(status);
  const options = { details, ...(retryAfter !== undefined && { retryAfter }) };
  return new HubPayError('service-down', `${where} answered ${details}`, options);
}
