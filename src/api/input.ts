/** Where the service is: the one rule for what a merchant may name. */
import { HubPayError } from '../errors.js';

/**
 * The address of the service, or of a merchant's proxy of it.
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
 * The id as the service writes it. Anything but 32 bytes would reach another path, or nothing.
 * @throws HubPayError `config`
 */
export function parseRequestId(text: unknown): string {
  const id = String(text).toLowerCase();
  if (/^0x[0-9a-f]{64}$/.test(id)) return id;
  throw new HubPayError('config', 'requestId: a request id is 32 bytes, as 0x-hex', { attribute: 'requestId' });
}
