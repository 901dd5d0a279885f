/**
 * Declares the kinds of Lit properties that the element has. A kind defines how an attribute is read and when a value
 * counts as changed.
 */

/** The options of a Lit property that the element uses. */
export type Declaration = {
  readonly attribute?: string | false;
  readonly type?: unknown;
  readonly reflect?: boolean;
  readonly converter?: (value: string | null) => unknown;
  readonly hasChanged?: (value: unknown, old: unknown) => boolean;
};

/** A string. Without the attribute the property is undefined. */
export const text: Declaration = { converter: (value) => value ?? undefined };

/** A number. Without the attribute the property is undefined. */
export const chainId: Declaration = { converter: (value) => (value === null ? undefined : Number(value)) };

/** A boolean attribute. */
export const flag: Declaration = { type: Boolean };

/** A property without an attribute. */
export const plain: Declaration = { attribute: false };

/** Frameworks create a new object on each render, so values are compared by content. */
export const object: Declaration = {
  ...plain,
  hasChanged: isOtherContent,
};

/** A list: a space-separated attribute, or an array as a property. */
export const list: Declaration = { ...text, hasChanged: isOtherContent };

/** A property that is also written to its attribute. */
export const reflected = (kind: Declaration): Declaration => ({ ...kind, reflect: true });

/** Converts a property's name: `base-url` for `baseUrl`. */
export const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Names the attributes: the property's name in kebab case. */
export const declare = <K extends string>(kinds: Readonly<Record<K, Declaration>>): Readonly<Record<K, Declaration>> =>
  Object.fromEntries(
    Object.entries<Declaration>(kinds).map(([name, kind]) => [
      name,
      { ...kind, attribute: kind.attribute ?? kebabCase(name) },
    ]),
  ) as Record<K, Declaration>;

function isOtherContent(value: unknown, old: unknown): boolean {
  return value !== old && contentOf(value) !== contentOf(old);
}

/** The value as JSON. A value that has no JSON form is returned unchanged and counts as changed. */
function contentOf(value: unknown): unknown {
  try {
    return JSON.stringify(value);
  } catch {
    return value;
  }
}

/** The wallets of the page. The property counts as changed only if a provider changed. */
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
