/**
 * Writes values as JSON, without any method `toJSON` that the page has put on arrays or on all objects. Prototype.js up
 * to 1.6 does this, and `JSON.stringify` then writes arrays as texts: stored payments would get lost.
 */

/**
 * Returns the same text as `JSON.stringify` on a page of its own. A class with a method `toJSON`, such as `Date`, is
 * written by this method.
 * @param writeBigint writes a bigint as a text; without it, a bigint is an error
 * @returns undefined for a value that JSON does not have, although the type says otherwise, as for `JSON.stringify`
 * @throws TypeError if the value contains a bigint or itself
 */
export const toJson = (value: unknown, writeBigint?: (value: bigint) => string): string =>
  write(value, [], writeBigint) as string;

function write(
  given: unknown,
  parents: readonly unknown[],
  writeBigint?: (value: bigint) => string,
): string | undefined {
  const value = ownForm(given);
  if (typeof value === 'bigint' && writeBigint) return JSON.stringify(writeBigint(value));
  // No `toJSON` is asked for a text, a number or a boolean.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (parents.indexOf(value) >= 0) throw new TypeError('A value that contains itself is no JSON');
  const inside = [...parents, value];
  let members = '';
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1)
      members += `${i === 0 ? '' : ','}${write(value[i], inside, writeBigint) ?? 'null'}`;
    return `[${members}]`;
  }
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    const member = write((value as Record<string, unknown>)[name], inside, writeBigint);
    if (member !== undefined) members += `${members && ','}${JSON.stringify(name)}:${member}`;
  }
  return `{${members}}`;
}

/** Returns what an object of a class says that it is in JSON. */
function ownForm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { toJSON?: unknown };
  const isOfPage = toJSON === (Object.prototype as typeof value & { toJSON?: unknown }).toJSON || Array.isArray(value);
  return typeof toJSON === 'function' && !isOfPage ? (toJSON.call(value) as unknown) : value;
}

/** Does what `Response.json` does. */
export const jsonResponse = (value: unknown, status = 200): Response =>
  new Response(toJson(value), { status, headers: { 'content-type': 'application/json' } });
