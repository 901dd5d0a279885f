/**
 * Checks the bodies and queries of requests to the service, and the options of callers. A reader checks each field, and
 * then rules compare fields with each other.
 */
import { config, textOf, type MessagePart } from '../../errors.js';
import { isHexAccount } from '../../shared/chain.js';
import { nearestName } from '../../shared/text/edit-distance.js';
import { BYTES32, HEX_BYTES, isRecord } from '../../shared/text/patterns.js';
import {
  checked,
  list,
  matching,
  record,
  wrong,
  type Fields,
  type Issue,
  type Reader,
} from '../../shared/validation.js';
import { toJson } from '../../shared/builtins/to-json.js';

/**
 * A rule that compares fields of a body. If `broken` returns true, the check reports the rest of the tuple as the
 * message about `field`.
 */
export type BodyRule<T> = readonly [
  field: keyof T & string,
  broken: (body: Partial<T>) => boolean,
  ...message: readonly MessagePart[],
];

/** A wrong field of a body. `message` says in parts what is wrong with the field. */
export type Problem = { field: string; message: readonly MessagePart[] };

/** Describes a valid body of type `T`. */
export type BodyShape<T> = {
  /** The body's name in messages, such as "the quote body". */
  readonly name: string;
  /** The reader for each field, including the optional fields. */
  readonly checks: Fields<T>;
  /** The required fields. */
  readonly needed: readonly (keyof T & string)[];
  /** Rules that compare fields, in the order in which they run after all readers. */
  readonly rules: readonly BodyRule<T>[];
};

/** Returns the first problem of a body, or null if it has none. Members that are undefined count as absent. */
export function problemOf<T extends object>(body: T, { name, checks, needed, rules }: BodyShape<T>): Problem | null {
  for (const field of needed) {
    if (body[field] === undefined) return { field, message: ['is missing: set it'] };
  }
  const issues: Issue[] = [];
  for (const [field, value] of Object.entries(body)) {
    if (value === undefined) continue;
    if (Object.hasOwn(checks, field)) (checks[field as keyof T] as Reader<unknown>)(value, '', issues);
    else return { field, message: [`is not a field of ${name}: `, ...adviceFor(field, Object.keys(checks))] };
    if (issues[0]) return { field, message: [messageOf(issues[0])] };
  }
  const broken = rules.find(([, isBroken]) => isBroken(body));
  if (!broken) return null;
  const [field, , ...message] = broken;
  return { field, message };
}

/** Names the field that was probably meant or, if there is none, advises to correct or remove the unknown one. */
function adviceFor(unknown: string, known: readonly string[]): readonly MessagePart[] {
  const meant = nearestName(unknown, known);
  return meant === undefined ? ['correct its name, or leave it out'] : ['did you mean "', { option: meant }, '"?'];
}

/**
 * Throws if the body has a problem.
 * @throws HubPayError `config`; the message names the field and says what is wrong with it
 */
export function assertBody<T extends object>(body: T, shape: BodyShape<T>): void {
  const problem = isRecord(body) ? problemOf(body, shape) : { field: 'body', message: [`is not ${shape.name}`] };
  if (problem) throw config(problem.field, ...problem.message);
}

/**
 * Returns the name of the first of these members that is present but undefined, or undefined if there is none. The
 * caller probably wanted to set this member, for example from an environment variable that is missing.
 */
export const undefinedIn = <T extends object>(body: T, names: readonly (keyof T & string)[]): string | undefined =>
  names.find((name) => Object.hasOwn(body, name) && body[name] === undefined);

/** Returns the name of the first member that is present but undefined, apart from `names`. Undefined if none is. */
export const undefinedExcept = (body: object, names: readonly string[] = []): string | undefined =>
  Object.entries(body).find(([name, value]) => value === undefined && !names.includes(name))?.[0];

/** The message about a member that is present but undefined. */
export const UNDEFINED = 'is undefined: set it, or leave it out';

/**
 * Returns the text of an issue. If the wrong value is in a list, the text starts with the value's position, such as
 * "entry 0". The path has no other parts, because `exactObject` names a wrong member in `message`.
 */
const messageOf = ({ path, message, expected, value }: Issue): string =>
  path.replace(/\[(\d+)\]/g, 'entry $1 ') +
  (expected === undefined ? message : `must be ${expected}, not ${shown(value)}`);

/** Returns a message about what is wrong with the value of an option, or null if the value is valid. */
export function problemOfValue(read: Reader<unknown>, value: unknown): string | null {
  const issues: Issue[] = [];
  read(value, '', issues);
  const [issue] = issues;
  if (!issue || issue.path || issue.expected === undefined) return issue ? messageOf(issue) : null;
  return `${shown(value)} is not ${issue.expected}`;
}

/** Writes any value for a message, such as `25n`. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return toJson(value).slice(0, 82);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** A string that is not empty. */
export const text: Reader<string> = matching(/[^]/, 'a text that is not empty');

/** One of the given strings. */
export const oneOf = <T extends string>(...values: readonly T[]): Reader<T> =>
  checked((value): value is T => values.includes(value as T), `one of ${values.map((each) => `"${each}"`).join(', ')}`);

/** A list with at least one entry. */
export const filledList =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value, path, issues) =>
    Array.isArray(value) && value.length === 0
      ? wrong(issues, path, 'needs at least 1 entry: leave the field out instead of an empty list')
      : list(read)(value, path, issues);

/** An object that has every needed member and no unknown member. A member with the value undefined counts as absent. */
export const exactObject =
  <T extends object>(checks: Fields<T>, needed: readonly (keyof T & string)[]): Reader<T> =>
  (value, path, issues) => {
    if (!isRecord(value)) return record(value, path, issues) as T;
    const problem = problemOf(value as T, { name: 'such an object', checks, needed, rules: [] });
    return problem ? wrong(issues, path, `has a wrong ${problem.field}: it ${textOf(problem.message)}`) : (value as T);
  };

/** From 1 to 78 decimal digits, such as an amount in the smallest unit of a currency. */
export const digits: Reader<string> = matching(
  /^[0-9]{1,78}$/,
  'digits only, in the smallest unit, such as "25000000"',
);

/** Basis points as a string, from "0" to "10000": "50" is 0.5 %. */
export const basisPoints: Reader<string> = (value, path, issues) =>
  typeof value === 'number'
    ? wrong(issues, path, `is the number ${value}: write "${value}"`)
    : points(value, path, issues);
const points = matching(/^(10000|[0-9]{1,4})$/, 'a whole number from 0 to 10000');

/** An EVM address in any letter case, without a check of its checksum. */
export const hexAddress: Reader<string> = checked(
  (value): value is string => typeof value === 'string' && isHexAccount(value),
  'an EVM address: 0x and 40 hex digits',
);

/** Whole bytes in hex, with the prefix `0x`. */
export const calldata: Reader<string> = matching(HEX_BYTES, 'calldata: 0x and whole bytes in hex');

/** A request id of the service, in any letter case. */
export const requestId: Reader<string> = matching(BYTES32, 'a request id: 0x and 64 hex digits');
