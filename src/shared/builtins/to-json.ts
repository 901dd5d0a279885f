/**
 * Writes values as JSON, but ignores each method `toJSON` that the page has added to arrays or to all objects.
 * Prototype.js up to 1.6 adds such methods. `JSON.stringify` then writes arrays as texts, and stored payments would get
 * lost.
 */

/**
 * Returns the text that `JSON.stringify` returns on a page without such methods, except for wrapper objects such as
 * `new String('a')`, and for an array with a `toJSON` of its own, which is ignored. A method `toJSON` of another class,
 * such as `Date`, or of any other single object still takes effect.
 * @param writeBigint returns the text for a bigint; if absent, a bigint is an error, except on a page that has added
 *   `BigInt.prototype.toJSON`
 * @returns the text; for a value that JSON does not have, such as a function, undefined, although the type excludes it
 * @throws TypeError if the value contains itself, or such a bigint
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
  // `JSON.stringify` calls no `toJSON` for a text, a number or a boolean.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (parents.indexOf(value) >= 0) throw new TypeError('A value that contains itself is no JSON');
  const inside = [...parents, value];
  let members = '';
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1)
      members += `${i === 0 ? '' : ','}${write(value[i], inside, writeBigint) ?? 'null'}`;
    return `[${members}]`;
  }
  // A copy without a prototype has only own members. To ask for them, a page could have replaced `Object.hasOwn`.
  const own: Readonly<Record<string, unknown>> = { __proto__: null, ...value };
  for (const name in own) {
    const member = write(own[name], inside, writeBigint);
    if (member !== undefined) members += `${members && ','}${JSON.stringify(name)}:${member}`;
  }
  return `{${members}}`;
}

/**
 * Returns the result of the object's `toJSON`, or the value itself if it has none except one that the page has added.
 */
function ownForm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { toJSON?: unknown };
  const isOfPage = toJSON === (Object.prototype as typeof value & { toJSON?: unknown }).toJSON || Array.isArray(value);
  return typeof toJSON === 'function' && !isOfPage ? (toJSON.call(value) as unknown) : value;
}

/** Like `Response.json`, but writes the value with `toJson`, and takes only a status. */
export const jsonResponse = (value: unknown, status = 200): Response =>
  new Response(toJson(value), { status, headers: { 'content-type': 'application/json' } });
