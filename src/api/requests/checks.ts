/** Checks what is sent to the service: first each field by its own rule, then the rules between fields. */
import { isHexAccount } from '../../shared/chain.js';
import { HubPayError } from '../../errors.js';
import { isObject } from '../responses/reader.js';

/**
 * Checks one value. Returns null if it is valid, else the problem as a sentence part that follows the field's name,
 * such as "must be true or false".
 */
export type Check = (value: unknown) => string | null;

/** One check for each field, required or not. */
export type Checks<T> = { readonly [K in keyof T]-?: Check };

/** A rule between fields: if `broken` returns true for a body, `field` gets `message`. */
export type BodyRule<T> = readonly [field: keyof T & string, broken: (body: Partial<T>) => boolean, message: string];

/** `field` is a member of the body. `message` follows its name and says what to do. */
export type Problem = { field: string; message: string };

export type BodyShape<T> = {
  /** Name for messages, as in "is no field of the quote body". */
  readonly name: string;
  readonly checks: Checks<T>;
  readonly needed: readonly (keyof T & string)[];
  readonly rules: readonly BodyRule<T>[];
};

/** Returns the first problem of a body, or null. Undefined members count as absent. */
export function problemOf<T extends object>(body: T, { name, checks, needed, rules }: BodyShape<T>): Problem | null {
  for (const field of needed) {
    if (body[field] === undefined) return { field, message: 'is missing: set it' };
  }
  for (const [field, value] of Object.entries(body)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(checks, field) ? checks[field as keyof T] : undefined;
    const message = check ? check(value) : `is no field of ${name}: look for a slip in its name, or leave it out`;
    if (message !== null) return { field, message };
  }
  for (const [field, broken, message] of rules) {
    if (broken(body)) return { field, message };
  }
  return null;
}

/** @throws HubPayError `config` with the field, its problem and what to do */
export function assertBody<T extends object>(body: T, kind: BodyShape<T>): void {
  const problem = isObject(body) ? problemOf(body, kind) : { field: 'body', message: `is not ${kind.name}` };
  if (!problem) return;
  const { field, message } = problem;
  throw new HubPayError('config', `${field}: ${message}`, { attribute: field });
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value).slice(0, 82);
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** @param what completes "must be …, not …", with an example if that helps */
const must =
  (accepts: (value: unknown) => boolean, what: string): Check =>
  (value) =>
    accepts(value) ? null : `must be ${what}, not ${shown(value)}`;

export const flag = must((value) => typeof value === 'boolean', 'true or false');
export const text = must((value) => typeof value === 'string' && value !== '', 'a text that is not empty');
export const matching = (pattern: RegExp, what: string): Check =>
  must((value) => typeof value === 'string' && pattern.test(value), what);
export const oneOf = (...values: readonly string[]): Check =>
  must((value) => values.includes(value as string), `one of ${values.map((each) => `"${each}"`).join(', ')}`);
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Check =>
  must(
    (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
    most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least} on` : `a whole number from ${least} to ${most}`,
  );

export const listOf =
  (check: Check, least = 0): Check =>
  (value) => {
    if (!Array.isArray(value)) return `must be a list, not ${shown(value)}`;
    if (value.length < least) return `needs at least ${least} entry: leave the field out instead of an empty list`;
    for (const [index, entry] of value.entries()) {
      const message = check(entry);
      if (message !== null) return `entry ${index} ${message}`;
    }
    return null;
  };

/** Accepts an object that has no unknown members. */
export const objectOf =
  (members: Readonly<Record<string, Check>>, needed: readonly string[]): Check =>
  (value) => {
    if (!isObject(value)) return `must be an object, not ${shown(value)}`;
    const problem = problemOf<Record<string, unknown>>(value, {
      name: 'such an object',
      checks: members,
      needed,
      rules: [],
    });
    return problem && `has a wrong ${problem.field}: it ${problem.message}`;
  };

export const chainId = whole(1);
/** An integer in the smallest unit of a currency. */
export const digits = matching(/^[0-9]{1,78}$/, 'digits only, in the smallest unit, such as "25000000"');
export const basisPoints = matching(/^(10000|[0-9]{1,4})$/, 'basis points from "0" to "10000" as a text');
export const hexAddress = must(
  (value) => typeof value === 'string' && isHexAccount(value),
  'an EVM address: 0x and 40 hex digits',
);
export const calldata = matching(/^0x([a-fA-F0-9]{2})*$/, 'calldata: 0x and whole bytes in hex');
export const requestId = matching(/^0x[a-fA-F0-9]{64}$/, 'a request id: 0x and 64 hex digits');
