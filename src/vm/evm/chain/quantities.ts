/** Converts values of the JSON-RPC of EVM chains. */

/**
 * Parses a JSON-RPC quantity.
 * @throws Error if the value is not a quantity
 */
export function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw new Error('Not a quantity');
  return BigInt(value);
}

/** Converts a number to a JSON-RPC quantity, such as `0x1f`. */
export const hex = (value: bigint | number | string): `0x${string}` => `0x${BigInt(value).toString(16)}`;

/** Converts an address to a 32-byte word in lower-case hex, without the prefix `0x`. */
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');

/** Converts a number to a 32-byte word in hex, without the prefix `0x`. */
export const numberWord = (value: bigint | number): string => value.toString(16).padStart(64, '0');
