/**
 * Loads the code that reads error responses of the service. The code loads when the service sends its first error
 * response.
 */
import { HubPayError } from '../errors.js';
import type * as ServiceError from './service-error.js';

/**
 * Creates the error for a failed response. If the code cannot be loaded, the error is `service-down` and names the HTTP
 * status.
 */
export async function loadedServiceError(...given: Parameters<typeof ServiceError.serviceError>): Promise<HubPayError> {
  const code = await import('./service-error.js').catch(() => null);
  if (code) return code.serviceError(...given);
  const [where, status, , retryAfter] = given;
  const details = String(status);
  const options = { details, ...(retryAfter !== undefined && { retryAfter }) };
  return new HubPayError('service-down', `${where} answered ${details}`, options);
}
