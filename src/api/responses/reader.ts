/** A small kit to check JSON from outside: readers rebuild a value from what they know, or note what is wrong where. */

/** `path` is empty for the whole, else like `steps[0].items[0].data`; `message` goes on from it: "is missing". */
export type Issue = { path: string; message: string };

/** Reads one value. What it returns counts only where it noted nothing. */
export type Reader<T> = (value: unknown, path: string, issues: Issue[]) => T;

/** One reader a member. A member that may be absent from `T` may be read by `optional` or `display`. */
type Fields<T> = { [K in keyof T]-?: Reader<T[K]> };

export const wrong = (issues: Issue[], path: string, message: string): never => {
  issues.push({ path, message });
  return undefined as never;
};

/** @param what completes "is not …" */
const checked =
  <T>(accepts: (value: unknown) => value is T, what: string): Reader<T> =>
  (value, path, issues) =>
    accepts(value) ? value : wrong(issues, path, isAbsent(value) ? 'is missing' : `is not ${what}`);

export const text: Reader<string> = checked(
  (value): value is string => typeof value === 'string' && value !== '',
  'a text',
);
export const flag: Reader<boolean> = checked((value) => typeof value === 'boolean', 'true or false');
export const matching = (pattern: RegExp, what: string): Reader<string> =>
  checked((value): value is string => typeof value === 'string' && pattern.test(value), what);

/** A finite number, of whatever use: never an amount. */
export const number: Reader<number> = checked((value): value is number => Number.isFinite(value), 'a number');
export const integer = (least: number, most: number): Reader<number> =>
  checked(
    (value): value is number => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    `a whole number from ${least} to ${most}`,
  );

/** Absent or null is left out; anything wrong is an issue. For what money depends on. */
export const optional =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (value, path, issues) =>
    isAbsent(value) ? undefined : read(value, path, issues);

/** Absent or wrong is left out. For what is only shown. */
export const display =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (value, path) => {
    const issues: Issue[] = [];
    const result = read(value, path, issues);
    return issues.length === 0 ? result : undefined;
  };

export const object =
  <T>(fields: Fields<T>): Reader<T> =>
  (value, path, issues) => {
    if (!isObject(value)) return wrong(issues, path, isAbsent(value) ? 'is missing' : 'is not an object');
    const result = bare();
    for (const [name, read] of Object.entries<Reader<unknown>>(fields)) {
      const member = read(own(value, name), path ? `${path}.${name}` : name, issues);
      if (member !== undefined) result[name] = member;
    }
    return result as T;
  };

/** An object whose names are not known; wrong members are left out. */
export const dictionary =
  <T>(read: Reader<T>): Reader<{ [name: string]: T }> =>
  (value, path) => {
    const result = bare() as { [name: string]: T };
    for (const [name, source] of Object.entries(isObject(value) ? value : {})) {
      const member = display(read)(source, `${path}.${name}`, []);
      if (member !== undefined) result[name] = member;
    }
    return result;
  };

export const list =
  <T>(read: Reader<T>, most: number = Infinity): Reader<T[]> =>
  (value, path, issues) => {
    if (!Array.isArray(value)) return wrong(issues, path, isAbsent(value) ? 'is missing' : 'is not a list');
    if (value.length > most) return wrong(issues, path, `has more than ${most} entries`);
    return value.map((entry, index) => read(entry, `${path}[${index}]`, issues));
  };

/** A list whose wrong entries are left out. */
export const usable =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value, path, issues) => {
    // What is no list is noted, and then there is nothing to filter.
    const entries = list(display(read))(value, path, issues) as (T | undefined)[] | undefined;
    return (entries ?? []).filter((entry) => entry !== undefined);
  };

/** An object or a value that is taken as it is: `copyJson` has made it ours. */
export const record: Reader<Record<string, unknown>> = checked(isObject, 'an object');
export const anything: Reader<unknown> = (value) => value;

/** No honest answer is nested deeper (G01). */
const MAX_DEPTH = 24;

/**
 * A copy that shares nothing with `value`, each member read once, objects without a prototype: what a page puts on
 * `Object.prototype` is never read as the service's word.
 * @param size the most characters of names and texts together, plus one a value
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
    if (!isObject(source)) return isScalar(source) ? source : wrong(issues, path, 'is not JSON');
    const result = bare();
    for (const name of Object.keys(source)) {
      if (/^(__proto__|constructor|prototype)$/.test(name)) return wrong(issues, path, `has a member "${name}"`);
      left -= name.length;
      const member = source[name];
      if (member !== undefined) result[name] = copy(member, path ? `${path}.${name}` : name, depth + 1);
    }
    return result;
  };
  try {
    return copy(value, '', 1);
  } catch {
    return wrong(issues, '', 'cannot be read');
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const own = (value: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;
const bare = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;
