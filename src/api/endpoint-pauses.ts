/** Remembers which endpoints of the service get no request for now, because of its header `Retry-After`. */
import { HubPayError, type ErrorCode } from '../errors.js';

/** Why and until when an endpoint gets no request. */
export interface EndpointPause {
  /** End of the pause: Unix time in milliseconds. */
  until: number;
  /** The error code of the answer that asked for the pause. */
  code: ErrorCode;
}

/** The pauses by path, without query and request id, because the service limits an endpoint as a whole. */
export type EndpointPauses = Map<string, EndpointPause>;

const pathOf = (endpoint: string): string => endpoint.replace(/\?.*|0x[0-9a-f]{64}/gi, '');

/** The value of an error that says when the next request is possible: Unix time in milliseconds. */
export const retryAtOf = (until: number): { retryAt: string } => ({ retryAt: String(until) });

/** Returns how long this endpoint gets no request, in milliseconds. */
export const pauseOf = (pauses: EndpointPauses, endpoint: string, now: number): number =>
  Math.max((pauses.get(pathOf(endpoint))?.until ?? 0) - now, 0);

/** @throws HubPayError the code of the service's earlier answer, if its `Retry-After` has not passed */
export function assertNoPause(pauses: EndpointPauses, endpoint: string, now: number): void {
  const path = pathOf(endpoint);
  const pause = pauses.get(path);
  if (!pause || pause.until <= now) return;
  throw new HubPayError(pause.code, `${path} gets no request before its Retry-After.`, {
    retryAfter: (pause.until - now) / 1000,
    values: retryAtOf(pause.until),
  });
}

/** Starts a pause if the error is an answer with `Retry-After`. A pause never becomes shorter. */
export function notePause(pauses: EndpointPauses, endpoint: string, error: unknown, now: number): void {
  const { code, retryAfter } = error as Partial<HubPayError>;
  if (!code || !retryAfter) return;
  const until = now + retryAfter * 1000;
  if (until - now > pauseOf(pauses, endpoint, now)) pauses.set(pathOf(endpoint), { until, code });
}
