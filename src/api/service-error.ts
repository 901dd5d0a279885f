/** What the service's refusals mean to a payer: its codes and HTTP statuses as codes of ours. */
import type { ErrorCode } from '../errors.js';
import { HubPayError } from '../errors.js';
import { parseServiceError } from './parse.js';

/**
 * The error for an answer that is none. The service's own code stands in `details`, or the HTTP status where it gave no
 * code or does not know what was asked for (404).
 *
 * @param where what was asked, for developers: method and path, never a query.
 * @param json the body; undefined where it is no JSON, so not the service's own.
 * @param retryAfter seconds.
 */
export function serviceError(where: string, status: number, json: unknown, retryAfter?: number): HubPayError {
  const { errorCode, message } = json === undefined ? {} : parseServiceError(json);
  const attribute = errorCode === undefined ? undefined : attributes[errorCode];
  return new HubPayError(
    codeOf(status, errorCode, json !== undefined),
    [`${where} answered ${status}`, errorCode, message?.slice(0, 200)].filter(Boolean).join(': '),
    {
      details: status === 404 ? '404' : (errorCode ?? String(status)),
      ...(attribute !== undefined && { attribute }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  );
}

const codes: Readonly<Record<string, ErrorCode>> = {
  AMOUNT_TOO_LOW: 'amount-too-low',
  INSUFFICIENT_LIQUIDITY: 'amount-too-high',
  INSUFFICIENT_FUNDS: 'insufficient-funds',
  CHAIN_DISABLED: 'chain-paused',
  SWAP_IMPACT_TOO_HIGH: 'price-impact',
  SOLANA_TX_TOO_LARGE: 'transaction-too-large',
  NO_QUOTES: 'no-route',
  NO_SWAP_ROUTES_FOUND: 'no-route',
  NO_INTERNAL_SWAP_ROUTES_FOUND: 'no-route',
  ROUTE_TEMPORARILY_RESTRICTED: 'no-route',
  INVALID_INPUT_CURRENCY: 'no-route',
  SWAP_QUOTE_FAILED: 'no-route',
  USER_RECIPIENT_MISMATCH: 'config',
  EXTRA_TXS_NOT_SUPPORTED: 'config',
  PRICE_FETCH_FAILED: 'service-down',
  REQUEST_TIMED_OUT: 'service-down',
  RPC_HTTP_ERROR: 'service-down',
  SERVICE_UNAVAILABLE: 'service-down',
};

/** The attribute a code speaks of, so that the message can stand at its field. */
const attributes: Readonly<Record<string, string>> = {
  INVALID_RECIPIENT: 'recipient',
  USER_RECIPIENT_MISMATCH: 'recipient',
  INVALID_SLIPPAGE_TOLERANCE: 'slippage-tolerance',
  INVALID_EXTRA_TXS: 'txs',
  EXTRA_TXS_NOT_SUPPORTED: 'txs',
};

function codeOf(status: number, errorCode: string | undefined, isJson: boolean): ErrorCode {
  if (status === 429) return 'rate-limited';
  if (status === 401 || status === 403) return 'service-refused';
  if (errorCode !== undefined && Object.hasOwn(codes, errorCode)) return codes[errorCode] ?? 'service-refused';
  // A moved endpoint is an outage: it says nothing about the payment.
  if (status >= 500 || status === 404 || status === 410 || !isJson) return 'service-down';
  if (errorCode?.startsWith('UNSUPPORTED_')) return 'no-route';
  if (errorCode?.startsWith('INVALID_')) return 'config';
  return 'service-refused';
}
