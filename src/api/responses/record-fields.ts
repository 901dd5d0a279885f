/** What is read of a request record beside its known shape, and how two addresses are compared. */
import type { WireRequest } from './types.js';

/** Hex is the same in either case, on any chain; everything else only letter by letter. */
export const sameText = (a: string, b: string): boolean => a === b || (isHex(a) && isHex(b) && lower(a) === lower(b));

/** A member that holds a text; null where it holds none. */
export function textIn(request: WireRequest, name: string): string | null {
  const value = request[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** How many calls the order runs on the destination chain; null where the record does not tell the order. */
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
