/**
 * Declares the kinds of Lit properties that the element has: how Lit reads the attribute, and which new values cause
 * another rendering.
 */
import { kebabCase } from '../shared/text/kebab-case.js';
import { toJson } from '../shared/builtins/to-json.js';

/** The options of a Lit property, as far as the element uses them. */
export type Declaration = {
  readonly attribute?: string | false;
  readonly type?: unknown;
  readonly reflect?: boolean;
  readonly converter?: (value: string | null) => unknown;
  readonly hasChanged?: (value: unknown, old: unknown) => boolean;
};

/** A string property. Without its attribute, it is undefined until a script sets it. */
export const text: Declaration = { converter: (value) => value ?? undefined };

/** A number property. Without its attribute, it is undefined until a script sets it. */
export const number: Declaration = { converter: (value) => (value === null ? undefined : Number(value)) };

/** A boolean property. Adding its attribute sets it to true, and removing the attribute sets it to false. */
export const flag: Declaration = { type: Boolean };

/** A property that a page can set only in a script, because it has no attribute. */
export const plain: Declaration = { attribute: false };

/**
 * An object property without an attribute. A new object with the same content causes no rendering, because frameworks
 * create a new object at each of their renderings. An object that JSON cannot write counts as other content.
 */
export const object: Declaration = {
  ...plain,
  hasChanged: isOtherContent,
};

/**
 * A list property. In the attribute, spaces separate the values, and a script can also set an array. As for `object`,
 * only other content causes another rendering.
 */
export const list: Declaration = { ...text, hasChanged: isOtherContent };

/** Returns a kind of property whose value Lit also writes to the attribute. */
export const reflected = (kind: Declaration): Declaration => ({ ...kind, reflect: true });

/**
 * Declares properties. An attribute has the property's name in kebab case, unless its kind sets another or none.
 * @param kinds each kind, with the names of its properties
 */
export const declare = <const K extends string>(
  ...kinds: readonly (readonly [kind: Declaration, names: readonly K[]])[]
): Readonly<Record<K, Declaration>> =>
  Object.fromEntries(
    kinds.flatMap(([kind, names]) =>
      names.map((name) => [name, { ...kind, attribute: kind.attribute ?? kebabCase(name) }]),
    ),
  ) as Record<K, Declaration>;

function isOtherContent(value: unknown, old: unknown): boolean {
  return value !== old && contentOf(value) !== contentOf(old);
}

/**
 * Returns the value as JSON. For a value that JSON cannot write, such as a bigint or a cycle, returns the value itself.
 */
function contentOf(value: unknown): unknown {
  try {
    return toJson(value);
  } catch {
    return value;
  }
}

/**
 * The list of the page's wallets. A new list causes another rendering only if a provider is new, missing or at another
 * position.
 */
export const walletList: Declaration = {
  ...plain,
  hasChanged: (value, old) => !sameWallets(value, old),
};

const providerOf = (entry: unknown): unknown => (entry as { provider?: unknown } | null)?.provider ?? entry;

const sameWallets = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((entry, i) => providerOf(entry) === providerOf(b[i])));
