/** Defines checks of values that several folders use, such as patterns of amounts and hex. */

/**
 * An amount in the smallest unit: at most 78 decimal digits, as many as the largest uint256 has, without leading zeros.
 */
export const UINT_TEXT: RegExp = /^(0|[1-9]\d{0,77})$/;

/** 32 bytes in lower-case hex with the prefix `0x`, such as a request id of the service. */
export const LOWER_BYTES32: RegExp = /^0x[0-9a-f]{64}$/;

/** 32 bytes in hex of any letter case with the prefix `0x`, such as a transaction hash. */
export const BYTES32: RegExp = /^0x[0-9a-f]{64}$/i;

/** Whole bytes in hex of any letter case with the prefix `0x`, such as calldata. `0x` alone means zero bytes. */
export const HEX_BYTES: RegExp = /^0x([0-9a-f]{2})*$/i;

/** True if the value is an object, but neither an array nor a function. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
