/** Maps the service's error codes and HTTP statuses to the error codes of this package. */
import type { ErrorCode } from '../errors.js';
import { HubPayError } from '../errors.js';
import { retryAtOf } from './endpoint-pauses.js';
import { parseServiceError } from './responses/parse.js';

/**
 * Creates the error for a failed response. The first line of its `details` is the service's error code or, without one,
 * the HTTP status. If the response has a valid request id, it is on the second line. For the HTTP status 404, `details`
 * is always "404".
 * @param where the method and path of the request, for the message
 * @param json the parsed body; undefined if the body is not JSON
 * @param retryAfter the seconds of the `Retry-After` header
 * @param now when the response arrived; Unix time in milliseconds
 */
export function serviceError(where: string, status: number, json: unknown, retryAfter?: number, now = 0): HubPayError {
  const { errorCode, message, requestId } = json === undefined ? {} : parseServiceError(json);
  const code = codeOf(status, errorCode, json !== undefined);
  // Only an error with the code `config` names an option. The status can take precedence over the service's code.
  const attribute = code === 'config' && errorCode !== undefined ? attributes[errorCode] : undefined;
  return new HubPayError(
    code,
    [`${where} answered ${status}`, errorCode, message?.slice(0, 200)].filter(Boolean).join(': '),
    {
      details: status === 404 ? '404' : [errorCode ?? status, ...supportLine(requestId)].join('\n'),
      ...(attribute !== undefined && { attribute }),
      ...(retryAfter !== undefined && { retryAfter, values: retryAtOf(now + retryAfter * 1000) }),
    },
  );
}

/**
 * Returns the line of `details` with the service's request id, or no line without a usable id. With this id, the
 * service's support can find the failed request.
 */
const supportLine = (requestId = ''): string[] => (/^[\w-]{8,80}$/.test(requestId) ? [`requestId ${requestId}`] : []);

/**
 * Maps the service's codes to the error codes of this package. The HTTP statuses 401, 403 and 429 take precedence over
 * the code. For a code that is missing here, such as `UNKNOWN_ERROR`, the status and the beginning of the code decide.
 */
const codes: Readonly<Record<string, ErrorCode>> = {
  AMOUNT_TOO_LOW: 'amount-too-low',
  INSUFFICIENT_LIQUIDITY: 'amount-too-high',
  INSUFFICIENT_FUNDS: 'insufficient-funds',
  CHAIN_DISABLED: 'chain-paused',
  SWAP_IMPACT_TOO_HIGH: 'price-impact',
  SOLANA_TX_TOO_LARGE: 'transaction-too-large',

  // After one of the errors below, the payer can try another currency or chain.
  NO_QUOTES: 'no-route',
  NO_SWAP_ROUTES_FOUND: 'no-route',
  NO_INTERNAL_SWAP_ROUTES_FOUND: 'no-route',
  ROUTE_TEMPORARILY_RESTRICTED: 'no-route',
  SWAP_QUOTE_FAILED: 'no-route',
  INVALID_INPUT_CURRENCY: 'no-route',
  UNSUPPORTED_CHAIN: 'no-route',
  UNSUPPORTED_CURRENCY: 'no-route',
  UNSUPPORTED_EXECUTION_TYPE: 'no-route',
  UNSUPPORTED_ROUTE: 'no-route',
  ERC20_ROUTER_ADDRESS_NOT_FOUND: 'no-route',

  // The errors below usually mean that a setting of the merchant is wrong.
  INVALID_ADDRESS: 'config',
  INVALID_OUTPUT_CURRENCY: 'config',
  INVALID_RECIPIENT: 'config',
  INVALID_SLIPPAGE_TOLERANCE: 'config',
  INVALID_EXTRA_TXS: 'config',
  INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS: 'config',
  USER_RECIPIENT_MISMATCH: 'config',
  EXTRA_TXS_NOT_SUPPORTED: 'config',

  // The errors below are other refusals. The same request would fail again.
  UNAUTHORIZED: 'service-refused',
  FORBIDDEN: 'service-refused',
  SANCTIONED_CURRENCY: 'service-refused',
  SANCTIONED_WALLET_ADDRESS: 'service-refused',
  DESTINATION_TX_FAILED: 'service-refused',
  PERMIT_FAILED: 'service-refused',

  // The errors below are temporary: a retry can succeed.
  PRICE_FETCH_FAILED: 'service-down',
  REQUEST_TIMED_OUT: 'service-down',
  RPC_HTTP_ERROR: 'service-down',
  SERVICE_UNAVAILABLE: 'service-down',
};

/** Maps some error codes of the service to the option that causes the error. */
const attributes: Readonly<Record<string, string>> = {
  INVALID_RECIPIENT: 'recipient',
  USER_RECIPIENT_MISMATCH: 'recipient',
  INVALID_SLIPPAGE_TOLERANCE: 'slippageTolerance',
  INVALID_EXTRA_TXS: 'txs',
  EXTRA_TXS_NOT_SUPPORTED: 'txs',
  INVALID_OUTPUT_CURRENCY: 'destinationCurrency',
  INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS: 'quoteOptions',
};

function codeOf(status: number, errorCode: string | undefined, isJson: boolean): ErrorCode {
  if (status === 429) return 'rate-limited';
  if (status === 401 || status === 403) return 'service-refused';
  if (errorCode !== undefined && Object.hasOwn(codes, errorCode)) return codes[errorCode] ?? 'service-refused';
  // The statuses 404 and 410 can mean that the endpoint is missing. This proves nothing about the payment, so the error
  // is `service-down`.
  if (status >= 500 || status === 404 || status === 410 || !isJson) return 'service-down';
  if (errorCode?.startsWith('UNSUPPORTED_')) return 'no-route';
  if (errorCode?.startsWith('INVALID_')) return 'config';
  return 'service-refused';
}
