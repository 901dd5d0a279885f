/** Reads untyped fields of a request record, and compares identifiers. */
import type { WireRequest } from './types.js';

/** Compares two identifiers. Ignores the letter case only if both are hex with the prefix `0x`. */
export const sameText = (a: string, b: string): boolean => a === b || (isHex(a) && isHex(b) && lower(a) === lower(b));

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

const isHex = (text: string): boolean => /^0x[0-9a-f]+$/i.test(text);
const lower = (text: string): string => text.toLowerCase();
