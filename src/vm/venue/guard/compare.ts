/** Compares a value of the service with the value that the guard expects, member by member. */
import { isRecord } from '../../../shared/text/patterns.js';
import { toJson } from '../../../shared/builtins/to-json.js';

/**
 * A condition for one value. `message` is the text after the value's path if the condition does not hold, such as `is
 * not the payer`.
 */
export type Condition = { holds: (value: unknown) => boolean; message: string };

/**
 * An expected value: an exact text or number, a condition, a list of expected values, or an object of expected values.
 */
export type Expected = string | number | Condition | readonly Expected[] | { readonly [member: string]: Expected };

/** Reports a value that differs from the expected one. `path` is the value's path in the quote. */
export type Report = (path: string, message: string) => void;

/**
 * Reports the differences. An object must have exactly the expected members, because an additional one would mean that
 * the service describes another message.
 */
export function compare(value: unknown, expected: Expected, path: string, report: Report): void {
  if (typeof expected !== 'object') {
    if (value !== expected) report(path, `is not ${toJson(expected)}`);
  } else if (isList(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length) report(path, `is not a list of ${expected.length}`);
    else expected.forEach((each, index) => compare(value[index], each, `${path}[${index}]`, report));
  } else if (isCondition(expected)) {
    if (!expected.holds(value)) report(path, expected.message);
  } else {
    const names = Object.keys(expected);
    const isSame = isRecord(value) && Object.keys(value).length === names.length;
    if (!isSame) report(path, `has not exactly the members ${names.join(', ')}`);
    compareMembers(value, expected, path, report);
  }
}

/**
 * Works like `compare`, but accepts additional members of this object. The caller never passes them to a wallet or to
 * the service.
 */
export function compareMembers(
  value: unknown,
  expected: { readonly [member: string]: Expected },
  path: string,
  report: Report,
): void {
  const own = isRecord(value) ? value : {};
  for (const [name, each] of Object.entries(expected)) {
    compare(Object.hasOwn(own, name) ? own[name] : undefined, each, `${path}.${name}`, report);
  }
}

const isList = (expected: object): expected is readonly Expected[] => Array.isArray(expected);
const isCondition = (expected: object): expected is Condition => 'holds' in expected;
