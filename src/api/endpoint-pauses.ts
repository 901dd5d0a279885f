/**
 * Remembers which endpoints of the service get no request for a while, because of the response header `Retry-After`.
 */
import { HubPayError, type ErrorCode } from '../errors.js';

/** A time in which an endpoint gets no request. */
export interface EndpointPause {
  /** End of the pause: Unix time in milliseconds. */
  until: number;
  /** The error code of the response that asked for the pause. */
  code: ErrorCode;
}

/**
 * The pause of each endpoint, by its path without query and request id. So a pause after the request for one request id
 * also applies to all others.
 */
export type EndpointPauses = Map<string, EndpointPause>;

const pathOf = (endpoint: string): string => endpoint.replace(/\?.*|0x[0-9a-f]{64}/gi, '');

/**
 * Returns the field `values` of an error. `retryAt` is the time at which the next request is possible, as Unix time in
 * milliseconds.
 */
export const retryAtOf = (until: number): { retryAt: string } => ({ retryAt: String(until) });

/** Returns the remaining milliseconds of the endpoint's pause, or 0 if the endpoint has no pause. */
export const pauseOf = (pauses: EndpointPauses, endpoint: string, now: number): number =>
  Math.max((pauses.get(pathOf(endpoint))?.until ?? 0) - now, 0);

/**
 * Throws if the service has asked for a pause of this endpoint with `Retry-After`, and the pause has not ended.
 * @throws HubPayError with the code of the error that started the pause
 */
export function assertNoPause(pauses: EndpointPauses, endpoint: string, now: number): void {
  const path = pathOf(endpoint);
  const pause = pauses.get(path);
  if (!pause || pause.until <= now) return;
  throw new HubPayError(pause.code, `The service takes no request to ${path} until its Retry-After has passed.`, {
    retryAfter: (pause.until - now) / 1000,
    values: retryAtOf(pause.until),
  });
}

/**
 * Starts a pause of the endpoint if the error has a `Retry-After` of more than 0 seconds. Does nothing if a pause is
 * running that does not end earlier.
 */
export function notePause(pauses: EndpointPauses, endpoint: string, error: unknown, now: number): void {
  const { code, retryAfter } = error as Partial<HubPayError>;
  if (!code || !retryAfter) return;
  const until = now + retryAfter * 1000;
  if (until - now > pauseOf(pauses, endpoint, now)) pauses.set(pathOf(endpoint), { until, code });
}
