/** Reads untyped fields of a request record. */
import type { WireRequest } from './types.js';

/** Returns the string in this member. Null if the member is empty or not a string. */
export function textIn(request: WireRequest, name: string): string | null {
  const value = request[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * The number of calls that the order runs on the destination chain (`protocol.v2.orderData.output.calls`). Null if the
 * record does not contain the order data.
 */
export function callsIn(request: WireRequest): number | null {
  const calls = ['protocol', 'v2', 'orderData', 'output', 'calls'].reduce(member, request);
  return Array.isArray(calls) ? calls.length : null;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
