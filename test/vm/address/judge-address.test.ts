/** Checks right and wrong addresses of every chain type, most of them published test vectors. */
import { expect } from 'chai';
import { Keypair, PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import type { VmType } from '../../../src/types.js';
import { looksLikeAddress } from '../../../src/vm/address/addresses.js';
import { findAddressProblem, isKeyless } from '../../../src/vm/check-address.js';
import { rightAddresses, wrongAddresses } from '../../support/address-vectors.js';

/** Whether the text is the base58 form of 32 bytes. */
const isAccount = (text: string): boolean => {
  try {
    return new PublicKey(text).toBytes().length === 32;
  } catch {
    return false;
  }
};

describe('findAddressProblem with published addresses', () => {
  for (const [vmType, all] of Object.entries(rightAddresses)) {
    it(`F-147 accepts at least 20 addresses of the kind ${vmType}`, async () => {
      expect(new Set(all).size).to.be.at.least(20);
      for (const text of all) {
        expect(await findAddressProblem(text, vmType), text).to.equal(null);
        expect(looksLikeAddress(text, vmType), text).to.equal(true);
      }
    });
  }

  for (const [vmType, all] of Object.entries(wrongAddresses)) {
    it(`F-38 refuses at least 20 wrong addresses of the kind ${vmType}, and names the fault`, async () => {
      expect(new Set(all.map(([text]) => text)).size).to.be.at.least(20);
      for (const [text, fault] of all) {
        expect(await findAddressProblem(text, vmType), text).to.include({ fault, wanted: vmType });
      }
    });
  }

  it('F-38 refuses an SVM address in one letter case, although its bytes are a valid account', async () => {
    const keys = Array.from({ length: 200 }, (_, at) => Keypair.fromSeed(new Uint8Array(32).fill(at)).publicKey);
    const addresses = keys.map((key) => key.toBase58());
    const recased = addresses.flatMap((text) => [text.toLowerCase(), text.toUpperCase()]).filter(isAccount);
    expect(recased.length).to.be.above(20);
    for (const text of recased) {
      const problem = await findAddressProblem(text, 'svm');
      expect(problem, text).to.include({ fault: 'checksum', wanted: 'svm' });
      expect(problem?.message).to.include('letters of one case only');
    }
    for (const text of addresses) expect(await findAddressProblem(text, 'svm'), text).to.equal(null);
  });

  it('names the family of an address that was given to another one', async () => {
    const found = async (text: string, vmType: VmType): Promise<unknown> =>
      (await findAddressProblem(text, vmType))?.found;
    for (const family of ['evm', 'svm', 'bvm', 'tvm', 'tonvm', 'suivm'] as const) {
      const other = family === 'svm' ? 'tvm' : 'svm';
      for (const text of rightAddresses[family]) expect(await found(text, other), text).to.equal(family);
    }
    expect(await found('0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD', 'svm')).to.equal('evm');
    expect(await found('not an address', 'svm')).to.equal(undefined);
  });
});

describe('isKeyless', () => {
  it('agrees with the library of the chain about every SVM address', async () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new PublicKey(bytes));
    await fc.assert(
      fc.asyncProperty(key, async (each) => {
        expect(await isKeyless(each.toBase58(), 'svm')).to.equal(!PublicKey.isOnCurve(each.toBytes()));
      }),
    );
    const [derived] = PublicKey.findProgramAddressSync(
      [],
      new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    );
    expect(await isKeyless(derived.toBase58(), 'svm')).to.equal(true);
  });

  it('is true for a version of segregated witness that anyone can spend', async () => {
    const open = ['BC1SW50QGDZ25J', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'];
    for (const text of open) expect(await isKeyless(text, 'bvm'), text).to.equal(true);
    const paid = rightAddresses.bvm.filter((text) => /^(bc1q|[13])/iu.test(text));
    for (const text of paid) expect(await isKeyless(text, 'bvm'), text).to.equal(false);
  });

  it('is false for a text that is no address, and for a chain type that is unknown', async () => {
    expect(await isKeyless('acme.sol', 'svm')).to.equal(false);
    expect(await isKeyless('4BJXYkfvg37zEmBbsacZjeQDpTNx91KppxFJxRqrz48e', 'xrpvm')).to.equal(false);
  });
});
