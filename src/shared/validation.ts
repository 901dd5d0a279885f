/**
 * Provides readers for values of unknown shape, such as responses. Each reader checks one value. It returns the value,
 * a copy of its valid parts, or undefined, and it may record an issue.
 */
import { isRecord } from './text/patterns.js';

/**
 * A problem with a value. `path` is its place, for example `steps[0].items`, and is empty if the whole value is wrong.
 * `message` says what is wrong, such as "is missing".
 */
export type Issue = {
  path: string;
  message: string;
  /** What `value` must be, such as "a list". Absent if `message` alone describes the issue. */
  expected?: string;
  /** The invalid value; present only together with `expected`. */
  value?: unknown;
};

/** True if the issue has the member `expected`, and its value is undefined or null. */
export const isMissing = ({ expected, value }: Issue): boolean => expected !== undefined && isAbsent(value);

/** Reads and checks one value. The caller may use the result only if the reader has recorded no issue. */
export type Reader<T> = (value: unknown, path: string, issues: Issue[]) => T;

/**
 * A reader for each member of an object. The reader of an optional member must accept an absent value, as `optional`
 * does.
 */
export type Fields<T> = { [K in keyof T]-?: Reader<T[K]> };

/**
 * Records an issue, and returns undefined as a value of type `never`. A reader of any type can return this value, but
 * no code may use it.
 */
export const wrong = (issues: Issue[], path: string, message: string): never => {
  issues.push({ path, message });
  return undefined as never;
};

const mismatch = (issues: Issue[], path: string, expected: string, value: unknown): never => {
  issues.push({ path, message: isAbsent(value) ? 'is missing' : `is not ${expected}`, expected, value });
  return undefined as never;
};

/**
 * Creates a reader from a type check.
 * @param expected what the value must be, such as "a list"
 */
export const checked =
  <T>(accepts: (value: unknown) => value is T, expected: string): Reader<T> =>
  (value, path, issues) =>
    accepts(value) ? value : mismatch(issues, path, expected, value);

/** A string that is not empty. */
export const text: Reader<string> = checked(
  (value): value is string => typeof value === 'string' && value !== '',
  'a text',
);

/**
 * A string, which can be empty. An amount must not be a number, because a number can lose digits. So for a number, the
 * message of the issue shows how to write it as a text.
 */
export const writtenText: Reader<string> = (value, path, issues) =>
  typeof value === 'string' ? value : wrong(issues, path, notText(value));

/** Returns the message of an issue for a value that should be a text but is none. */
export function notText(value: unknown): string {
  if (value === null) return 'is null: set a text, or leave it out';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return `${value} is a ${typeof value}: write "${value}"`;
  return `must be a text, not a value of type ${typeof value}`;
}

/** A boolean. */
export const flag: Reader<boolean> = checked((value) => typeof value === 'boolean', 'true or false');

/** A string that matches the pattern. `expected` describes the pattern in messages. */
export const matching = (pattern: RegExp, expected: string): Reader<string> =>
  checked((value): value is string => typeof value === 'string' && pattern.test(value), expected);

/** A finite number. Do not use this reader for amounts, because an amount can exceed the range of exact integers. */
export const number: Reader<number> = checked((value): value is number => Number.isFinite(value), 'a number');

