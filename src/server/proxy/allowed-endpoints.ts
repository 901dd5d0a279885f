/**
 * Lists the paths, methods and fields of the service that a page can use through the proxy. The proxy rejects all
 * others. It also checks the values of all query parameters, and of the fields of `/authorize`.
 */
import { currenciesBody, executeBody, permitBody, requestsQuery } from '../../api/requests/other-bodies.js';
import { quoteBody } from '../../api/requests/quote-body.js';
import { isHexAccount } from '../../shared/chain.js';
import { BYTES32, isRecord } from '../../shared/text/patterns.js';
import { ProxyError } from './proxy-error.js';

/**
 * The allowed members of an object. `true` allows any value that is no object, and lists of such values. A function
 * allows such a value if the function returns true for it. A nested shape allows objects that have only its members,
 * any value that is no object, and lists of both.
 */
type Shape = { readonly [name: string]: true | Check | Shape };

type Check = (value: unknown) => boolean;

/** A method and path that the proxy accepts, with the allowed query and body. */
export type Endpoint = {
  method: 'GET' | 'POST';
  /** Matches the request's path after the proxy's mount path. */
  path: RegExp;
  /** The allowed query parameters, each with the pattern that its value must match. If absent, none is allowed. */
  query?: Readonly<Record<string, RegExp>>;
  /** The allowed fields of the body. If absent, the proxy sends no body. */
  body?: Shape;
  /** Set if a request to this endpoint can make the merchant pay fees as a sponsor. */
  sponsors?: 'quote' | 'execute';
};

const SIGNATURE = /^0x([0-9a-f]{2}){64,4096}$/i;
const TEXT = /^[^\p{Cc}]{1,512}$/u;

const text =
  (form: RegExp): Check =>
  (value) =>
    typeof value === 'string' && form.test(value);

/**
 * True for a positive safe integer, such as a chain id or a nonce of the venue. JavaScript can round a larger number.
 */
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;

const isEvmAddress: Check = (value) => typeof value === 'string' && isHexAccount(value);

/** The body of `/authorize`, which maps the nonce of a venue transfer to an order. */
const nonceMapping: Shape = {
  type: text(/^nonce-mapping$/),
  walletChainId: isCount,
  wallet: isEvmAddress,
  depositor: isEvmAddress,
  nonce: isCount,
  id: text(BYTES32),
  signatureChainId: isCount,
};

const names = (...list: readonly string[]): Shape => Object.fromEntries(list.map((name) => [name, true]));

/** Allows every field that `HubClient` can send in this body or query. */
const fieldsOf = ({ checks }: { checks: object }): Shape => names(...Object.keys(checks));

const authorizationList = names('chainId', 'address', 'nonce', 'yParity', 'r', 's');

/** All fields of the quote body, except `refundOnOrigin`, which the service has deprecated. */
const { refundOnOrigin: _, ...quoteFields } = fieldsOf(quoteBody);
const quote: Shape = {
  ...quoteFields,
  txs: names('to', 'value', 'data', 'originalTxValue'),
  authorizationList,
  additionalData: names('userPublicKey'),
  appFees: names('recipient', 'fee'),
};

/**
 * All parameters of the query, except `apiKey`, because a page must not list requests that were made with other keys.
 */
const { apiKey: __, ...history } = fieldsOf(requestsQuery);

const ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: /^\/chains$/ },
  { method: 'POST', path: /^\/quote(\/v2)?$/, body: quote, sponsors: 'quote' },
  { method: 'GET', path: /^\/intents\/status(\/v3)?$/, query: { requestId: BYTES32 } },
  {
    method: 'GET',
    path: /^\/requests\/v2$/,
    query: Object.fromEntries(Object.keys(history).map((name) => [name, TEXT])),
  },
  { method: 'GET', path: /^\/requests\/0x[0-9a-f]{64}\/signature$/i },
  {
    method: 'POST',
    path: /^\/currencies\/v1$/,
    body: fieldsOf(currenciesBody),
  },
  {
    method: 'POST',
    path: /^\/authorize$/,
    query: { signature: SIGNATURE },
    body: nonceMapping,
  },
  {
    method: 'POST',
    path: /^\/execute\/permits$/,
    query: { signature: SIGNATURE },
    body: fieldsOf(permitBody),
  },
  {
    method: 'POST',
    path: /^\/execute$/,
    body: {
      ...fieldsOf(executeBody),
      data: { ...names('chainId', 'to', 'data', 'value'), authorizationList },
      executionOptions: names('referrer', 'subsidizeFees'),
    },
    sponsors: 'execute',
  },
  { method: 'POST', path: /^\/transactions\/index$/, body: names('txHash', 'chainId', 'referrer') },
  { method: 'POST', path: /^\/transactions\/single$/, body: names('tx', 'chainId', 'requestId', 'referrer') },
];

/** Returns the endpoints at a path, one for each method. */
export const endpointsAt = (path: string): Endpoint[] => ENDPOINTS.filter((each) => each.path.test(path));

/**
 * Checks the query of a request.
 * @throws ProxyError 403 if the endpoint does not accept a parameter; 400 if a value is invalid or a parameter occurs
 *   twice
 */
export function checkQuery(query: URLSearchParams, { query: known = {} }: Endpoint): void {
  for (const [name, value] of query) {
    const form = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!form) throw new ProxyError(403, `The proxy does not forward the query parameter ${shown(name)}.`);
    // The proxy and the service could read different values of a parameter that occurs twice.
    if (!form.test(value) || query.getAll(name).length > 1) throw new ProxyError(400, `${name} has a wrong value.`);
  }
}

/**
 * Checks the fields of a request body.
 * @throws ProxyError 403 if the endpoint does not accept a field; 400 if the value of a field is invalid; the message
 *   names the field
 */
export function checkBody(body: Record<string, unknown>, shape: Shape): void {
  const strange = strangeIn(body, shape);
  if (strange !== null) throw new ProxyError(403, `The proxy does not forward the field ${shown(strange)}.`);
  for (const [name, value] of Object.entries(body)) {
    const check = shape[name];
    if (typeof check === 'function' && !check(value)) throw new ProxyError(400, `${name} has a wrong value.`);
  }
}

function strangeIn(value: Record<string, unknown>, shape: Shape): string | null {
  for (const [name, member] of Object.entries(value)) {
    const inner = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (inner === undefined) return name;
    const isPlain = typeof inner !== 'object';
    for (const entry of Array.isArray(member) ? member : [member]) {
      const within = isRecord(entry) && !isPlain ? strangeIn(entry, inner) : null;
      if (within !== null) return `${name}.${within}`;
      if (Array.isArray(entry) || (isRecord(entry) && isPlain)) return name;
    }
  }
  return null;
}

const shown = (name: string): string => `"${name.slice(0, 40)}"`;
