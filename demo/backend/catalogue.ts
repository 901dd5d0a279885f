/** The shop's products, their prices, and the sum of a cart. Prices are whole US cents. */

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly image: string;
  readonly imageText: string;
  readonly cents: bigint;
}

/** One product in a cart, with its quantity. */
export interface Item {
  readonly product: string;
  readonly quantity: number;
}

/** One line of a cart or an order. `cents` is the price of the whole line. */
export interface Line {
  readonly product: string;
  readonly name: string;
  readonly quantity: number;
  readonly cents: bigint;
}

export interface Sum {
  readonly lines: readonly Line[];
  readonly shipping: bigint;
  readonly total: bigint;
}

export const products: readonly Product[] = [
  {
    id: 'guji',
    name: 'Guji Natural, 1 kg',
    text: 'Whole beans, roasted on Tuesday. Blueberry, jasmine, cocoa.',
    image: 'beans.svg',
    imageText: 'A brown bag of coffee beans',
    cents: 2_100n,
  },
  {
    id: 'huila',
    name: 'Huila Washed, 250 g',
    text: 'Whole beans, roasted on Thursday. Red apple, caramel, almond.',
    image: 'huila.svg',
    imageText: 'A green bag of coffee beans',
    cents: 850n,
  },
  {
    id: 'mug',
    name: 'Enamel mug, 350 ml',
    text: 'Cream enamel with a steel rim. It survives a campfire.',
    image: 'mug.svg',
    imageText: 'A cream-coloured mug',
    cents: 1_400n,
  },
];

/** The cart of a new visitor. */
export const sampleCart: readonly Item[] = [{ product: 'guji', quantity: 1 }];

/** The largest quantity of one product in an order. */
export const MOST = 20;

const SHIPPING = 400n;
/** The destination token is a dollar token, so one cent is this many of its smallest units. */
const UNITS_PER_CENT = 10_000n;

/** Adds up a cart with today's prices. An empty cart costs nothing. */
export function sumOf(items: readonly Item[]): Sum {
  const lines = items.map(({ product, quantity }) => {
    const { name, cents } = productOf(product);
    return { product, name, quantity, cents: cents * BigInt(quantity) };
  });
  const shipping = lines.length === 0 ? 0n : SHIPPING;
  return { lines, shipping, total: lines.reduce((sum, { cents }) => sum + cents, shipping) };
}

/** Returns the cart with another quantity of one product. With the quantity 0, the product leaves the cart. */
export function withQuantity(items: readonly Item[], product: string, quantity: number): Item[] {
  const { id } = productOf(product);
  if (!Number.isInteger(quantity) || quantity < 0) throw new Error(`${quantity} is not a quantity.`);
  const changed = { product: id, quantity: Math.min(quantity, MOST) };
  const isNew = items.every((item) => item.product !== id);
  const all = isNew ? [...items, changed] : items.map((item) => (item.product === id ? changed : item));
  return all.filter((item) => item.quantity > 0);
}

/** Converts US cents to the smallest unit of the token that the shop receives. */
export const unitsOf = (cents: bigint): string => String(cents * UNITS_PER_CENT);

/** Formats US cents, such as `$25.00` or `-$0.03`. */
export function dollars(cents: bigint): string {
  return `${cents < 0n ? '-' : ''}$${decimalOf(cents < 0n ? -cents : cents)}`;
}

/** Formats US cents as a decimal number without a sign, such as `25.00`. This is the form of the attribute `amount`. */
export function decimalOf(cents: bigint): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Converts a decimal number of dollars to US cents, rounded to the nearest cent. */
export function centsOf(usd: string): bigint {
  const [, whole = '0', fraction = ''] = /^(\d+)(?:\.(\d+))?$/u.exec(usd) ?? [];
  return (BigInt(whole + fraction.padEnd(3, '0').slice(0, 3)) + 5n) / 10n;
}

function productOf(id: string): Product {
  const product = products.find((each) => each.id === id);
  if (!product) throw new Error(`The shop does not sell ${JSON.stringify(id)}.`);
  return product;
}