/** A safe integer from `least` to `most`. */
export const integer = (least: number, most: number = Number.MAX_SAFE_INTEGER): Reader<number> =>
  checked(
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
    most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least} on` : `a whole number from ${least} to ${most}`,
  );

/**
 * Creates a reader for a member that can be absent, but must be valid if it is present. The reader returns undefined if
 * the value is absent or null. For any other invalid value, it records the issues of `read`.
 */
export const optional =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (value, path, issues) =>
    isAbsent(value) ? undefined : read(value, path, issues);

/**
 * Creates a reader for a member without which the rest of the object can still be used. The reader returns undefined
 * for an absent or invalid value, and records no issue.
 */
export const display =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (value, path) => {
    const issues: Issue[] = [];
    const result = read(value, path, issues);
    return issues.length === 0 ? result : undefined;
  };

/**
 * Creates a reader for an object. The result is a new object without a prototype. It has only the members for which
 * `fields` has a reader, and only those whose reader does not return undefined.
 */
export const object =
  <T>(fields: Fields<T>): Reader<T> =>
  (value, path, issues) => {
    if (!isRecord(value)) return mismatch(issues, path, 'an object', value);
    const result = bare();
    for (const [name, read] of Object.entries<Reader<unknown>>(fields)) {
      const member = read(own(value, name), memberPath(path, name), issues);
      if (member !== undefined) result[name] = member;
    }
    return result as T;
  };

/**
 * Creates a reader for an object whose members can have any name. The result leaves out invalid members, and is empty
 * if the value is not an object.
 */
export const dictionary =
  <T>(read: Reader<T>): Reader<{ [name: string]: T }> =>
  (value, path) => {
    const result = bare() as { [name: string]: T };
    for (const [name, source] of Object.entries(isRecord(value) ? value : {})) {
      const member = display(read)(source, `${path}.${name}`, []);
      if (member !== undefined) result[name] = member;
    }
    return result;
  };

/** Creates a reader for a list of at most `most` entries. */
export const list =
  <T>(read: Reader<T>, most: number = Infinity): Reader<T[]> =>
  (value, path, issues) => {
    if (!Array.isArray(value)) return mismatch(issues, path, 'a list', value);
    if (value.length > most) return wrong(issues, path, `has more than ${most} entries`);
    return value.map((entry, index) => read(entry, `${path}[${index}]`, issues));
  };

/** Creates a reader for a list. The result leaves out invalid entries, and is empty if the value is not a list. */
export const usable =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value, path, issues) => {
    // If the value is not a list, `list` returns undefined and records an issue.
    const entries = list(display(read))(value, path, issues) as (T | undefined)[] | undefined;
    return (entries ?? []).filter((entry) => entry !== undefined);
  };

/** Any object that is not an array, without a check of its members. */
export const record: Reader<Record<string, unknown>> = checked(isRecord, 'an object');

/** A function. */
export const callable: Reader<never> = checked((value): value is never => typeof value === 'function', 'a function');

/** Any value. */
export const anything: Reader<unknown> = (value) => value;

/** Any value. Use it for a member that the caller checks itself. Its type fits a member of any type. */
export const unchecked = anything as Reader<never>;

/** Any object that is not an array. Use it for a member that the caller checks itself. */
export const instance = record as Reader<never>;

/** Creates a reader for an object with these functions, which can also be methods of its class. */
export const having = (...functions: readonly string[]): Reader<never> =>
  checked(
    (value): value is never => isRecord(value) && functions.every((name) => typeof value[name] === 'function'),
    `an object with ${functions.length === 1 ? 'the function' : 'the functions'} ${functions.join(', ')}`,
  );

/**
 * An API key: one or more visible ASCII characters, which a header can contain. No message of an issue contains the
 * key.
 */
export const apiKeyText: Reader<string> = (value, path, issues) =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
    ? value
    : wrong(issues, path, 'is empty, or is not a valid header value');

/** The maximum number of levels of nested values (G01). A text or number within an object or list is a level, too. */
const MAX_DEPTH = 24;

/**
 * Copies `value`, with objects that have no prototype. Otherwise, code could read a member of `Object.prototype` as one
 * that the sender wrote. Records one issue if `value` is not JSON, is too large or too deep, or has a member with a
 * dangerous name. The caller may use the copy only if there is no issue.
 * @param size the maximum size: the number of characters in all names and strings, plus one for each value
 */
export function copyJson(value: unknown, size: number, issues: Issue[]): unknown {
  let left = size;
  const copy = (source: unknown, path: string, depth: number): unknown => {
    left -= typeof source === 'string' ? source.length + 1 : 1;
    if (issues.length > 0) return undefined;
    if (left < 0) return wrong(issues, '', 'is too large');
    if (depth > MAX_DEPTH) return wrong(issues, '', 'is nested too deeply');
    if (Array.isArray(source)) {
      const result: unknown[] = [];
      for (let index = 0; index < source.length && issues.length === 0; index += 1) {
        result.push(copy(source[index], `${path}[${index}]`, depth + 1));
      }
      return result;
    }
    if (!isRecord(source)) return isScalar(source) ? source : wrong(issues, path, 'is not JSON');
    const result = bare();
    for (const name of Object.keys(source)) {
      if (/^(__proto__|constructor|prototype)$/.test(name)) return wrong(issues, path, `has a member "${name}"`);
      left -= name.length;
      const member = source[name];
      if (member !== undefined) result[name] = copy(member, memberPath(path, name), depth + 1);
    }
    return result;
  };
  try {
    return copy(value, '', 1);
  } catch {
    return wrong(issues, '', 'cannot be read');
  }
}

const memberPath = (path: string, name: string): string => (path ? `${path}.${name}` : name);

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const own = (value: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;
const bare = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;
