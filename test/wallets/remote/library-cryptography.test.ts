import { expect } from 'chai';
import { diffieHellman, generateKeyPairSync, createPublicKey, hkdfSync } from 'node:crypto';
import { libraryCryptography } from '../../../src/wallets/remote/library-cryptography.js';

describe('libraryCryptography', () => {
  it('makes the key that Node makes', async () => {
    const pair = await libraryCryptography((bytes) => crypto.getRandomValues(new Uint8Array(bytes))).keyPair();
    const own = generateKeyPairSync('x25519');
    const x = Buffer.from(pair.publicKey).toString('base64url');
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x } });
    const secret = diffieHellman({ privateKey: own.privateKey, publicKey });
    const expected = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), Buffer.alloc(0), 32));
    const peer = Uint8Array.from(Buffer.from(own.publicKey.export({ format: 'jwk' }).x!, 'base64url'));
    expect(Buffer.from(await pair.sharedKey(peer)).toString('hex')).to.equal(expected.toString('hex'));
  });
});
