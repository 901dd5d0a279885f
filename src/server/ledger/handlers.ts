/**
 * Handles the HTTP requests of the ledger: what the element posts to `confirm-url`, and a page's request for its order.
 */
import { textOf } from '../../api/http.js';
import { visibleText } from '../../shared/text/visible-text.js';
import { BYTES32, isRecord } from '../../shared/text/patterns.js';
import { inTime, type Clock } from '../../shared/time/clock.js';
import { asRequest } from '../../shared/as-request.js';
import type { Checker } from './payments/checker.js';
import type { StoredTerms } from './database/store.js';
import { problemOfId } from './order-id.js';
import { isExpired } from './order-terms.js';
import type { ConsoleLines } from './console-lines.js';
import type { ReadBudget, Reader } from './payments/read-budget.js';
import { orderStatusOf, TRAITS } from './payments/status.js';
import { storePayment, type StoreAnswer, type StoreDeps } from './payments/store-payment.js';
import type { LedgerOptions, LedgerPayment } from './types.js';

/** What the handlers need. */
export type HandlerDeps = {
  storing: StoreDeps;
  checker: Checker;
  budget: ReadBudget;
  authorize: LedgerOptions['authorize'];
  visitor: LedgerOptions['visitor'];
  /** The path of `handler`, without a slash at the end. */
  path: string;
  clock: Clock;
};

/** The handlers of a ledger, which never reject. */
export type Handlers = {
  storeHandler: (request: Request, orderId: string) => Promise<Response>;
  handler: (request: Request) => Promise<Response>;
};

/**
 * The maximum length of a body, in bytes. The element's body is much shorter, unless the merchant's `reference` is very
 * long.
 */
const MAX_BODY = 8 * 1024;
const BODY_MS = 10_000;

/** A refusal with its HTTP status. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function createHandlers({ storing, checker, budget, authorize, visitor, path, clock }: HandlerDeps): Handlers {
  const readerOf = (request: Request, orderId: string, isPoll: boolean): Reader => {
    if (!visitor) return { orderId, visitor: null, isPoll };
    // A function in plain JavaScript can return another type, for example undefined if a header is missing.
    const named: unknown = visitor(request);
    return { orderId, visitor: typeof named === 'string' ? named : '', isPoll };
  };

  /** @throws Refused if there is no such order, or if this visitor may not pay and see it */
  const allowedOrder = async (request: Request, orderId: string): Promise<StoredTerms> => {
    const { db, store } = storing.core;
    const terms = problemOfId(orderId) === null ? await store.readOrder(db.query, orderId) : null;
    if (!terms) throw new Refused(404, 'There is no such order.');
    const isAllowed: unknown = authorize ? await authorize(request, orderId) : true;
    if (isAllowed !== true) throw new Refused(403, 'This visitor may not pay or see this order.');
    return terms;
  };

  const storeId = async (request: Request, orderId: string): Promise<Response> => {
    if (typeof orderId !== 'string') throw new TypeError(`storeHandler: the order's id ${problemOfId(orderId)}`);
    if (request.method !== 'POST') throw new Refused(405, 'Use POST.');
    const requestId = await requestIdIn(request, clock);
    const terms = await allowedOrder(request, orderId);
    const reader = readerOf(request, orderId, false);
    const answer = await storePayment(storing, requestId, terms, reader);
    return responseOf(answer, answer.status === 429 ? budget.waitOf(reader) : 0);
  };

  const show = async (request: Request, orderId: string): Promise<Response> => {
    const { db, store, now } = storing.core;
    const terms = await allowedOrder(request, orderId);
    const payments = await store.payments(db.query, orderId);
    const { order } = await checker.checkOrder({ terms, payments }, readerOf(request, orderId, true));
    const { expiresAt } = terms;
    const status = orderStatusOf(order.payments, now());
    return Response.json(
      { status, expiresAt, isExpired: isExpired(expiresAt, now()), payments: order.payments.map(shownPayment) },
      { headers: { 'cache-control': 'no-store' } },
    );
  };

  let isPathTold = false;
  /** Writes once that the handler is mounted at another path. A client can cause this too, by `..` in a path. */
  const tellPath = (method: string, pathname: string): void => {
    if (isPathTold) return;
    isPathTold = true;
    const shown = visibleText(`${method} ${pathname.slice(0, 200)}`);
    console.error(`hub-pay: ${shown} is not below path "${path}": set the option path of createLedger`);
  };

  const route = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const isBelow = pathname.startsWith(`${path}/`);
    if (!isBelow) tellPath(request.method, pathname);
    const [id = '', step, ...rest] = isBelow ? pathname.slice(path.length + 1).split('/') : [];
    const orderId = decoded(id);
    if (!orderId || rest.length > 0 || (step !== undefined && step !== 'payment'))
      throw new Refused(404, 'There is no such path.');
    if (step === 'payment') return storeId(request, orderId);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refused(405, 'Use GET.');
    return show(request, orderId);
  };

  return {
    storeHandler: (request, orderId) => guarded(storing.lines, orderId, () => storeId(asRequest(request), orderId)),
    handler: (request) => guarded(storing.lines, null, () => route(asRequest(request))),
  };
}

/** Converts every error to a response, which reveals nothing about the inside of the server. */
async function guarded(lines: ConsoleLines, orderId: string | null, run: () => Promise<Response>): Promise<Response> {
  try {
    const response = await run();
    lines.works('handlers', 'the handlers answer again.');
    return response;
  } catch (error) {
    if (error instanceof Refused) return problem(error.status, error.message);
    lines.tell('handlers', `${orderId === null ? 'the handler' : `order ${orderId}`} failed:`, error);
    return problem(503, 'The shop cannot answer now. Try again in a minute.');
  }
}

function responseOf({ status, message = '' }: StoreAnswer, waitMs: number): Response {
  if (status === 204) return new Response(null, { status });
  const seconds = status === 429 ? Math.max(1, Math.ceil(waitMs / 1_000)) : null;
  return problem(status, message, seconds === null ? {} : { 'retry-after': String(seconds) });
}

const problem = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ message }, { status, headers: { 'cache-control': 'no-store', ...headers } });

function shownPayment({ requestId, status }: LedgerPayment): { requestId: string; status: string; message?: string } {
  const { shown } = TRAITS[status];
  return { requestId, status, ...(shown !== null && { message: shown }) };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * Reads the request id from the body. A page of another site cannot send this content type without a CORS preflight.
 */
async function requestIdIn(request: Request, clock: Clock): Promise<string> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new Refused(415, 'The content type must be application/json.');
  const late = (): Error => new Refused(408, 'The body did not arrive in time.');
  const limit = { ms: BODY_MS, clock, signal: request.signal, late };
  const text = await inTime(limit, (signal) => textOf(request, MAX_BODY, signal)).catch((error: unknown) => {
    if (error instanceof Refused) throw error;
    throw error instanceof RangeError
      ? new Refused(413, `The body is longer than ${MAX_BODY} bytes.`)
      : new Refused(400, 'The body could not be read.');
  });
  const id = requestIdOf(text);
  if (id === null) throw new Refused(400, 'The body must be { requestId }, with 32 bytes in hex and the prefix 0x.');
  return id;
}

function requestIdOf(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    const id: unknown = isRecord(body) ? body['requestId'] : null;
    return typeof id === 'string' && BYTES32.test(id) ? id.toLowerCase() : null;
  } catch {
    return null;
  }
}
