/** Names the client that sent a request, by which the proxy counts requests. */

/** The name of all clients that have none. */
const EVERYBODY = 'everybody';

const MAX_LENGTH = 100;

/** How the merchant names a client. */
export type Naming = {
  client?: ((request: Request) => string) | undefined;
  trustedProxies?: number | undefined;
};

/** Returns the name of the client. All clients without a name share one. */
export function clientOf(request: Request, { client, trustedProxies }: Naming): string {
  // Plain JavaScript can return another type, for example null for a header that is missing.
  const named: unknown = client
    ? client(request)
    : forwardedFor(request.headers.get('x-forwarded-for'), trustedProxies);
  return (typeof named === 'string' && addressKey(named.trim()).slice(0, MAX_LENGTH)) || EVERYBODY;
}

/**
 * Finds the client's address in the header `x-forwarded-for`, to which each server on the way appends the address that
 * it got the request from. The client can write any addresses before those.
 * @param trustedProxies the number of the merchant's servers that append an address. If absent, the last address counts
 *   that is not private, because the merchant's servers call each other by private addresses.
 */
export function forwardedFor(header: string | null, trustedProxies?: number): string {
  const addresses = header?.split(',').map((each) => each.trim()) ?? [];
  if (trustedProxies !== undefined) return addresses.at(-trustedProxies) ?? '';
  return addresses.findLast((each) => !isPrivate(each)) ?? addresses[0] ?? '';
}

/**
 * Returns one text for all forms of an address. One for all addresses of an IPv6 network with a prefix of 64 bits, too,
 * because a client can use all of them. Any other text stays as it is.
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

/** Returns the eight words of an IPv6 address, without its zone. Returns null for any other text. */
function wordsOf(text: string): number[] | null {
  const [address = ''] = text.split('%', 1);
  const url = `http://[${address}]/`;
  if (!/^[\da-f:.]*:[\da-f:.]*$/i.test(address) || !URL.canParse(url)) return null;
  // The host of a URL is in lower case, and has hex words only.
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0');
  return [...(first ?? []), ...zeros, ...(last ?? [])].map((word) => parseInt(word, 16));
}

/** Returns the IPv4 address that an IPv6 address such as `::ffff:192.0.2.1` contains. */
function ipv4In([a, b, c, d, e, mark, high = 0, low = 0]: readonly number[]): string | null {
  if ([a, b, c, d, e].some((word) => word !== 0) || mark !== 0xffff) return null;
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The networks that no client on the internet has an address of. */
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
