/** Parses request ids and the URLs that the merchant sets. */
import { config } from '../errors.js';
import { LOWER_BYTES32 } from '../shared/text/patterns.js';

/**
 * Parses a URL that the merchant sets. It is the base URL of the service or of the merchant's proxy, a URL of the
 * venue, or the `confirmUrl` without its query.
 * @param name the name of the option, for the error
 * @throws HubPayError `config` if the URL is missing or relative, is not http or https, or has credentials, a query or
 *   a fragment
 */
export function parseBaseUrl(baseUrl: string | undefined, name = 'baseUrl'): URL {
  if (!baseUrl)
    throw config(
      name,
      name === 'baseUrl'
        ? 'is missing; set it to the URL of the service'
        : 'names no address; set it to a full URL, or leave it out',
    );
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url?.username || url?.password)
    throw config(name, 'has a user name or a password, with which no request can be sent');
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    const shown = publicPart(baseUrl);
    throw config(name, `${shown && `"${shown}" `}is no full http or https URL, such as https://shop.example/hub`);
  }
  return url;
}

/**
 * Returns the part of a URL that a message can repeat, because a log can contain the message: nothing of a text that
 * can have a user name or a password, even if it is no URL, and no content of a query or a fragment.
 */
export const publicPart = (url: string): string => (url.includes('@') ? '' : url.replace(/([?#]).+$/s, '$1…'));

/**
 * Checks a request id, and returns it in lower case.
 * @throws HubPayError `config` if the text is not 32 bytes in hex, with the prefix `0x`
 */
export function parseRequestId(text: unknown): string {
  // A value from JSON can be an object, and its conversion to a text can throw.
  const id = typeof text === 'string' ? text.toLowerCase() : '';
  if (LOWER_BYTES32.test(id)) return id;
  throw config('requestId', 'must be 32 bytes in hex, with the prefix 0x');
}
