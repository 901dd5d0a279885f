/** Determines the name by which the proxy counts the requests of a client. */

/** The common name of all clients that have no name of their own. */
const EVERYBODY = 'everybody';

const MAX_LENGTH = 100;

/** The options that determine the name of a client. */
export type Naming = {
  client?: ((request: Request) => string) | undefined;
  trustedProxies?: number | undefined;
};

/** Returns the name of the client. All clients without a name of their own have the same name. */
export function clientOf(request: Request, { client, trustedProxies }: Naming): string {
  // A function in plain JavaScript can return another type, for example null if a header is missing.
  const named: unknown = client
    ? client(request)
    : forwardedFor(request.headers.get('x-forwarded-for'), trustedProxies);
  return (typeof named === 'string' && addressKey(named.trim()).slice(0, MAX_LENGTH)) || EVERYBODY;
}

/**
 * Finds the client's address in the header `x-forwarded-for`. Each server on the way appends the address from which it
 * got the request. The client can write any addresses before those. Returns an empty text if the header is absent or
 * too short.
 * @param trustedProxies the number of the merchant's servers that append an address. If absent, the last address that
 *   is not private counts, because the merchant's servers call each other by private addresses. If all are private, the
 *   first one counts.
 */
export function forwardedFor(header: string | null, trustedProxies?: number): string {
  const addresses = header?.split(',').map((each) => each.trim()) ?? [];
  if (trustedProxies !== undefined) return addresses.at(-trustedProxies) ?? '';
  return addresses.findLast((each) => !isPrivate(each)) ?? addresses[0] ?? '';
}

/**
 * Returns one text for all usual forms of an IPv4 address, such as `::ffff:192.0.2.1`. All other IPv6 addresses with
 * the same first 64 bits get one text, because one client can use all of them. Returns any other text unchanged.
 */
function addressKey(text: string): string {
  const address = bareAddress(text);
  const words = wordsOf(address);
  if (words) return ipv4In(words) ?? `${words.slice(0, 4).map(hex).join(':')}::/64`;
  return IPV4.test(address) ? address : text;
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Removes the port, the brackets and the quotation marks that some servers write around an address. */
function bareAddress(text: string): string {
  const [, bracketed, withPort] = /^"?(?:\[([^\]]+)\](?::\d+)?|([\d.]+)(?::\d+)?)"?$/.exec(text) ?? [];
  return bracketed ?? withPort ?? text;
}

/** Returns the eight 16-bit words of an IPv6 address, without its zone. Returns null for any other text. */
function wordsOf(text: string): number[] | null {
  const [address = ''] = text.split('%', 1);
  const url = `http://[${address}]/`;
  if (!/^[\da-f:.]*:[\da-f:.]*$/i.test(address) || !URL.canParse(url)) return null;
  // In the host of a URL, an IPv6 address is in lower case, and has hex words only.
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0');
  return [...(first ?? []), ...zeros, ...(last ?? [])].map((word) => parseInt(word, 16));
}

/** Returns the IPv4 address in an IPv6 address of the form `::ffff:192.0.2.1`, or null for any other form. */
function ipv4In([a, b, c, d, e, mark, high = 0, low = 0]: readonly number[]): string | null {
  if ([a, b, c, d, e].some((word) => word !== 0) || mark !== 0xffff) return null;
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** Private IPv4 networks and similar ones, whose addresses no client on the internet has. */
const PRIVATE = [
  /^(?:10|127)\./,
  /^192\.168\./,
  /^172\.(?:1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
];

function isPrivate(text: string): boolean {
  const address = bareAddress(text);
  const words = wordsOf(address);
  const ipv4 = words ? ipv4In(words) : address;
  if (words === null || ipv4 !== null) return IPV4.test(ipv4 ?? '') && PRIVATE.some((each) => each.test(ipv4 ?? ''));
  const [first = 0, ...rest] = words;
  const isLoopback = first === 0 && rest.slice(0, -1).every((word) => word === 0) && rest.at(-1) === 1;
  return isLoopback || first >> 9 === 0xfc00 >> 9 || first >> 6 === 0xfe80 >> 6;
}

const hex = (word: number): string => word.toString(16);
