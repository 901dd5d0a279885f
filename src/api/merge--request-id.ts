/** The id of a request, as payers and pages write it and as the service does. */
import { HubPayError } from '../errors.js';

/**
 * The id as the service writes it. Anything but 32 bytes would reach another path, or nothing.
 * @throws HubPayError `config`
 */
export function parseRequestId(text: unknown): string {
  const id = String(text).toLowerCase();
  if (/^0x[0-9a-f]{64}$/.test(id)) return id;
  throw new HubPayError('config', 'requestId: a request id is 32 bytes, as 0x-hex', { attribute: 'requestId' });
}
