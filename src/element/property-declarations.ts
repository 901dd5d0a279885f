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
export const attribute = (name: string, reflect = false): Declaration => ({
  attribute: name,
  reflect,
  converter: (value) => value ?? undefined,
});

/** A number. Without the attribute the property is undefined. */
export const chainId = (name: string): Declaration => ({
  attribute: name,
  converter: (value) => (value === null ? undefined : Number(value)),
});

/** A boolean attribute. */
export const flag = (name: string, reflect = false): Declaration => ({ attribute: name, type: Boolean, reflect });

/** A list: a space-separated attribute, or an array as a property. */
export const listAttribute = (name: string): Declaration => ({
  ...objectProperty,
  attribute: name,
  converter: (value) => value ?? undefined,
});

/** Frameworks create a new object on each render, so values are compared by content. */
export const objectProperty: Declaration = {
  attribute: false,
  hasChanged: (value, old) => value !== old && contentOf(value) !== contentOf(old),
};

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
  attribute: false,
  hasChanged: (value, old) => !sameWallets(value, old),
};

const providerOf = (entry: unknown): unknown => (entry as { provider?: unknown } | null)?.provider ?? entry;

const sameWallets = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((entry, i) => providerOf(entry) === providerOf(b[i])));
