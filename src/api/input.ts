/** Reads and checks the base URL that a merchant configures. */
import { HubPayError } from '../errors.js';
import { LOWER_BYTES32 } from '../shared/patterns.js';

/**
 * Parses the base URL of the service, or of a merchant's proxy of it.
 * @throws HubPayError `config` naming `base-url`
 */
export function parseBaseUrl(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    const wrong = `base-url: "${baseUrl}" is no plain http or https address in full, such as https://shop.example/hub`;
    throw new HubPayError('config', wrong, { attribute: 'base-url' });
  }
  return url;
}

/**
 * Normalizes a request id to lower case. Any other text could change the request path.
 * @throws HubPayError `config`
 */
export function parseRequestId(text: unknown): string {
  const id = String(text).toLowerCase();
  if (LOWER_BYTES32.test(id)) return id;
  throw new HubPayError('config', 'requestId: a request id is 32 bytes, as 0x-hex', { attribute: 'requestId' });
}
