/** Converts between bytes and the texts that the service, the chain and the wallets use. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils';
import { base58 } from '@scure/base';

/** Converts bytes to lower-case hex without the prefix `0x`. */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes);

/** Converts hex with an even number of digits and without the prefix `0x` to bytes. */
export const fromHex = (hex: string): Uint8Array => hexToBytes(hex);

/** Converts bytes to base64. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/**
 * Converts a base64 text to bytes.
 * @throws Error if the text is not base64
 */
export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Reads an unsigned number of `size` bytes, with the lowest byte first. Returns null if there are too few bytes. */
export function littleEndian(bytes: Uint8Array, at: number, size: number): bigint | null {
  if (at + size > bytes.length) return null;
  return bytes.slice(at, at + size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

/** Whether both arrays contain the same bytes. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/**
 * Converts a base58 text of any length to bytes.
 * @throws Error if the text is not base58
 */
export const fromBase58 = (text: string): Uint8Array => base58.decode(text);

/** Converts bytes to base58. */
export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes);
