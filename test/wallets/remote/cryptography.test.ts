import { expect } from 'chai';
import { bytes32, toHex, utf8 } from '../../../src/wallets/remote/bytes.js';
import { loadCryptography } from '../../../src/wallets/remote/cryptography.js';
import type { Cryptography } from '../../../src/wallets/remote/cryptography-types.js';
import { libraryCryptography } from '../../../src/wallets/remote/library-cryptography.js';

const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));
const SEED = bytes32('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60')!;

/** A browser that has hashes, but none of the curves. */
const older = {
  digest: () => Promise.reject(new Error('must not be used')),
  generateKey: () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')),
  importKey: () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')),
} as unknown as SubtleCrypto;

/** A seed that WebKit on Linux does not import. */
const ZERO_SEED = bytes32('0062ac1a2823d852123f9a6162d9dc259d236a7d3beb3a0582388013e7afb4e1')!;

/** A browser that supports the curves, and then fails as WebKit on Linux does for some keys. */
function fussy(): SubtleCrypto {
  const { subtle } = crypto;
  let pairs = 0;
  const failed = (): Promise<never> => Promise.reject(new DOMException('Some keys fail.', 'OperationError'));
  return {
    digest: (...given: Parameters<SubtleCrypto['digest']>) => subtle.digest(...given),
    exportKey: (...given: Parameters<SubtleCrypto['exportKey']>) => subtle.exportKey(...given),
    sign: (...given: Parameters<SubtleCrypto['sign']>) => subtle.sign(...given),
    deriveBits: (...given: Parameters<SubtleCrypto['deriveBits']>) => subtle.deriveBits(...given),
    generateKey: (...given: unknown[]) =>
      (pairs += 1) === 2 ? failed() : subtle.generateKey(...(given as Parameters<SubtleCrypto['generateKey']>)),
    importKey: (...given: unknown[]) =>
      given[0] === 'pkcs8' && (given[1] as Uint8Array)[16] === 0
        ? failed()
        : subtle.importKey(...(given as Parameters<SubtleCrypto['importKey']>)),
  } as unknown as SubtleCrypto;
}

const ways: Record<string, () => Promise<Cryptography>> = {
  'of the browser': () => loadCryptography(random),
  'of the library': () => Promise.resolve(libraryCryptography(random)),
  'of a browser without the curves': () => loadCryptography(random, older),
  'of a browser that fails for some keys': () => loadCryptography(random, fussy()),
};

for (const [name, load] of Object.entries(ways))
  describe(`the cryptography ${name}`, () => {
    it('signs and hashes as the samples of RFC 8032 and of SHA-256', async () => {
      const { signer, sha256 } = await load();
      const { publicKey, sign } = await signer(SEED);
      expect(toHex(publicKey)).to.equal('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
      expect(toHex(await sign(new Uint8Array()))).to.equal(
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
          '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      );
      expect(toHex(await sha256(utf8('abc')))).to.equal(
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      );
    });

    it('signs with a secret that begins with a zero byte', async () => {
      const { signer } = await load();
      const [own, library] = [await signer(ZERO_SEED), await libraryCryptography(random).signer(ZERO_SEED)];
      expect(toHex(own.publicKey)).to.equal(toHex(library.publicKey));
      const bytes = utf8('abc');
      expect(toHex(await own.sign(bytes))).to.equal(toHex(await library.sign(bytes)));
    });

    it('makes the same key on both sides, and another one for each pair', async () => {
      const { keyPair } = await load();
      const [one, two, three] = await Promise.all([keyPair(), keyPair(), keyPair()]);
      const shared = toHex(await one.sharedKey(two.publicKey));
      expect(shared).to.match(/^[0-9a-f]{64}$/u);
      expect(toHex(await two.sharedKey(one.publicKey))).to.equal(shared);
      expect(toHex(await one.sharedKey(three.publicKey))).not.to.equal(shared);
    });

    it('L-3 refuses a key that gives everybody the same result', async () => {
      const pair = await (await load()).keyPair();
      const error = await pair.sharedKey(new Uint8Array(32)).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(Error);
    });
  });

describe('loadCryptography', () => {
  it('makes the keys that the library makes', async () => {
    const [browser, library] = [await loadCryptography(random), libraryCryptography(random)];
    const [one, two] = [await browser.keyPair(), await library.keyPair()];
    expect(toHex(await one.sharedKey(two.publicKey))).to.equal(toHex(await two.sharedKey(one.publicKey)));
  });

  it('takes the library on a page without https, which has no cryptography', async () => {
    const { signer } = await loadCryptography(random, null as never);
    expect(toHex((await signer(SEED)).publicKey)).to.match(/^d75a98/u);
  });
});
