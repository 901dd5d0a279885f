/**
 * Encrypts and decrypts the messages between the page and a wallet (type 0 of the protocol: one byte for the type, 12
 * bytes of nonce, then ChaCha20-Poly1305). The relay sees only such envelopes.
 */
import { chacha20poly1305 } from '@noble/ciphers/chacha';
import { toJson } from '../../shared/builtins/to-json.js';
import { copyJson, type Issue } from '../../shared/validation.js';
import { fromBase64, toBase64, utf8 } from './bytes.js';

/** The first byte of an envelope between peers that share a key. Other types are for peers that share no key yet. */
const TYPE = 0;
const NONCE_BYTES = 12;

/** The longest envelope that the page decrypts, in characters. An answer to a payment has some hundred characters. */
const LONGEST = 256 * 1024;

/** Encrypts the message. */
export function seal(key: Uint8Array, message: object, random: (bytes: number) => Uint8Array): string {
  const nonce = random(NONCE_BYTES);
  const sealed = chacha20poly1305(key, nonce).encrypt(utf8(toJson(message)));
  return toBase64(Uint8Array.of(TYPE, ...nonce, ...sealed));
}

/**
 * Decrypts an envelope, and returns the value of the JSON in it. Returns null if the envelope is too long, damaged or
 * of another type, or was not encrypted with this key. Anybody who knows a topic can send to it, so such an envelope is
 * not reported.
 */
export function open(key: Uint8Array, envelope: string): unknown {
  if (envelope.length > LONGEST) return null;
  try {
    const bytes = fromBase64(envelope);
    if (bytes[0] !== TYPE) return null;
    const [nonce, sealed] = [bytes.subarray(1, 1 + NONCE_BYTES), bytes.subarray(1 + NONCE_BYTES)];
    const text = new TextDecoder('utf-8', { fatal: true }).decode(chacha20poly1305(key, nonce).decrypt(sealed));
    const issues: Issue[] = [];
    const message = copyJson(JSON.parse(text), LONGEST, issues);
    return issues.length === 0 ? message : null;
  } catch {
    return null;
  }
}
