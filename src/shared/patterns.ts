/** Patterns of values that several layers check: amounts, hex, objects. */

/**
 * An amount in the smallest unit as text: at most 78 decimal digits, like the largest uint256, without leading zeros.
 */
export const UINT_TEXT: RegExp = /^(0|[1-9]\d{0,77})$/;

/** 32 bytes as 0x-hex in lower case, such as a request id of the service. */
export const LOWER_BYTES32: RegExp = /^0x[0-9a-f]{64}$/;

/** 32 bytes as 0x-hex in either case, such as a transaction hash or one word of calldata. */
export const BYTES32: RegExp = /^0x[0-9a-f]{64}$/i;

/** Whole bytes as 0x-hex in either case, such as calldata. `0x` alone means zero bytes. */
export const HEX_BYTES: RegExp = /^0x([0-9a-f]{2})*$/i;

/** True for an object that is not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
