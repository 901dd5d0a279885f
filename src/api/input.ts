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
