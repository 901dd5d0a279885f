/** The cryptography of remote wallets by a library, for browsers that lack it. It loads as a separate chunk. */
import { ed25519, x25519 } from '@noble/curves/ed25519';
import { hkdf } from '@noble/hashes/hkdf';
import { sha256 } from '@noble/hashes/sha2';
import type { Cryptography } from './cryptography-types.js';

/** @param random returns random bytes of cryptographic quality */
export function libraryCryptography(random: (bytes: number) => Uint8Array): Cryptography {
  return {
    sha256: (bytes) => Promise.resolve(Uint8Array.from(sha256(bytes))),
    keyPair() {
      const secret = random(32);
      return Promise.resolve({
        publicKey: Uint8Array.from(x25519.getPublicKey(secret)),
        async sharedKey(peer) {
          const shared = await Promise.resolve(peer).then((key) => x25519.getSharedSecret(secret, key));
          return Uint8Array.from(hkdf(sha256, shared, undefined, undefined, 32));
        },
      });
    },
    signer: (seed) =>
      Promise.resolve({
        publicKey: Uint8Array.from(ed25519.getPublicKey(seed)),
        sign: (bytes) => Promise.resolve(Uint8Array.from(ed25519.sign(bytes, seed))),
      }),
  };
}
