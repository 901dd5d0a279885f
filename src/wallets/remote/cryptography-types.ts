/** The types of the cryptography between the page and a remote wallet. */

/** Bytes that the browser's functions accept. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A fresh pair of keys (X25519). */
export interface KeyPair {
  /** The public key: 32 bytes. */
  readonly publicKey: Bytes;
  /**
   * Returns the key of 32 bytes that only the two peers can compute (HKDF with SHA-256).
   * @throws an error if the peer's key is no usable public key
   */
  sharedKey(peer: Bytes): Promise<Bytes>;
}

/** Signs with the key of this browser (Ed25519). */
export interface Signer {
  /** The public key: 32 bytes. */
  readonly publicKey: Bytes;
  sign(bytes: Bytes): Promise<Bytes>;
}

/** The functions that pairing and the relay need. */
export interface Cryptography {
  sha256(bytes: Bytes): Promise<Bytes>;
  keyPair(): Promise<KeyPair>;
  /** @param seed the secret: 32 random bytes */
  signer(seed: Bytes): Promise<Signer>;
}
