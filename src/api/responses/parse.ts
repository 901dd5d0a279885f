/**
 * Parses and checks the service's responses. A result has only the members that its type declares, and a status also
 * has the `requestId` of the response. Three values keep all members: the records of `parseRequests`, the `data` of an
 * item and the `orderData` of a quote.
 */
import { HubPayError } from '../../errors.js';
import type { ChainRecord } from '../../types.js';
import type { ExecuteAnswer } from './types.js';
import type { Issue, Reader } from '../../shared/validation.js';
import { anything, copyJson, list, matching, object, text } from '../../shared/validation.js';
import {
  amountText,
  authorized,
  chain,
  chainId,
  currencyRecord,
  errorBody,
  id,
  label,
  quote,
  request,
  requestRecord,
  status,
} from './shapes.js';
import type {
  WireAttestation,
  WireCurrencyRecord,
  WireQuote,
  WireRecord,
  WireRequests,
  WireStatus,
  WireStep,
} from './types.js';

/**
 * Maximum size of a response, as `copyJson` measures it (G01, G51). The larger limit `LISTING_SIZE` applies to a page
 * of the request history, and to each record of the chains listing and of a currency search.
 */
const QUOTE_SIZE = 512 * 1024;
const LISTING_SIZE = 4 * 1024 * 1024;

/** Parses a quote. Never throws, but returns the problems of an invalid quote. */
export function parseQuote(json: unknown): { ok: true; value: WireQuote } | { ok: false; problems: Issue[] } {
  const problems: Issue[] = [];
  const value = read(quote, json, QUOTE_SIZE, problems);
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

/**
 * Parses a status response.
 * @param requestId the requested id; a response with another request id is rejected
 * @throws HubPayError `service-down` if the response is invalid
 */
export function parseStatus(json: unknown, requestId?: string): WireStatus {
  const answer = parseOrThrow('a status', status, json, QUOTE_SIZE);
  if (requestId === undefined || (answer.requestId ?? requestId) === requestId) return answer;
  throw unusable('a status', 'it belongs to another request');
}

/**
 * Parses the records of requests (`GET /requests/v2`).
 * @throws HubPayError `service-down` if the response is invalid
 */
export const parseRequests = (json: unknown): WireRequests =>
  parseOrThrow('a history', object<WireRequests>({ requests: list(request), continuation: label }), json, LISTING_SIZE);

/**
 * Parses one record of `GET /requests/v2`.
 * @throws HubPayError `service-down` if the record is invalid
 */
export function parseRecord(json: unknown): WireRecord {
  const { data, depositAddress, ...record } = parseOrThrow('a record', requestRecord, json, QUOTE_SIZE);
  const { address, ...deposit } = depositAddress ?? {};
  return { ...record, ...data, ...deposit, ...(address !== undefined && { depositAddress: address }) };
}

/**
 * Parses the result of a currency search, and leaves out invalid records.
 * @throws HubPayError `service-down` if the response is invalid
 */
export const parseCurrencies = (json: unknown): WireCurrencyRecord[][] =>
  valueOrThrow('a currency search', (issues) => list(list(anything))(json, '', issues)).map((group) =>
    group.flatMap((each) => readable(currencyRecord, each) ?? []),
  );

/**
 * Parses an attestation (`GET /requests/<request_id>/signature`).
 * @throws HubPayError `service-down` if the response is invalid
 */
export const parseAttestation = (json: unknown): WireAttestation =>
  parseOrThrow(
    'an attestation',
    object<WireAttestation>({
      requestData: object<WireAttestation['requestData']>({
        originChainId: chainId,
        originUser: text,
        originCurrency: text,
        originAmount: amountText,
        destinationChainId: chainId,
        destinationUser: text,
      }),
      signature: matching(/^0x([0-9a-f]{2})+$/i, 'a signature'),
    }),
    json,
    QUOTE_SIZE,
  );

/**
 * Parses the response of `POST /execute`.
 * @throws HubPayError `service-down` if the response is invalid
 */
export const parseExecuted = (json: unknown): ExecuteAnswer =>
  parseOrThrow('an execution', object<ExecuteAnswer>({ message: label, requestId: id }), json, QUOTE_SIZE);

/**
 * Parses the response to a posted signature. Never throws. Leaves out unreadable steps, which is safe: this package
 * executes no step of such a response, except a signature that the guard has checked and that replaces the first one.
 */
export const parseAuthorized = (json: unknown): { steps: WireStep[] } => ({
  steps: read(authorized, json, QUOTE_SIZE, [])?.steps ?? [],
});

/**
 * Parses the chains listing, and leaves out unreadable chains, so that no payment uses them.
 * @param nextSlice called after each chain, so that parsing the long listing does not block the page
 * @throws HubPayError `service-down` if the response is invalid
 */
export async function parseChains(json: unknown, nextSlice: () => Promise<void>): Promise<ChainRecord[]> {
  const listing = object<{ chains: unknown[] }>({ chains: list(anything) });
  const { chains } = valueOrThrow('the chains listing', (issues) => listing(json, '', issues));
  const result: ChainRecord[] = [];
  for (const each of chains) {
    const parsed = readable(chain, each);
    if (parsed) result.push(parsed);
    await nextSlice();
  }
  return result;
}

/** Parses an error response of any shape. Never throws. Leaves out the members that the response does not have. */
export function parseServiceError(json: unknown): { message?: string; errorCode?: string; requestId?: string } {
  const { message, errorCode, code, error, requestId } = read(errorBody, json, QUOTE_SIZE, []) ?? {};
  const codes = [errorCode, code, error].filter((each) => each !== undefined && /^[A-Z][A-Z0-9_]+$/.test(each));
  const description = message ?? error;
  return {
    ...(description !== undefined && { message: description.slice(0, 500) }),
    ...(codes[0] !== undefined && { errorCode: codes[0] }),
    ...(requestId !== undefined && { requestId }),
  };
}

/**
 * True if the endpoint is a plain path of letters, digits, `-`, `_` and slashes. The query may contain a request id,
 * but nothing else (G50).
 */
export const isEndpoint = (endpoint: string): boolean =>
  /^(\/[A-Za-z0-9_-]+)+(\?requestId=0x[0-9a-f]{64})?$/.test(endpoint);

function read<T>(reader: Reader<T>, json: unknown, size: number, issues: Issue[]): T {
  const copy = copyJson(json, size, issues);
  return issues.length === 0 ? reader(copy, '', issues) : (undefined as never);
}

/**
 * Reads one record of a list, or returns undefined if the record is invalid. Copies each record separately, so that the
 * others stay readable if one record is too large or too deep.
 */
function readable<T>(reader: Reader<T>, json: unknown): T | undefined {
  const issues: Issue[] = [];
  const value = read(reader, json, LISTING_SIZE, issues);
  return issues.length === 0 ? value : undefined;
}

const parseOrThrow = <T>(what: string, reader: Reader<T>, json: unknown, size: number): T =>
  valueOrThrow(what, (issues) => read(reader, json, size, issues));

function valueOrThrow<T>(what: string, run: (issues: Issue[]) => T): T {
  const issues: Issue[] = [];
  const value = run(issues);
  const [issue] = issues;
  if (issue) throw unusable(what, `${issue.path || 'it'} ${issue.message}`);
  return value;
}

const unusable = (what: string, why: string): HubPayError =>
  new HubPayError('service-down', `The service answered ${what} that cannot be used: ${why}.`);
