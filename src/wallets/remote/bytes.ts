/** Writes bytes as text and reads them back: hex, base64 and base58. */
import type { Bytes } from './cryptography-types.js';

/** Writes bytes as lower-case hex without a prefix. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Reads 32 bytes in lower-case hex without a prefix, or returns null for any other text. */
export const bytes32 = (text: string): Bytes | null =>
  /^[0-9a-f]{64}$/.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null;

/**
 * Reads a key of 32 bytes in lower-case hex.
 * @throws Error if the text is no such key, because the caller must not use another key instead
 */
export function keyBytes(hex: string): Bytes {
  const key = bytes32(hex);
  if (!key) throw new Error('A stored key is not 32 bytes of hex');
  return key;
}

/** Writes bytes as base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // One call with all bytes could exceed the number of arguments that a browser allows.
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/**
 * Reads base64.
 * @throws DOMException if the text is no base64
 */
export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Writes a text or bytes as base64 for URLs, without padding. */
export const toBase64Url = (value: string | Uint8Array): string =>
  toBase64(typeof value === 'string' ? utf8(value) : value)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Reads base64 for URLs, without padding. */
export const fromBase64Url = (text: string): Bytes => fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));

/** The bytes of a text in UTF-8. */
export const utf8 = (text: string): Bytes => Uint8Array.from(new TextEncoder().encode(text));

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Writes bytes as base58. The first byte must not be 0, because this function does not write leading zeros. */
export function toBase58(bytes: Uint8Array): string {
  let text = '';
  for (let rest = BigInt(`0x${toHex(bytes)}`); rest > 0n; rest /= 58n) {
    text = `${BASE58.charAt(Number(rest % 58n))}${text}`;
  }
  return text;
}
