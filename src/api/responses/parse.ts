/** The checks at the door: what the service says is rebuilt from the members we know, or refused. */
import { HubPayError } from '../../errors.js';
import type { ChainRecord } from '../../types.js';
import type { ExecuteAnswer } from './types.js';
import type { Issue, Reader } from './reader.js';
import { copyJson, list, matching, object, text, usable } from './reader.js';
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

/** G01: a quote or a status; and its cap for a listing or a history (G51). */
const QUOTE_SIZE = 512 * 1024;
const LISTING_SIZE = 4 * 1024 * 1024;

/** Total: whatever is given, it answers, with at least one problem where the quote cannot be used. */
export function parseQuote(json: unknown): { ok: true; value: WireQuote } | { ok: false; problems: Issue[] } {
  const problems: Issue[] = [];
  const value = read(quote, json, QUOTE_SIZE, problems);
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

/**
 * @param requestId what was asked for: an answer that names another request is refused
 * @throws HubPayError `service-down`
 */
export function parseStatus(json: unknown, requestId?: string): WireStatus {
  const answer = parseOrThrow('a status', status, json, QUOTE_SIZE);
  if (requestId === undefined || (answer.requestId ?? requestId) === requestId) return answer;
  throw unusable('a status', 'it is of another request');
}

/** @throws HubPayError `service-down` */
export const parseRequests = (json: unknown): WireRequests =>
  parseOrThrow('a history', object<WireRequests>({ requests: list(request), continuation: label }), json, LISTING_SIZE);

/**
 * One record of a history.
 * @throws HubPayError `service-down`
 */
export function parseRecord(json: unknown): WireRecord {
  const { data, depositAddress, ...record } = parseOrThrow('a record', requestRecord, json, QUOTE_SIZE);
  return { ...record, ...data, ...depositAddress };
}

/**
 * Groups of records, as service.md has them; a record that lacks what a currency needs is left out.
 * @throws HubPayError `service-down`
 */
export const parseCurrencies = (json: unknown): WireCurrencyRecord[][] =>
  parseOrThrow('a currency search', list(usable(currencyRecord)), json, LISTING_SIZE);

/** @throws HubPayError `service-down` */
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

/** @throws HubPayError `service-down` */
export const parseExecuted = (json: unknown): ExecuteAnswer =>
  parseOrThrow('an execution', object<ExecuteAnswer>({ message: label, requestId: id }), json, QUOTE_SIZE);

/** Any answer of success is one. Steps that cannot be read are left out: nobody is to do them. */
export const parseAuthorized = (json: unknown): { steps: WireStep[] } => ({
  steps: read(authorized, json, QUOTE_SIZE, [])?.steps ?? [],
});

/**
 * The chains that can be read; one that cannot is left out, and so neither paid from nor paid to.
 * @throws HubPayError `service-down`
 */
export const parseChains = (json: unknown): ChainRecord[] =>
  parseOrThrow('the chains listing', object({ chains: usable(chain) }), json, LISTING_SIZE).chains;

/** What an answer that is no success says, in whatever shape it comes. */
export function parseServiceError(json: unknown): { message?: string; errorCode?: string; requestId?: string } {
  const { message, errorCode, code, error, requestId } = read(errorBody, json, QUOTE_SIZE, []) ?? {};
  const codes = [errorCode, code, error].filter((each) => each !== undefined && /^[A-Z][A-Z0-9_]+$/.test(each));
  const words = message ?? error;
  return {
    ...(words !== undefined && { message: words.slice(0, 500) }),
    ...(codes[0] !== undefined && { errorCode: codes[0] }),
    ...(requestId !== undefined && { requestId }),
  };
}

/** G50: a plain path below the base's own, whose only query is a request id. */
export const isEndpoint = (endpoint: string): boolean =>
  /^(\/[A-Za-z0-9_-]+)+(\?requestId=0x[0-9a-f]{64})?$/.test(endpoint);

function read<T>(reader: Reader<T>, json: unknown, size: number, issues: Issue[]): T {
  const copy = copyJson(json, size, issues);
  return issues.length === 0 ? reader(copy, '', issues) : (undefined as never);
}

function parseOrThrow<T>(what: string, reader: Reader<T>, json: unknown, size: number): T {
  const issues: Issue[] = [];
  const value = read(reader, json, size, issues);
  const [issue] = issues;
  if (issue) throw unusable(what, `${issue.path || 'it'} ${issue.message}`);
  return value;
}

const unusable = (what: string, why: string): HubPayError =>
  new HubPayError('service-down', `The service answered ${what} that cannot be used: ${why}.`);
