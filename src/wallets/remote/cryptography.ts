/**
 * The cryptography between the page and a remote wallet, except that of the envelopes. It uses the browser's own
 * functions, or a library if the browser lacks them.
 */
import { loaded } from '../../shared/load-code.js';
import { fromBase64Url } from './bytes.js';
import type { Cryptography } from './cryptography-types.js';

/**
 * Returns the browser's functions if it has all of them, and otherwise those of the library. A browser lacks some on a
 * page that is no secure context, or if it is older than Chromium 137, Firefox 130 or Safari 17. If a browser that has
 * them fails to make or to read a key, the library does it.
 * @throws HubPayError `service-down` if the library could not be loaded
 */
export async function loadCryptography(
  random: (bytes: number) => Uint8Array,
  subtle: SubtleCrypto | undefined = (globalThis.crypto as Crypto | undefined)?.subtle,
): Promise<Cryptography> {
  const library = async (): Promise<Cryptography> => {
    const { libraryCryptography } = await loaded(import('./library-cryptography.js'), 'speaks with remote wallets');
    return libraryCryptography(random);
  };
  if (!subtle) return library();
  const own = browserCryptography(subtle);
  try {
    await Promise.all([own.keyPair(), own.signer(Uint8Array.from(random(32)))]);
  } catch {
    // This browser does not support one of the curves.
    return library();
  }
  // WebKit on Linux fails to make some of the keys, and to read a seed that begins with a zero byte.
  return {
    ...own,
    keyPair: () => own.keyPair().catch(async () => (await library()).keyPair()),
    signer: (seed) => own.signer(seed).catch(async () => (await library()).signer(seed)),
  };
}

/** The bytes before the 32 bytes of an Ed25519 seed in PKCS #8. Browsers do not import the seed alone. */
const PKCS8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

const NOTHING = new Uint8Array();

function browserCryptography(subtle: SubtleCrypto): Cryptography {
  return {
    sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
    async keyPair() {
      const pair = await subtle.generateKey({ name: 'X25519' }, false, ['deriveBits']);
      return {
        publicKey: new Uint8Array(await subtle.exportKey('raw', pair.publicKey)),
        async sharedKey(peer) {
          const other = await subtle.importKey('raw', peer, { name: 'X25519' }, false, []);
          const secret = await subtle.deriveBits({ name: 'X25519', public: other }, pair.privateKey, 256);
          const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
          const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: NOTHING, info: NOTHING };
          return new Uint8Array(await subtle.deriveBits(hkdf, key, 256));
        },
      };
    },
    async signer(seed) {
      const secret = await subtle.importKey('pkcs8', Uint8Array.of(...PKCS8, ...seed), 'Ed25519', true, ['sign']);
      const { x = '' } = await subtle.exportKey('jwk', secret);
      return {
        publicKey: fromBase64Url(x),
        sign: async (bytes) => new Uint8Array(await subtle.sign('Ed25519', secret, bytes)),
      };
    },
  };
}
